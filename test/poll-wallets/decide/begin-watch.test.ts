import { beforeEach, describe, expect, it } from 'vitest';
import { beginWatch } from '../../../functions/poll-wallets/decide/begin-watch.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { watchOf } from '../../support/alerts.ts';
import { blockAt, PollWorld } from '../../support/worlds/poll-world.ts';

let world: PollWorld;
let since: string;
beforeEach(() => {
  world = new PollWorld();
  since = new Date(world.now).toISOString();
});

interface Change {
  readonly watch?: Partial<Watch>;
  readonly bulk?: boolean;
  /** Whether a bulk import may announce another wallet. */
  readonly left?: boolean;
}

const begin = async ({ watch, bulk = false, left = true }: Change = {}, source = world.deps.source) => {
  const announcements = { ...world.deps.announcements, claim: async () => left };
  const limits = world.limits({ bulk });
  const poll = { ...world.deps, announcements, source, watch: watchOf(watch), limits };
  const begun = await beginWatch(neverPolled, poll);
  return { ...begun, rows: await begun.firstRows() };
};
type Begun = Awaited<ReturnType<typeof begin>>;

const rowsOf = ({ rows }: Begun) => rows.map(({ status, place }) => `${status} ${place.block}`);
const isAnnounced = ({ rows }: Begun) => rows.some(({ alert }) => alert?.type === 'wallet.watching');
const mineAll = (...minutes: number[]) => minutes.map((at) => world.chain.mine(blockAt(at)));

describe('a watch that begins', () => {
  it("stores the block of the first page's newest transfer, and settles blocks that are old enough", async () => {
    mineAll(-10, -4, -1);
    const begun = await begin();
    expect(begun.cursor).toEqual({
      ...neverPolled,
      firstTry: { at: since, bulk: false },
      start: { since, block: 0, timedTo: blockAt(-1) },
      block: blockAt(-1),
      anchor: { block: blockAt(-1), minedAt: world.now / 1_000 - 60 },
      settled: blockAt(-10),
      newest: blockAt(-1),
    });
    // A transfer whose time does not make it old gets a row, so that it is not reported later.
    const rows = ['message 0', `message ${blockAt(-1)}`, `old ${blockAt(-1)}`];
    expect(rowsOf(begun)).toEqual(rows);
    expect(begun.rows[1]?.place.key).toBe('past');
  });

  it('has no row for settled transfers, even if their time is unknown', async () => {
    mineAll(-10);
    world.chain.mine(blockAt(-10), { blockTimestamp: null });
    world.chain.mine(blockAt(-3), { blockTimestamp: null });
    expect(rowsOf(await begin()).slice(2)).toEqual([`old ${blockAt(-3)}`]);
  });

  it('begins above the oldest block of a full page, because older transfers were not read', async () => {
    for (let i = 0; i < 101; i += 1) world.chain.mine(blockAt(-4) + (i >> 6));
    const next = blockAt(-4) + 1;
    expect((await begin()).cursor).toMatchObject({
      start: { block: next, timedTo: next },
      settled: next - 1,
    });
  });

  it('begins at the first block if its page is empty; if more pages may follow, times decide what is old', async () => {
    const begun = await begin();
    const nowhere = { block: null, anchor: null, settled: -1, newest: -1 };
    expect(begun.cursor).toMatchObject({ ...nowhere, start: { since, block: 0, timedTo: 0 } });
    expect(rowsOf(begun)).toEqual(['message 0', 'message 0']);
    const emptyPage = async function* pages() {
      yield { transfers: [], unreadable: [], next: 'further' };
    };
    const unsure = await begin({}, { ...world.deps.source, pages: emptyPage });
    expect(unsure.cursor).toMatchObject({ ...nowhere, start: { since, block: 0, timedTo: null } });
  });

  it('is announced; for a bulk import only while announcements are left', async () => {
    expect(isAnnounced(await begin({ left: false }))).toBe(true);
    expect(isAnnounced(await begin({ bulk: true }))).toBe(true);
    expect(isAnnounced(await begin({ bulk: true, left: false }))).toBe(false);
  });

  it('begins at the block that its row names, and its first poll is recorded', async () => {
    const begun = await begin({ watch: { fromBlock: 700 }, bulk: true });
    const start = { since, block: 700, timedTo: 699 };
    const first = { firstTry: { at: since, bulk: true }, start, settled: 699, newest: 699 };
    expect(begun).toMatchObject({ cursor: { ...neverPolled, ...first }, newestPage: null });
    expect(rowsOf(begun)).toEqual(['message 700']);
  });
});
