import { beforeEach, describe, expect, it } from 'vitest';
import { positionOf } from '../../functions/state/place.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { imitation, usdc, watchOf } from '../support/alerts.ts';
import { linesOf } from '../support/worlds/log-lines.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { emptyWorld, pays, sends, spam } from './story.ts';

const watch = watchOf();
let world: PollWorld;
beforeEach(async () => {
  world = await emptyWorld(watch);
});

describe('a poll', () => {
  it('counts transfers that were reported, left in a known token, were hidden, or caused a warning', async () => {
    world.chain.mine(blockAt(1), pays());
    world.chain.mine(blockAt(1));
    for (let i = 0; i < 3; i += 1) world.chain.mine(blockAt(1), ...spam);
    const counts = { told: 2, singles: ['money'], hidden: 3, warned: 0, unreadable: [], isBehind: false };
    expect(await world.poll(watch)).toMatchObject(counts);
    world.chain.mine(blockAt(2), sends(imitation, 0n));
    expect(await world.poll(watch)).toMatchObject({ told: 0, hidden: 1, warned: 1 });
  });

  it("has a log line if a dropped transfer can't be described because History was emptied; the poll continues", async () => {
    const lines = linesOf(world);
    for (const block of [blockAt(1), blockAt(1) + 1]) world.chain.mine(block);
    await world.poll(watch);
    const [first, second] = world.published;
    world.chain.transfers.length = 0;
    await world.poll(watch);
    const row = world.history.get(first?.id ?? '');
    world.ledger.rows.get(watchKey(watch))?.delete(row === undefined ? '' : positionOf(row.place, row.batch));
    await world.poll(watch);
    expect(world.published.at(-1)).toMatchObject({ type: 'transfer.reverted', reverts: second?.id });
    expect(lines).toEqual([
      {
        level: 'error',
        message: 'error: a transfer was dropped by the chain, and History no longer has its alert',
        details: { block: blockAt(1), key: row?.place.key },
      },
    ]);
  });

  it('names at most a hundred new transfers, to check that a node has shown their blocks', async () => {
    const { blockTimestamp } = world.chain.mine(blockAt(1));
    world.chain.mine(blockAt(2), { blockTimestamp: null });
    const found = { token: usdc, hasValue: true };
    expect((await world.poll(watch)).found).toEqual([
      { ...found, block: blockAt(1), minedAt: Date.parse(blockTimestamp ?? '') },
      { ...found, block: blockAt(2), minedAt: null },
    ]);
    for (let i = 0; i < 120; i += 1) world.chain.mine(blockAt(3));
    expect((await world.poll(watch)).found).toHaveLength(100);
  });

  it('reads the known addresses only if there are new transfers', async () => {
    const points: string[] = [];
    world.chain.mine(blockAt(1));
    world.atAwait = (point) => void points.push(point);
    await world.poll(watch);
    expect(points).toContain('before read addresses');
    points.length = 0;
    await world.poll(watch);
    expect(points).toContain('before query');
    expect(points).not.toContain('before read addresses');
  });
});
