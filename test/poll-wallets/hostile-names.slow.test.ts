import { expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { pollEach } from '../../functions/poll-wallets/poll-each.ts';
import { watchOf } from '../support/alerts.ts';
import { pageSource } from '../support/fakes/page-source.ts';
import { blockAt, everyMinute, PollWorld } from '../support/worlds/poll-world.ts';

/** Maximum time that a wallet may wait for a busy one. */
const maxWait = 1_000;
const month = 30 * 24 * 3_600_000;

const busy = watchOf();
const other = watchOf({ wallet: parseAddress(`0x${'7'.repeat(40)}`), label: 'Other' });

/** NFKC expands U+3317 to six characters; a number after it makes each name unique. */
const hostileName = (i: number) => '\u3317'.repeat(250) + i;

async function pollBoth(transfers: number, hostile: (i: number) => string) {
  const world = new PollWorld();
  for (const watch of [busy, other]) await world.poll(watch);
  world.published.length = 0;
  for (let i = 0; i < transfers; i += 1) {
    const text = hostile(i);
    const address = parseAddress(`0x${(i % 50).toString(16).padStart(40, '9')}`);
    world.chain.mine(blockAt(1), {}, { address, name: text, symbol: text, verified: null });
  }
  world.chain.mine(blockAt(1), { to: { address: other.wallet, label: null } });
  world.now += month;
  const happened: string[] = [];
  let [last, longest] = [performance.now(), 0];
  const turn = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  world.atAwait = (point) => {
    turn();
    happened.push(point);
  };
  const begun = performance.now();
  await pollEach(
    [busy, other].map((watch) => ({ watch, cursor: world.states.stateOf(watch, world.now) })),
    {
      ...world.deps,
      clock: {
        now: () => world.now + performance.now() - begun,
        sleep: async () => {
          turn();
          await new Promise((resolve) => setImmediate(resolve));
          last = performance.now();
        },
      },
      source: pageSource(async function* (query, limits) {
        // The other wallet's reply arrives while the busy wallet's is judged.
        if (query.wallet === other.wallet) await new Promise((resolve) => setTimeout(resolve, 5));
        for await (const page of world.pages(query, limits)) {
          yield { ...page, transfers: page.transfers.filter(({ to }) => to.address === query.wallet) };
        }
      }),
    },
    { deadline: world.now + 600_000, publishUntil: world.now + 600_000, bulk: false, pace: everyMinute },
  );
  return { published: world.published, happened, longest };
}

it.each([
  ['each another', hostileName],
  ['all the same', () => hostileName(0)],
])("2,000 transfers with costly names, %s, do not hold up another wallet's alert", async (_, name) => {
  const { published, longest } = await pollBoth(2_000, name);
  expect(published[0]).toMatchObject({ type: 'transfer.received', wallet: { label: 'Other' } });
  expect(published.filter(({ type }) => type === 'transfers.digest').length).toBeGreaterThan(0);
  expect(longest).toBeLessThan(maxWait);
});
