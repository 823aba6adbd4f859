import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { postToNode } from '../../functions/node/post-to-node.ts';
import { HintedWorld, stranger, walletNumber } from '../support/hinted-world.ts';
import { sizeTexts } from '../support/refusal-texts.ts';
import { Anvil } from './anvil.ts';
import { LimitedHost } from './limited-host.ts';

/** The most calls of one tick to a node. */
const mostCalls = 100;

const walletsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => walletNumber(first + n));
/** In a contract's logs an address is in lower case, in any order. */
const sorted = (wallets: Iterable<Address>) => [...new Set(wallets)].sort();

let anvil: Anvil;
let host: LimitedHost;
let world: HintedWorld;

beforeEach(async () => {
  world = new HintedWorld(postToNode);
  // No sweep of the idle wallets comes in between.
  world.sweepSeconds = 1_000_000_000;
  anvil = await Anvil.start(world.dispatch.now);
  host = await new LimitedHost(anvil).open();
  world.parameter = `${host.url}/v2/a-key`;
  return () => {
    host.close();
    anvil.stop();
  };
});

/** A block with these transfers and so many empty ones behind it, and the tick that comes next. */
async function tickAfter(
  pairs: readonly { from: Address; to: Address }[],
  emptyBlocks = 0,
): Promise<Address[]> {
  await anvil.mine(pairs, world.dispatch.now + 30_000, emptyBlocks);
  host.calls = 0;
  const polled = await world.tick({ mines: false });
  expect(host.calls).toBeLessThanOrEqual(mostCalls);
  return sorted(polled);
}

/** Two ticks: silence counts from the second scan on. */
async function rely(): Promise<void> {
  for (let tick = 0; tick < 2; tick += 1) await tickAfter([]);
}

describe('5,000 wallets on a real chain', () => {
  const wallets = walletsFrom(1, 5_000);
  beforeEach(async () => {
    world.watch(wallets);
    await rely();
  });

  it('are polled if ten thousand transfers of a minute were theirs, and no other wallet is', async () => {
    const active = wallets.slice(1_000, 3_500);
    const pairs = Array.from({ length: 10_000 }, (_, n) => {
      const wallet = active[n % active.length] ?? stranger;
      return n % 2 === 0 ? { from: stranger, to: wallet } : { from: wallet, to: stranger };
    });
    host.limits = { ...host.limits, blocks: 10 };
    expect(await tickAfter(pairs, 30)).toEqual(sorted(active));
  });

  it('are all polled while the node lags behind the head that it shows, and after it the active ones', async () => {
    const [one, two] = [walletNumber(7), walletNumber(8)];
    host.lag = 3;
    expect(await tickAfter([{ from: stranger, to: one }], 1)).toEqual(sorted(wallets));
    host.lag = 0;
    // The blocks in between are read again, whatever was polled meanwhile.
    expect(await tickAfter([{ from: two, to: stranger }], 1)).toEqual(sorted([one, two]));
  });

  it('are polled again if a re-org has replaced the blocks that were scanned', async () => {
    const [before, after] = [walletNumber(11), walletNumber(12)];
    const snapshot = await anvil.rpc('evm_snapshot');
    expect(await tickAfter([{ from: stranger, to: before }], 4)).toEqual([before]);
    await anvil.rpc('evm_revert', snapshot);
    // Of the same heights, and a block more.
    expect(await tickAfter([{ from: stranger, to: after }], 5)).toContain(after);
  });
});

describe('a host that says', () => {
  // Above 2,000 wallets all transfers are asked for, below them those of lists.
  it.each(sizeTexts.map((says, n) => [says, n % 2 === 0 ? 3_000 : 1_500] as const))(
    '"%s" is asked for less, for %d wallets',
    async (says, count) => {
      world.watch(walletsFrom(1, count));
      await rely();
      const active = walletsFrom(100, 40);
      host.limits = { topics: 1_000, blocks: 10, results: 500, says };
      const pairs = active.flatMap((wallet) => Array(20).fill({ from: stranger, to: wallet }));
      expect(await tickAfter(pairs, 24)).toEqual(sorted(active));
      host.refused = 0;
      expect(await tickAfter([{ from: active[0] ?? stranger, to: stranger }], 24)).toContain(active[0]);
      // The range that worked is remembered.
      expect(host.refused).toBe(0);
    },
  );

  it('that its lists are too long gets shorter ones', async () => {
    const wallets = walletsFrom(1, 1_500);
    world.watch(wallets);
    await rely();
    host.limits = { ...host.limits, topics: 150 };
    const active = wallets.filter((_, n) => n % 100 === 0);
    expect(await tickAfter(active.map((wallet) => ({ from: wallet, to: stranger })))).toEqual(sorted(active));
  });
});
