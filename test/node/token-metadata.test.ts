import { expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { type AskNode, hiddenByOthers, type RpcAnswer, tooLarge } from '../../functions/node/calls.ts';
import { metadataOf } from '../../functions/node/token-metadata.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';
import { word } from '../support/event-logs.ts';

const string = (text: string, length = Buffer.byteLength(text)) =>
  `0x${word(32)}${word(length)}${Buffer.from(text)
    .toString('hex')
    .padEnd(Math.ceil(Buffer.byteLength(text) / 32) * 64, '0')}`;
const bytes32 = (text: string) => `0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`;
const said = (result: unknown): RpcAnswer => ({ result });

const readTexts = (tokens: Parameters<typeof metadataOf>[0], node: AskNode) =>
  metadataOf(tokens, findChain('eth'), node, { find: async () => new Map(), keep: async () => {} });

/** A contract with these three answers. */
async function read(name: RpcAnswer, symbol: RpcAnswer, decimals: RpcAnswer) {
  const found = await readTexts([usdc], { ask: async () => [name, symbol, decimals] });
  return found.get(usdc) ?? null;
}
const six = said(`0x${word(6)}`);

it("reads a token's name, symbol and decimals", async () => {
  expect(await read(said(string('USD Coin')), said(string('USDC')), six)).toEqual({
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
  });
});

it('reads names of older tokens, which are 32 bytes', async () => {
  expect(await read(said(bytes32('Maker')), said(bytes32('MKR')), six)).toMatchObject({
    name: 'Maker',
    symbol: 'MKR',
  });
});

it('reads decimals up to 255', async () => {
  expect(await read(six, six, said(`0x${word(255)}`))).toMatchObject({ decimals: 255 });
});

it.each<[string, RpcAnswer]>([
  ['reverts', { error: 'execution reverted' }],
  ['reverts on a node of Nethermind', { error: 'VM execution error.' }],
  ['burns its gas', { error: 'out of gas' }],
  ['has no code', said('0x')],
  ['says more than 255', said(`0x${word(256)}`)],
  ['says 2^255', said(`0x8${'0'.repeat(63)}`)],
  ['answers with half a word', said('0x06')],
])('knows no decimals, and never 18, of a contract that %s', async (_what, decimals) => {
  expect(await read(said(string('A')), said(string('B')), decimals)).toEqual({
    name: 'A',
    symbol: 'B',
    decimals: null,
  });
});

it.each([
  ['a text that is said to be longer than it is', string('abc', 5_000)],
  ['a text that begins elsewhere', `0x${word(64)}${string('USD Coin').slice(66)}`],
  ['a text of 2^255 bytes and three', `0x${word(32)}${word(2n ** 255n + 3n)}${string('abc').slice(130)}`],
  ['a text without its length', `0x${word(32)}00`],
  ['a text that ends in half a byte', `${string('abc')}0`],
  ['a text in other digits', `${string('abc')}zz`],
  ['no text', string('')],
])('knows no name if there is %s', async (_what, name) => {
  expect(await read(said(name), said(string('B')), six)).toMatchObject({ name: null, symbol: 'B' });
});

it('cuts a name of 100 KB', async () => {
  const texts = await read(said(string('x'.repeat(100_000))), said(string('B')), six);
  expect(texts?.name).toHaveLength(1_024);
});

it('omits only the tokens whose contracts the node could not call', async () => {
  const asked: number[] = [];
  const tokens = [treasury, exchange, usdc];
  const found = await readTexts(tokens, {
    ask: async (calls) => {
      asked.push(calls.length);
      return calls.map((_, i) => (i === 4 ? { error: 'timeout' } : said(string('A'))));
    },
  });
  expect([...found.keys()]).toEqual([treasury, usdc]);
  expect(asked).toEqual([9]);
  const failing = { ask: () => Promise.reject(new Error('down')) };
  expect((await readTexts(tokens, failing)).size).toBe(0);
});

it.each(['0x', null])('asks again for a contract that the node does not have yet: %s', async (result) => {
  expect(await read(said(result), said(result), said(result))).toBeNull();
});

it('asks again if the node answers null for one of the three, which no contract does', async () => {
  expect(await read(said(string('A')), said(string('B')), said(null))).toBeNull();
});

it("keeps a contract's other answers beside an endless one, and asks again for one that others hid", async () => {
  expect(await read({ error: tooLarge }, said(string('B')), six)).toEqual({
    name: null,
    symbol: 'B',
    decimals: 6,
  });
  expect(await read({ error: hiddenByOthers }, said(string('B')), six)).toBeNull();
});
