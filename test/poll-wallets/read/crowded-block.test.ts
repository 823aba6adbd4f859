import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { NoSlot } from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { exchange, party, treasury, watchOf } from '../../support/alerts.ts';
import { chainSums, toldSums } from '../../support/sums.ts';
import { begunWorld, blockAt, type PollWorld } from '../../support/worlds/poll-world.ts';

const watch = watchOf();
const fakeToken = { verified: false, name: 'Some Coin', symbol: 'SOME' };
/** The crowded block. */
const block = blockAt(1);
const pace = 222;

let world: PollWorld;
/** Pages of ten: twenty of them are as crowded as twenty of a hundred, with a tenth of the work. */
async function begin(): Promise<void> {
  world = await begunWorld(watch);
  world.published.length = 0;
  world.chain.transfers.length = 0;
  world.chain.largestPage = 10;
}
beforeEach(begin);

/** Fills the block with made-up transfers that are not spam, in too many tokens for one save. */
function crowd(count: number, over: Partial<Transfer> = {}): void {
  for (let i = 0; i < count; i += 1) {
    const address = parseAddress(`0x${(i % 150).toString(16).padStart(40, '5')}`);
    world.chain.mine(block, { value: BigInt(i + 1), ...over }, { ...fakeToken, address });
  }
}

const theft = (at = block) =>
  world.chain.mine(at, { value: 900_000_000n, from: party(treasury), to: party(exchange) });

/** Each page takes a turn at the plan's pace, and is refused if the poll has no time for it. */
function paced(milliseconds = pace): void {
  world.atCall = (limits) => {
    world.advance(milliseconds);
    if (world.now > limits.deadline) throw new NoSlot('no turn is left');
  };
}

/** Polls a minute apart until the chain's head is reached; failed polls are repeated, as by ticks. */
async function pollToHead(most = 60): Promise<number> {
  for (let polls = 1; polls <= most; polls += 1) {
    const outcome = await world.poll(watch).catch(() => null);
    if (outcome?.isBehind === false) return polls;
  }
  throw new Error(`the head was not reached in ${most} polls`);
}

const toldThefts = ({ transactionHash }: Transfer) =>
  world.published.filter((one) => 'transfer' in one && one.transfer.transactionHash === transactionHash);

/** No transfer is told twice: repeats show in the sums, even among transfers of equal content. */
function expectAllToldOnce(): void {
  const distinct = new Map(world.published.map((alert) => [alert.id, alert]));
  expect(toldSums(distinct.values())).toEqual(chainSums(world.chain.transfers));
}

describe('a block with more transfers than one read holds', () => {
  it('waits while the plan allows one call a poll, which shows a theft on the newest page', async () => {
    crowd(410);
    paced(1_000);
    await world.poll(watch);
    const { reading } = world.states.stateOf(watch);
    expect(reading).not.toBeNull();
    const stolen = theft(block + 1);
    const { calls } = world.chain;
    world.atCall = () => {
      if (world.chain.calls > calls) throw new NoSlot('no turn is left');
    };
    expect(await world.poll(watch)).toMatchObject({ isBehind: true, waitsFor: 'no turn is left' });
    expect(toldThefts(stolen)).toHaveLength(1);
    expect(world.states.stateOf(watch).reading).toEqual(reading);
    paced();
    await pollToHead();
    expectAllToldOnce();
  });

  it('loses none of them, nor the theft below them in the block', async () => {
    crowd(410);
    const stolen = theft();
    paced();
    expect(await pollToHead()).toBeLessThan(12);
    expect(toldThefts(stolen)).toHaveLength(1);
    expectAllToldOnce();
    expect(world.largestItem).toBeLessThan(300_000);
    const { length } = world.published;
    await world.poll(watch);
    expect(world.published.length).toBe(length);
  });

  // Dies at the first and at a later await of each kind; the simulator tries any await.
  it.each(['hold', 'save'])('loses none when the poll dies at %s', async (kind) => {
    for (const nth of inject('thorough') ? [1, 3] : [1]) {
      world = await begunWorld(watch);
      world.published.length = 0;
      world.chain.transfers.length = 0;
      crowd(2_300);
      theft();
      let awaits = 0;
      world.atAwait = (point) => {
        if (point.endsWith(kind)) awaits += 1;
        if (awaits === nth) throw new Error(`died ${point}`);
      };
      await world.poll(watch, { after: 60_000 }).catch(() => {});
      world.atAwait = () => {};
      await pollToHead();
      expectAllToldOnce();
    }
  });

  it.each(['moves all of it to another hash', 'moves a part of it to the next block'])(
    'reports no transfer twice with another id when a re-org %s while it is read',
    async (how) => {
      crowd(500);
      const stolen = theft();
      paced(150);
      let saves = 0;
      world.atAwait = (point) => {
        if (point !== 'after save') return;
        saves += 1;
        if (saves !== 3) return;
        const next = how.includes('next block');
        for (const [i, transfer] of world.chain.transfers.entries()) {
          const moves = next && i % 3 === 0;
          Object.assign(transfer, {
            blockNumber: moves ? block + 1 : block,
            blockHash: `0x${createHash('sha256').update(`fork ${moves}`).digest('hex')}`,
            // Earlier transfers of the block may have moved elsewhere.
            transactionIndex: (transfer.transactionIndex ?? 0) + 7,
          });
        }
        throw new Error('died');
      };
      await world.poll(watch).catch(() => {});
      // The final look finds transfers that moved past the place where the read had stopped.
      for (let polls = 0; polls < 14; polls += 1) await world.poll(watch);
      // The hour already had its digest.
      await world.poll(watch, { after: 3_600_000 });
      expect(new Set(toldThefts(stolen).map(({ id }) => id)).size).toBe(1);
      expectAllToldOnce();
    },
  );
});
