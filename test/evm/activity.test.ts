import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { postToNode } from '../../functions/node/post-to-node.ts';
import { HintedWorld, stranger, walletNumber } from '../support/worlds/hinted-world.ts';
import { Evm } from './evm.ts';

/** The wallets sorted: a contract's logs name them in any order. */
const sorted = (wallets: Iterable<Address>) => [...new Set(wallets)].sort();

let evm: Evm;
let world: HintedWorld;

beforeEach(async () => {
  world = new HintedWorld(postToNode);
  // No sweep of idle wallets disturbs the test.
  world.sweepSeconds = 1_000_000_000;
  evm = await Evm.start({ time: world.dispatch.now });
  world.parameter = evm.url;
  return () => evm.stop();
});

/** A block with these transfers, this many empty ones after it, and the next tick. */
async function tickAfter(
  pairs: readonly { from: Address; to: Address }[],
  emptyBlocks = 0,
): Promise<Address[]> {
  await evm.mine(pairs, world.dispatch.now + 30_000);
  await evm.mineEmpty(emptyBlocks);
  return sorted(await world.tick({ mines: false }));
}

describe('5,000 wallets on a real chain', () => {
  const wallets = Array.from({ length: 5_000 }, (_, n) => walletNumber(n + 1));
  beforeEach(async () => {
    world.watch(wallets);
    // A wallet without events counts as idle from the second scan on.
    for (let tick = 0; tick < 2; tick += 1) await tickAfter([]);
  });

  it('are polled if they had ten thousand transfers in a minute, and no other wallet is', async () => {
    const active = wallets.slice(1_000, 3_500);
    const pairs = Array.from({ length: 10_000 }, (_, n) => {
      const wallet = active[n % active.length] ?? stranger;
      return n % 2 === 0 ? { from: stranger, to: wallet } : { from: wallet, to: stranger };
    });
    expect(await tickAfter(pairs, 30)).toEqual(sorted(active));
  });

  it('are polled again if a re-org has replaced the blocks that were scanned', async () => {
    const [before, after] = [walletNumber(11), walletNumber(12)];
    const snapshot = await evm.rpc('evm_snapshot');
    expect(await tickAfter([{ from: stranger, to: before }], 4)).toEqual([before]);
    await evm.rpc('evm_revert', snapshot);
    // Blocks of the same heights, and one more.
    expect(await tickAfter([{ from: stranger, to: after }], 5)).toContain(after);
  });
});
