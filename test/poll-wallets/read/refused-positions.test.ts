import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { BadRequest } from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { watchOf } from '../../support/alerts.ts';
import { chainSums, toldSums } from '../../support/sums.ts';
import { begunWorld, blockAt, type PollWorld } from '../../support/worlds/poll-world.ts';

const watch = watchOf();
const block = blockAt(1);
let world: PollWorld;

/** A block of forty pages, of which a poll reads about fifteen, with one payment above it and one below. */
beforeEach(async () => {
  world = await begunWorld(watch);
  world.published.length = 0;
  world.chain.transfers.length = 0;
  world.chain.largestPage = 4;
  world.atCall = () => world.advance(1_000);
  world.chain.mine(block - 1);
  for (let i = 0; i < 160; i += 1) {
    const address = parseAddress(`0x${(i % 150).toString(16).padStart(40, '5')}`);
    const token = { verified: false, name: 'Some Coin', symbol: 'SOME', address };
    world.chain.mine(block, { value: BigInt(i + 1) }, token);
  }
  world.chain.mine(block + 1);
});

/** Polls a minute apart: at each + the API accepts the cursor that the last poll kept, at each - it refuses it. */
async function poll(answers: string): Promise<void> {
  for (const answer of answers) {
    let isRefused = answer === '-' && world.states.stateOf(watch).reading !== null;
    world.chain.atCursor = () => {
      if (!isRefused) return;
      isRefused = false;
      throw new BadRequest('The API answered 400');
    };
    const { calls } = world.chain;
    await world.poll(watch);
    expect(world.chain.calls - calls).toBeLessThan(25);
  }
}

const givenUp = () =>
  world.published.flatMap((alert) => (alert.type === 'entry.unreadable' ? [alert.entry.blockNumber] : []));

function expectAllTold(transfers: readonly Transfer[] = world.chain.transfers): void {
  expect(new Set(world.published.map(({ id }) => id)).size).toBe(world.published.length);
  expect(toldSums(world.published)).toEqual(chainSums(transfers));
}

describe("a crowded block in which the API refuses the previous poll's cursor", () => {
  it('is given up and named at the third poll in a row; transfers read in it, above it and below it are reported once', async () => {
    await poll('+--');
    expect(world.published).toEqual([]);
    await poll('-');
    expect(givenUp()).toEqual([block]);
    const told = toldSums(world.published);
    const count = Object.values(told).reduce((sum, [of]) => sum + of, 0);
    expect(count).toBeGreaterThan(40);
    const [below, ...rest] = world.chain.transfers as [Transfer, ...Transfer[]];
    expectAllTold([below, ...rest.slice(1 - count)]);
    expect(world.states.stateOf(watch)).toMatchObject({ reading: null, block: block + 1 });
    // The final look gives the block up as well, and then it is settled.
    await poll('-'.repeat(20));
    expect(toldSums(world.published)).toEqual(told);
    expect(givenUp()).toEqual([block]);
    expect(world.states.stateOf(watch)).toMatchObject({ reading: null, settled: block + 1 });
    const { calls } = world.chain;
    const later = world.chain.mine(blockAt(30));
    await poll('+');
    expect(world.chain.calls - calls).toBe(1);
    expect(world.told()).toContain(later.transactionHash);
  });
});
