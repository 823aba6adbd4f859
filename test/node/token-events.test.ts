import { describe, expect, it } from 'vitest';
import { readEventLog } from '../../functions/node/event-log.ts';
import {
  movementsIn,
  nativeEmitter,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
  withdrawalTopic,
} from '../../functions/node/movements.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';
import { topicOf, wireLog, word } from '../support/event-logs.ts';

const movedBy = (over: Record<string, unknown> = {}) => {
  const log = readEventLog(wireLog(over));
  return log === null ? null : movementsIn(log);
};
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const sides = { from: treasury, to: exchange };

describe('a log', () => {
  it('is read in any letter case, with the time that newer nodes add', () => {
    const inCapitals = { address: usdc.toUpperCase().replace('0X', '0x'), blockHash: `0x${'AB'.repeat(32)}` };
    expect(readEventLog(wireLog(inCapitals))).toMatchObject({
      address: usdc,
      blockHash: `0x${'ab'.repeat(32)}`,
      blockNumber: 16,
      transactionIndex: 2,
      logIndex: 5,
      minedAt: 101,
    });
    expect(readEventLog(wireLog({ logIndex: `0x${'29'.padStart(64, '0')}` }))?.logIndex).toBe(41);
    expect(readEventLog(wireLog({ data: `0x${'AB'.repeat(64)}` }))?.words).toEqual(
      Array(2).fill('ab'.repeat(32)),
    );
  });

  it.each([
    ['a number', 7],
    ['nothing', null],
    ['one without an address', wireLog({ address: null })],
    ['one without its transaction', wireLog({ transactionHash: null })],
    ["one without its block's hash", wireLog({ blockHash: null })],
    ['one with a hash of 33 bytes', wireLog({ blockHash: `0x${'ab'.repeat(33)}` })],
    ['one with a hash that has no beginning', wireLog({ blockHash: `00x${'ab'.repeat(32)}` })],
    ['one without its place in the block', wireLog({ transactionIndex: null })],
    ['one without its own index', wireLog({ logIndex: null })],
    ['one with a number that is no text', wireLog({ logIndex: ['0x5'] })],
    ['one with a quantity that has no beginning', wireLog({ logIndex: '00x5' })],
    ['one without topics', wireLog({ topics: 'none' })],
    ['one without data', wireLog({ data: null })],
    ['one with data that is no text', wireLog({ data: [`0x${word(1)}`] })],
    ['one with data that has no beginning', wireLog({ data: `00x${word(1)}` })],
    ['one with half a byte of data', wireLog({ data: `0x${word(1)}0` })],
    ['one that a re-org took back', wireLog({ removed: true })],
    ['one without a block', wireLog({ blockNumber: null })],
    ['one with five topics', wireLog({ topics: Array.from({ length: 5 }, () => transferTopic) })],
    ['one with half a topic', wireLog({ topics: [transferTopic, '0x00'] })],
    ['one beyond 2^52', wireLog({ logIndex: '0x10000000000000' })],
  ])('is not %s', (_what, value) => expect(readEventLog(value)).toBeNull());
});

describe('an event moves', () => {
  it('units of a token', () => {
    expect(movedBy()).toEqual([{ kind: 'erc20', token: usdc, tokenId: null, ...sides, value: 12_500_000n }]);
  });

  it('a piece of an ERC721 collection, by its number', () => {
    const topics = [transferTopic, topicOf(treasury), topicOf(exchange), `0x${word(2n ** 256n - 1n)}`];
    expect(movedBy({ topics, data: '0x' })).toEqual([
      { kind: 'erc721', token: usdc, tokenId: (2n ** 256n - 1n).toString(), ...sides, value: 1n },
    ]);
  });

  const operated = (of: string, from = topicOf(treasury)) => [of, topicOf(usdc), from, topicOf(exchange)];

  it('a piece that stands more than once in a batch with the sum of its counts', () => {
    const movedIn = (...counts: readonly bigint[]) => {
      const lists = [64, 96 + 32 * counts.length, counts.length, ...counts.map(() => 7), counts.length];
      const data = `0x${[...lists, ...counts].map(word).join('')}`;
      return movedBy({ topics: operated(transferBatchTopic), data })?.map(({ value }) => value);
    };
    expect(movedIn(1n, 1n, 3n)).toEqual([5n]);
    expect(movedIn(2n ** 256n - 1n, 1n)).toEqual([2n ** 256n - 1n]);
    // A thief may hide a piece behind a thousand counts of zero, which an honest contract takes for 2.3 million gas.
    expect(movedIn(1n, ...Array(1_000).fill(0n))).toEqual([1n]);
  });

  it('pieces of an ERC1155 collection, one by one and in a batch', () => {
    expect(movedBy({ topics: operated(transferSingleTopic), data: `0x${word(7)}${word(3)}` })).toEqual([
      { kind: 'erc1155', token: usdc, tokenId: '7', ...sides, value: 3n },
    ]);
    const lists = [64, 160, 2, 7, 300, 2, 3, 4].map(word).join('');
    expect(movedBy({ topics: operated(transferBatchTopic), data: `0x${lists}` })).toEqual([
      { kind: 'erc1155', token: usdc, tokenId: '7', ...sides, value: 3n },
      { kind: 'erc1155', token: usdc, tokenId: '300', ...sides, value: 4n },
    ]);
  });

  it("the chain's own coin, if EIP-7708's emitter wrote it", () => {
    expect(movedBy({ address: nativeEmitter, data: `0x${word(10n ** 18n)}` })).toEqual([
      { kind: 'native', token: null, tokenId: null, ...sides, value: 10n ** 18n },
    ]);
  });

  const unwrapped = { address: weth, topics: [withdrawalTopic, topicOf(treasury)], data: `0x${word(7)}` };
  it("the chain's own coin, if its wrapped form pays it out: no Transfer event shows this", () => {
    const paid = { kind: 'native', token: null, tokenId: null, from: weth, to: treasury, value: 7n };
    expect(movedBy(unwrapped)).toEqual([paid]);
  });

  const single = (...words: (number | bigint)[]) => ({
    ...{ topics: operated(transferSingleTopic), data: `0x${words.map(word).join('')}` },
  });
  const batch = (...words: (number | bigint)[]) => ({
    ...single(...words),
    topics: operated(transferBatchTopic),
  });
  const dirt = `0x${'f'.repeat(64)}`;
  it.each([
    ['unwrapped coin of a contract that may make it up', { ...unwrapped, address: usdc }],
    ['unwrapped coin of nobody', { ...unwrapped, topics: [withdrawalTopic] }],
    ['no unwrapped coin', { ...unwrapped, data: `0x${word(0)}` }],
    ['unwrapped coin of no amount', { ...unwrapped, data: '0x' }],
    ['another event', { topics: [`0x${'11'.repeat(32)}`] }],
    ['no amount', { data: '0x' }],
    ['an amount of two words', { data: `0x${word(1)}${word(2)}` }],
    ['an amount of half a word', { data: '0x01' }],
    ['an amount and a half', { data: `0x${word(1)}01` }],
    ["coin or a fee in an event of ZKsync's own", { address: `0x${'800A'.padStart(40, '0')}` }],
    ['an amount of a piece', { topics: [transferTopic, ...[1, 2, 3].map(topicOf)] }],
    ['no receiver', { topics: [transferTopic, topicOf(treasury)] }],
    ['an address with dirt before it', { topics: [transferTopic, dirt, topicOf(exchange)] }],
    ['sides that are not indexed', { topics: [transferTopic] }],
    ['a piece without a receiver', { ...single(7, 3), topics: operated(transferSingleTopic).slice(0, 3) }],
    ['a piece with dirt before its sender', { ...single(7, 3), topics: operated(transferSingleTopic, dirt) }],
    ['a piece without a count', single(7)],
    ['a piece with two counts', single(7, 3, 4)],
    ['a piece with half a count', { ...single(), data: `0x${word(7)}03` }],
    ['a piece of the coin', { ...single(7, 3), address: nativeEmitter }],
    ['a batch that ends too early', batch(64)],
    ['a batch of two ids and one count', batch(64, 160, 2, 7, 8, 1, 3)],
    ['a batch of two pieces, and one word of them', batch(64, 64, 2, 7)],
    ['a batch without counts', batch(64, 320, 1, 7)],
    ['a batch that says it is endless', batch(64, 64, 2n ** 255n)],
    ['a batch that begins within a word', batch(33, 33, 1, 1)],
    ['a batch whose ids are its counts, which a thief writes for half the gas', batch(64, 64, 1, 1)],
  ])('nothing, if there is %s', (_what, over) => expect(movedBy(over)).toEqual([]));
});
