import { describe, expect, it } from 'vitest';
import { readBalances, readTokenBalances } from '../../../functions/node/ask-of-wallets.ts';
import type { RpcAnswer, RpcCall } from '../../../functions/node/calls.ts';
import { readCodes } from '../../../functions/node/control/account-codes.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { answerProgram, emptyAccounts } from '../../support/fakes/node-answers.ts';
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

const word = (digits: string) => digits.padStart(64, '0');
const result = (...words: string[]) => ({ result: `0x${words.map(word).join('')}` });
const codes = (...all: string[]) => ({ result: `0x${all.map((code) => code.padStart(48, '0')).join('')}` });

describe('the contract whose code an account runs', () => {
  const wallets = [treasury, exchange, usdc];

  it("is the one it delegates to; any other code is the account's own", async () => {
    const code = `6080604052${'34'.repeat(18)}`;
    const node = nodeThatSays(codes(`ef0100${usdc.slice(2).toUpperCase()}`, '', code));
    expect(await readCodes(wallets, 18, node)).toEqual(
      new Map([
        [treasury, { hasCode: true, delegate: usdc }],
        [exchange, { hasCode: false, delegate: null }],
        [usdc, { hasCode: true, delegate: null }],
      ]),
    );
    expect(node.asked).toMatchObject([{ method: 'eth_call', params: [{}, '0x12'] }]);
  });

  it('is not known if the node refuses, or answers for fewer wallets', async () => {
    const answers = [{ error: 'missing trie node' }, { result: null }, { result: 'no code' }];
    for (const answer of answers) expect(await readCodes(wallets, 18, nodeThatSays(answer))).toBeNull();
    const many = Array.from({ length: 41 }, (_, n) => walletNumber(n + 1));
    expect(await readCodes(many, 18, nodeThatSays(codes('', '')))).toBeNull();
  });

  it('is read singly from a node that runs no undeployed program', async () => {
    const said = new Map([
      [treasury, `0xef0100${usdc.slice(2)}`],
      [exchange, '0x'],
      [usdc, `0x${'60'.repeat(9_000)}`],
    ]);
    const ask = async (calls: readonly RpcCall[]) =>
      calls.map(({ method, params: [wallet] }): RpcAnswer => {
        if (method !== 'eth_getCode') return { error: 'to is required' };
        return { result: said.get(wallet as typeof usdc) };
      });
    expect(await readCodes(wallets, 18, { ask })).toEqual(
      new Map([
        [treasury, { hasCode: true, delegate: usdc }],
        [exchange, { hasCode: false, delegate: null }],
        [usdc, { hasCode: true, delegate: null }],
      ]),
    );
  });

  it('costs a call for a thousand wallets, or two if the first is refused, and none without wallets', async () => {
    const many = Array.from({ length: 2_001 }, (_, n) => walletNumber(n + 1));
    const node = nodeThatSays({ error: 'no' });
    await readCodes(many, 18, node);
    expect(node.asked).toHaveLength(2 * 3);
    expect(await readCodes([], 18, node)).toEqual(new Map());
    expect(node.asked).toHaveLength(2 * 3);
    await readCodes(many.slice(0, 40), 18, node);
    expect(node.asked).toHaveLength(2 * (3 + 1 + 40));
  });
});

describe("a wallet's balance", () => {
  it.each([
    ['0x', null],
    ['0x0', 0n],
    [`0x${'0'.repeat(61)}1f4`, 500n],
    [`0x1${'0'.repeat(64)}`, null],
    [5, null],
  ])('asked of a node that runs no undeployed program, which says %j, is %s', async (result, balance) => {
    const [balances] = await readBalances([treasury], [18], nodeThatSays({ result }));
    expect(balances?.get(treasury) ?? null).toBe(balance);
  });
});

it('the balances of more than a thousand wallets are those of their blocks', async () => {
  const many = Array.from({ length: 1_001 }, (_, n) => walletNumber(n + 1));
  const ask = async (calls: readonly RpcCall[]) =>
    calls.map(({ params: [call, block] }): RpcAnswer => {
      const balanceOf = (wallet: string) => BigInt(wallet) * BigInt(block as string);
      return { result: answerProgram(Object(call).data, { ...emptyAccounts, balanceOf }) };
    });
  const read = await readBalances(many, [2, 3, 5], { ask });
  expect(read.map((balances) => balances?.get(walletNumber(1_001)))).toEqual([2_002n, 3_003n, 5_005n]);
  expect(read.map((balances) => balances?.get(walletNumber(7)))).toEqual([14n, 21n, 35n]);
});

describe("a token's balance", () => {
  it('is a number of 32 bytes, nothing if there is no contract; any other answer is unknown', async () => {
    const answers: RpcAnswer[] = [
      result('64'),
      { error: 'execution reverted' },
      { result: '0x' },
      result('1', '2'),
      { result: `0x${'zz'.repeat(32)}` },
      { result: 7 },
    ];
    const holdings = answers.map(() => ({ wallet: treasury, token: usdc }));
    const node = { ask: async () => answers };
    expect(await readTokenBalances(holdings, 18, node)).toEqual([100n, null, undefined, null, null, null]);
  });

  it('is asked for with bounded gas', async () => {
    const node = nodeThatSays(result('64'));
    await readTokenBalances([{ wallet: treasury, token: usdc }], 18, node);
    expect(node.asked).toEqual([
      {
        method: 'eth_call',
        params: [{ to: usdc, data: `0x70a08231${word(treasury.slice(2))}`, gas: '0x493e0' }, '0x12'],
      },
    ]);
  });
});
