import { beforeEach, expect, it } from 'vitest';
import { announcementRows, beginWatch } from '../../../functions/poll-wallets/decide/begin-watch.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { watchOf } from '../../support/alerts.ts';
import { ownTurn } from '../../support/reads.ts';
import { blockAt, PollWorld } from '../../support/worlds/poll-world.ts';

let world: PollWorld;
beforeEach(() => {
  world = new PollWorld();
});

async function begin(source = world.deps.source) {
  const poll = { ...world.deps, source, watch: watchOf(), limits: world.limits(), turn: ownTurn };
  const begun = await beginWatch(neverPolled, poll);
  const rows = [...(await announcementRows(begun.cursor, poll)), ...begun.oldRows].map(
    ({ status, place }) => `${status} ${place.block}`,
  );
  return { ...begun, rows };
}

it('a watch that begins has no row for settled transfers, even if their time is unknown', async () => {
  world.chain.mine(blockAt(-10));
  for (const minutes of [-10, -3]) world.chain.mine(blockAt(minutes), { blockTimestamp: null });
  expect((await begin()).rows.slice(2)).toEqual([`old ${blockAt(-3)}`]);
});

it('begins at block 0 if its page is empty; if more pages may follow, times decide what is old', async () => {
  const since = new Date(world.now).toISOString();
  const nowhere = { block: null, anchor: null, settled: -1, newest: -1 };
  const { cursor, rows } = await begin();
  expect(cursor).toMatchObject({ ...nowhere, start: { since, block: 0, timedTo: 0 } });
  expect(rows).toEqual(['message 0', 'message 0']);
  const emptyPage = async function* pages() {
    yield { transfers: [], unreadable: [], next: 'further' };
  };
  const unsure = await begin({ ...world.deps.source, pages: emptyPage });
  expect(unsure.cursor).toMatchObject({ ...nowhere, start: { since, block: 0, timedTo: null } });
});
