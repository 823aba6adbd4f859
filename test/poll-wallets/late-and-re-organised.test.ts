import { beforeEach, describe, expect, it } from 'vitest';
import { settledAfter } from '../../functions/poll-wallets/read/poll-read.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, type PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const minute = 60_000;
const block = blockAt(10);

let world: PollWorld;
let told: Transfer;
/** A wallet with alerts of a transfer in a block that has just been mined, and of a newer one. */
beforeEach(async () => {
  world = await begunWorld(watch);
  told = mine(block);
  await world.poll(watch, { after: 0 });
  mine(block + 1);
  await world.poll(watch, { after: 0 });
  expect(world.told()).toHaveLength(2);
});

function mine(inBlock: number): Transfer {
  return world.chain.mine(inBlock, { blockTimestamp: new Date(world.now).toISOString() });
}

const waits = [
  ['is not settled yet', settledAfter - minute, true],
  ['is settled', settledAfter, false],
] as const;

describe.each(waits)('in a block that %s', (_what, after, isRead) => {
  it(`a transfer that the API shows late is ${isRead ? '' : 'not '}reported`, async () => {
    const late = mine(block);
    world.chain.transfers.pop();
    await world.poll(watch, { after });
    world.chain.transfers.push(late);
    await world.poll(watch);
    expect(world.told().includes(String(late.transactionHash))).toBe(isRead);
  });

  it(`a transfer that a re-org drops is ${isRead ? '' : 'not '}taken back`, async () => {
    await world.poll(watch, { after });
    world.chain.transfers.splice(world.chain.transfers.indexOf(told), 1);
    for (let polls = 0; polls < 2; polls += 1) await world.poll(watch, { after: 0 });
    const reverted = world.published.filter(({ type }) => type === 'transfer.reverted');
    expect(reverted).toHaveLength(isRead ? 1 : 0);
  });
});
