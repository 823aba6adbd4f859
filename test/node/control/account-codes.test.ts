import { describe, expect, it } from 'vitest';
import { readTokenBalances } from '../../../functions/node/ask-of-wallets.ts';
import type { RpcAnswer, RpcCall } from '../../../functions/node/calls.ts';
import { readCodes } from '../../../functions/node/control/account-codes.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { walletNumber } from '../../support/hinted-world.ts';

/** A node with one answer for every call; it keeps what it was asked. */
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

  it('is that of its delegation; other code is its own', async () => {
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
    const answers = [{ error: 'missing trie node' }, codes('', ''), { result: null }, { result: '0x' }];
    for (const answer of answers) expect(await readCodes(wallets, 18, nodeThatSays(answer))).toBeNull();
  });

  it('costs a call for a thousand wallets, and none without wallets', async () => {
    const many = Array.from({ length: 2_001 }, (_, n) => walletNumber(n + 1));
    const node = nodeThatSays({ error: 'no' });
    await readCodes(many, 18, node);
    expect(node.asked).toHaveLength(3);
    expect(await readCodes([], 18, node)).toEqual(new Map());
    expect(node.asked).toHaveLength(3);
  });
});

describe("a token's balance", () => {
  it('is a number of 32 bytes; a contract that says anything else says nothing', async () => {
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
    expect(await readTokenBalances(holdings, 18, node)).toEqual([100n, null, null, null, null, null]);
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
