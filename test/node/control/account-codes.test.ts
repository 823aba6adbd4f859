import { describe, expect, it } from 'vitest';
import type { Address } from '../../../functions/chain/address.ts';
import { readTokenBalances } from '../../../functions/node/ask-of-wallets.ts';
import type { RpcAnswer, RpcCall } from '../../../functions/node/calls.ts';
import { findAuthorization, readCodes } from '../../../functions/node/control/account-codes.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { walletNumber } from '../../support/hinted-world.ts';

/** A node with one answer for every call; it keeps what it was asked. */
function nodeThatSays(answer: RpcAnswer | ((call: RpcCall) => RpcAnswer)) {
  const asked: RpcCall[] = [];
  const ask = async (calls: readonly RpcCall[]) => {
    asked.push(...calls);
    return calls.map((call) => (typeof answer === 'function' ? answer(call) : answer));
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

describe('the authorization of a delegation', () => {
  const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
  const sent = (n: number, from: Address, delegates: Address[] = [usdc]) => ({
    ...{ hash: hash(n), index: 0, from, to: null, value: 0n, gasPrice: 5n },
    delegates,
  });
  const block = (number: number, ...transactions: ReturnType<typeof sent>[]) => ({
    ...{ number, hash: hash(number), minedAt: 12 * number },
    transactions,
  });
  /** The treasury runs the contract from this block on. */
  const delegatedAt = (first: number) =>
    nodeThatSays(({ params }) => codes(Number(params[1]) < first ? '' : `ef0100${usdc.slice(2)}`));

  it.each([
    ['others in its block authorize too', [sent(70, exchange), sent(71, treasury)], hash(71)],
    ['it is the only one, whoever sends it', [sent(70, exchange), sent(71, treasury, [])], hash(70)],
    ['strangers send several', [sent(70, exchange), sent(71, exchange)], undefined],
  ])('is found by the code before and after its block: %s', async (_how, ofBlock, transactionHash) => {
    const blocks = [
      block(6, sent(60, exchange)),
      block(7, ...ofBlock),
      block(8),
      block(9, sent(90, exchange)),
    ];
    const found = await findAuthorization(treasury, usdc, blocks, delegatedAt(7));
    expect(found).toEqual(transactionHash && { blockNumber: 7, transactionHash, minedAt: 84 });
  });

  it('is looked for in the last three blocks in which somebody authorized the contract', async () => {
    const node = delegatedAt(5);
    const blocks = [5, 6, 7, 8].map((number) => block(number, sent(10 * number, exchange)));
    expect(await findAuthorization(treasury, usdc, [...blocks, block(9)], node)).toBeUndefined();
    expect(node.asked.map(({ params }) => Number(params[1]))).toEqual([7, 8, 6, 7, 5, 6]);
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
