import { expect, it } from 'vitest';
import { scanChain } from '../../../functions/activity/scan/scan-chain.ts';
import { largestSizes } from '../../../functions/activity/scan/scan-range.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { createNodeCalls } from '../../../functions/node/json-rpc.ts';
import { parseNodeUrl } from '../../../functions/node/node-parameters.ts';
import type { PostToNode } from '../../../functions/node/post-to-node.ts';
import { UnreadableReply } from '../../../functions/transfer/source-errors.ts';
import { watchOf } from '../../support/alerts.ts';
import { FakeNode } from '../../support/fake-node.ts';
import { HintedWorld, stranger, walletNumber } from '../../support/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];

/** Blocks with alice in each, by a node whose larger answers are cut off. @param fits whether the answer to this body is whole */
async function scanCutOff(blocks: number, fits: (body: string) => boolean) {
  const now = Date.parse('2026-01-02T03:04:05.000Z');
  const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) };
  const node = new FakeNode(1_000, now);
  for (let n = 0; n < blocks; n += 1) node.mine([{ from: stranger, to: alice }], now);
  const post: PostToNode = async (...args) => {
    if (!fits(args[1])) throw new UnreadableReply('too large');
    return node.post(...args);
  };
  const calls = createNodeCalls(parseNodeUrl('https://node.example.org'), true, { post, clock });
  const watched = new Map([alice, bob].map((wallet) => [wallet, watchOf({ wallet })]));
  const scanned = { number: 1_000, hash: node.block(1_000).hash };
  return scanChain(
    findChain('eth'),
    watched,
    { scanned, from: 0, highest: 0, sizes: largestSizes },
    calls,
    clock,
  );
}

const blocksOf = (body: string) => {
  const [, from = '0', to = '0'] = /"fromBlock":"(0x\w+)","toBlock":"(0x\w+)"/.exec(body) ?? [];
  return Number(to) - Number(from) + 1;
};

it('an answer that is cut off is asked for again in smaller ranges, still in batches', async () => {
  const { doubt, seen, sizes } = await scanCutOff(5, (body) => blocksOf(body) <= 2);
  expect([doubt, sizes]).toEqual([null, { ...largestSizes, blocks: 2 }]);
  expect(seen.get(alice)?.blocks.size).toBe(5);
});

it('wallets whose single block is cut off are active for sure, and polled first', async () => {
  const { doubt, seen } = await scanCutOff(1, (body) => !body.includes('eth_getLogs'));
  expect(doubt).toBeNull();
  expect([seen.get(alice)?.kind, seen.get(bob)?.kind]).toEqual(['sent', 'sent']);
});

it('a log of a block that was not asked for is ignored: its mark would stay for ever', async () => {
  const world: HintedWorld = new HintedWorld(async (...args) => {
    const { status, body } = await world.node.post(...args);
    return { status, body: body.replaceAll(/"blockNumber":"0x\w+"/g, '"blockNumber":"0x1fffffffffff"') };
  });
  world.watch([alice, bob]);
  await world.rely();
  world.mine({ from: stranger, to: alice });
  expect(await world.tick()).toEqual([alice, bob]);
  expect(world.table.marks.size).toBe(0);
});

it('a head that was made up is forgotten when the node tells the truth', async () => {
  const world = new HintedWorld();
  world.watch([alice, bob]);
  await world.rely();
  world.node.mine([], world.dispatch.now + 60_000, 2 ** 40);
  await world.tick({ mines: false });
  world.node.truncate(1);
  await world.ticks(3);
  world.mine({ from: stranger, to: alice });
  expect(await world.tick()).toEqual([alice]);
});
