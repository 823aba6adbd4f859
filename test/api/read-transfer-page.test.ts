import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTransferPage } from '../../functions/api/read-transfer-page.ts';
import { parseJson } from '../../functions/http/read-json.ts';
import { UnreadableReply } from '../../functions/transfer/source-errors.ts';
import { forAll } from '../support/for-all.ts';
import { wireEntry, wirePage } from './test-api.ts';

const maxUint256 = 2n ** 256n - 1n;

/** The transfer of a page with one entry. */
function readOne(changes: Record<string, unknown>) {
  const { transfers, unreadable } = readTransferPage(wirePage([wireEntry(changes)]));
  expect(unreadable).toEqual([]);
  const [transfer] = transfers;
  if (transfer === undefined) throw new Error('no transfer was read');
  return transfer;
}

function recorded(name: string): unknown {
  return parseJson(readFileSync(new URL(`../fixtures/upstream/${name}`, import.meta.url), 'utf8'));
}

describe('recorded replies', () => {
  it('of 2022, without token and spam fields, are read with null for them', () => {
    const page = readTransferPage(recorded('transfers-2022-no-token-fields.json'));
    expect(page.next).toBe('opaque-cursor-of-the-next-page');
    expect(page.unreadable).toEqual([]);
    expect(page.transfers).toHaveLength(3);
    expect(page.transfers[0]).toEqual({
      kind: 'erc20',
      tokenId: null,
      internal: false,
      token: {
        address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
        name: null,
        symbol: null,
        decimals: null,
        logo: null,
        verified: null,
      },
      from: { address: '0xa9d1e08c7793af67e9d92fe308d5697fb81d3e43', label: null },
      to: { address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', label: null },
      value: 4489517n,
      transactionHash: '0x1f1c8971dec959d38bcaa5606eb474d028617752240727692cd5ef21a435d847',
      sentBy: null,
      transactionIndex: 48,
      logIndex: 66,
      blockNumber: 16006313,
      blockHash: '0x415f96c01f32d38046e250a357e471000c0876cc2122167056cf4c4c1113a522',
      blockTimestamp: '2022-11-19T20:01:23.000Z',
      possibleSpam: null,
    });
  });
});

describe('both wire forms', () => {
  it("the API document's sample, with numbers and booleans as strings, is read", () => {
    const body = parseJson(`{
      "total": "2000", "page": "2", "page_size": "100",
      "result": {
        "token_name": "Kylin Network", "token_symbol": "KYL", "token_logo": "https://cdn.example/67B6.png",
        "token_decimals": "18", "transaction_hash": "0x${'2D'.repeat(32)}",
        "address": "0x057Ec652A4F150f7FF94f089A38008f49a0DF88e",
        "block_timestamp": "2021-04-02T10:07:54.000Z", "block_number": 12526958,
        "block_hash": "0x${'09'.repeat(32)}",
        "to_address": "0x62AED87d21Ad0F3cdE4D147Fdcc9245401Af0044", "to_address_label": "Binance 2",
        "from_address": "0xd4a3BebD824189481FC45363602b83C9c7e9cbDf", "from_address_label": "Binance 1",
        "value": 650000000000000000, "transaction_index": 12, "log_index": 2,
        "possible_spam": "false", "verified_collection": "True"
      }
    }`);
    const page = readTransferPage(body);
    expect(page).toMatchObject({ next: null, unreadable: [] });
    expect(page.transfers).toMatchObject([
      {
        token: { address: '0x057ec652a4f150f7ff94f089a38008f49a0df88e', decimals: 18, verified: true },
        from: { address: '0xd4a3bebd824189481fc45363602b83c9c7e9cbdf', label: 'Binance 1' },
        to: { label: 'Binance 2' },
        transactionHash: `0x${'2d'.repeat(32)}`,
        value: 650000000000000000n,
        possibleSpam: false,
      },
    ]);
  });
});

it.each([null, 7, [], [wireEntry()], {}, { result: null }, { result: 'x' }, { message: 'hello' }])(
  'a malformed envelope: %j is an unreadable reply',
  (body) => {
    expect(() => readTransferPage(body)).toThrow(UnreadableReply);
  },
);

it('a page with too many entries is an unreadable reply: they would fill the memory', () => {
  expect(readTransferPage(wirePage(Array(10_000).fill({}))).unreadable).toHaveLength(10_000);
  expect(() => readTransferPage(wirePage(Array(10_001).fill({})))).toThrow(UnreadableReply);
});

it("a page's cursor is a string, or a number as a string; without one it is the last page", () => {
  const cursorOf = (cursor: unknown) => readTransferPage(wirePage([], cursor)).next;
  expect(['c', 7].map(cursorOf)).toEqual(['c', '7']);
  expect(['', 0, false, null, undefined].map(cursorOf)).toEqual(Array(5).fill(null));
  for (const odd of [true, {}, ['c']]) expect(() => cursorOf(odd)).toThrow(UnreadableReply);
});

describe('an entry that can not be read', () => {
  it.each([
    ['transaction_hash', undefined, 'transaction_hash is missing, not 0x and 64 hex digits'],
    ['transaction_hash', '0x12', 'transaction_hash is a text of 4 characters, not 0x and 64 hex digits'],
    ['address', null, 'address is null, not an address'],
    ['block_number', '1.5', 'block_number is 1.5, not a whole number'],
    ['block_number', -1, 'block_number is -1, not a whole number'],
    ['block_number', 9007199254740991, 'block_number is 9007199254740991, not a whole number'],
    ['from_address', ['0x'], 'from_address is a list, not an address'],
    ['value', '', 'value is a text of 0 characters, not a whole number from 0 to 2^256-1'],
    ['value', '-5', 'value is -5, not a whole number from 0 to 2^256-1'],
    [
      'value',
      (maxUint256 + 1n).toString(),
      'value is a text of 78 characters, not a whole number from 0 to 2^256-1',
    ],
    ['value', {}, 'value is an object, not a whole number from 0 to 2^256-1'],
  ])('for its %s %j is set apart with the reason, and hides no other', (field, value, reason) => {
    const page = readTransferPage(
      wirePage([wireEntry({ log_index: 1 }), wireEntry({ [field]: value }), wireEntry()]),
    );
    expect(page.transfers).toHaveLength(2);
    const { transaction_hash: hash } = wireEntry();
    const transactionHash = field === 'transaction_hash' ? null : hash;
    expect(page.unreadable).toEqual([
      { transactionHash, blockNumber: field === 'block_number' ? null : 18000000, reason },
    ]);
  });

  it('may also be no object at all', () => {
    const page = readTransferPage(wirePage([null, [], wireEntry()]));
    const reason = 'the entry is not an object';
    expect(page.unreadable).toEqual(Array(2).fill({ transactionHash: null, blockNumber: null, reason }));
    expect(page.transfers).toHaveLength(1);
  });

  it('never stops the page, whatever JSON its fields hold', () => {
    const fields = Object.keys(wireEntry());
    forAll([fc.constantFrom(...fields), fc.jsonValue()], (field, value) => {
      const page = readTransferPage(wirePage([wireEntry({ [field]: value }), wireEntry()]));
      expect(page.transfers.length + page.unreadable.length).toBe(2);
      expect(page.transfers.length).toBeGreaterThanOrEqual(1);
    });
  });
});

describe('an odd field that a transfer can be without', () => {
  it.each([
    ['0', 0],
    ['255', 255],
    [18, 18],
    ['18.0', 18],
    ['256', null],
    ['-1', null],
    [null, null],
  ])('decimals %j are %j', (decimals, expected) => {
    expect(readOne({ token_decimals: decimals }).token.decimals).toBe(expected);
  });

  it('is null and costs nothing else', () => {
    const transfer = readOne({
      token_name: 7,
      token_symbol: '',
      token_logo: 'javascript:alert(1)',
      block_timestamp: 'soon',
      block_hash: '0x',
      to_address: 'nobody',
      to_address_label: {},
      from_address_label: undefined,
      transaction_index: -1,
      log_index: 'x',
      possible_spam: 'maybe',
      verified_contract: 1,
    });
    expect(transfer).toMatchObject({
      token: { name: null, symbol: null, logo: null, verified: null },
      from: { label: null },
      to: { address: null, label: null },
      transactionIndex: null,
      logIndex: null,
      blockHash: null,
      blockTimestamp: null,
      possibleSpam: null,
    });
  });

  it('of the two verified fields, the first readable one counts, the newer first', () => {
    const verified = (collection: unknown, contract: unknown) =>
      readOne({ verified_collection: collection, verified_contract: contract }).token.verified;
    expect(verified('true', undefined)).toBe(true);
    expect(verified('true', null)).toBe(true);
    expect(verified(true, false)).toBe(false);
  });
});

it("token creators' texts stay raw, but have a maximum length", () => {
  const name = '\u202e<b>\n\0';
  expect(readOne({ token_name: name }).token.name).toBe(name);
  expect(readOne({ token_symbol: 'x'.repeat(1_000_000) }).token.symbol).toHaveLength(20_000);
});
