import { expect, it } from 'vitest';
import type { RpcAnswer, RpcCall } from '../../../functions/node/calls.ts';
import { readCodes } from '../../../functions/node/control/account-codes.ts';
import { readBalances, readTokenBalances } from '../../../functions/node/wallet-programs.ts';
import { treasury, usdc } from '../../support/alerts.ts';
import { word } from '../../support/event-logs.ts';
import { walletNumber } from '../../support/worlds/hinted-world.ts';

/** A node with one answer for every call; it records the calls. */
function nodeThatSays(answer: RpcAnswer) {
  const asked: RpcCall[] = [];
  const ask = async (calls: readonly RpcCall[]) => {
    asked.push(...calls);
    return calls.map(() => answer);
  };
  return { asked, ask };
}

it('codes cost a call for a thousand wallets, or two if the first is refused, and none without wallets', async () => {
  const many = Array.from({ length: 2_001 }, (_, n) => walletNumber(n + 1));
  const node = nodeThatSays({ error: 'no' });
  await readCodes(many, 18, node);
  expect(node.asked).toHaveLength(2 * 3);
  expect(await readCodes([], 18, node)).toEqual(new Map());
  expect(node.asked).toHaveLength(2 * 3);
  await readCodes(many.slice(0, 40), 18, node);
  expect(node.asked).toHaveLength(2 * (3 + 1 + 40));
});

it.each([
  ['0x', null],
  ['0x0', 0n],
  [`0x${'0'.repeat(61)}1f4`, 500n],
  [`0x1${'0'.repeat(64)}`, null],
  [5, null],
])('a balance that a node without programs calls %j is %s', async (result, balance) => {
  const [balances] = await readBalances([treasury], [18], nodeThatSays({ result }));
  expect(balances?.get(treasury) ?? null).toBe(balance);
});

it("a token's balance is asked for with bounded gas", async () => {
  const node = nodeThatSays({ result: `0x${word(100)}` });
  await readTokenBalances([{ wallet: treasury, token: usdc }], 18, node);
  const call = { to: usdc, data: `0x70a08231${word(treasury)}`, gas: '0x493e0' };
  expect(node.asked).toEqual([{ method: 'eth_call', params: [call, '0x12'] }]);
});
