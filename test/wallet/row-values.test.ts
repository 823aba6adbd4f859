import { describe, expect, it } from 'vitest';
import { parseInterval, readRow } from '../../functions/wallet/read-row.ts';
import { RowUnreadable } from '../../functions/wallet/watchlist-row.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';

const rowWith = (attributes: object) => readRow({ wallet: treasury, chain: 'eth', ...attributes });

/** The refusal of a row with these attributes. */
function refusalOf(attributes: object): RowUnreadable {
  try {
    rowWith(attributes);
  } catch (error) {
    if (error instanceof RowUnreadable) return error;
    throw error;
  }
  throw new Error('the row was read');
}

describe('an attribute of few words', () => {
  it.each(['in', 'out', 'both'])('direction may be %s', (direction) => {
    expect(rowWith({ direction }).direction).toBe(direction);
  });
  it.each(['hide', 'mark', 'show'])('spam may be %s', (spam) => {
    expect(rowWith({ spam }).spam).toBe(spam);
  });
  it('is refused with the words that there are', () => {
    expect(refusalOf({ direction: 'up' }).message).toBe('direction: "up" is none of in, out, both.');
  });
});

describe('a value of a wrong form', () => {
  it.each([
    ['label', { a: 1 }, 'label: this takes one text.'],
    ['every', ['1m'], 'every: this takes one text.'],
    ['tags', { a: 1 }, 'tags: this takes a set, a list or one comma-separated text.'],
    ['tags', [['a']], 'tags: this takes one text.'],
    ['minAmount', [1], 'minAmount: this takes one number, or a map from token address to number.'],
    ['minAmount', new Set([1]), 'minAmount: this takes one number, or a map from token address to number.'],
    [
      'minBalance',
      { [usdc]: '5', USDC: '50' },
      'minBalance: "USDC" stands there twice, with two amounts: leave one of them out.',
    ],
  ])('%s: %o is refused with what it takes', (attribute, value, message) => {
    expect(refusalOf({ [attribute]: value })).toMatchObject({ name: 'RowUnreadable', attribute, message });
  });

  it('is named with the chain that nobody knows', () => {
    expect(() => readRow({ wallet: treasury, chain: 'nowhere' })).toThrow(
      expect.objectContaining({ attribute: 'chain', message: expect.stringMatching(/^chain: /) }),
    );
  });

  it('is cut if it is long', () => {
    expect(refusalOf({ paused: 'x'.repeat(60) }).message).toContain(`"${'x'.repeat(60)}"`);
    expect(refusalOf({ paused: 'x'.repeat(61) }).message).toContain(`"${'x'.repeat(60)}..."`);
  });
});

it('what is empty was not given', () => {
  const empty = { label: null, tags: null, every: ' ', tokens: ' , ;', minAmount: null, fromBlock: '' };
  expect(rowWith(empty)).toEqual(rowWith({}));
  expect(rowWith({ label: ' Cold ' }).label).toBe('Cold');
});

it('token addresses are parted by commas, blanks or semicolons, as many as there are', () => {
  expect([...rowWith({ ignoreTokens: `${usdc} ;  ${exchange},` }).ignoreTokens]).toEqual([usdc, exchange]);
});

describe('a first block', () => {
  it.each([
    ['18000000', 18_000_000],
    ['18000000.000', 18_000_000],
    ['18,000,000', 18_000_000],
    ['18 000 000', 18_000_000],
    ['18_000_000', 18_000_000],
    ['0', 0],
  ])('may be written as %s', (fromBlock, block) => {
    expect(rowWith({ fromBlock }).fromBlock).toBe(block);
  });
  it.each(['1.05', '1.0x', 'x1,000', '1,000x', '1,00', '1e6', '1234567890123456', '-1'])(
    'is not %s',
    (fromBlock) => {
      expect(refusalOf({ fromBlock }).message).toBe(
        `fromBlock: "${fromBlock}" is not a block number: write digits only.`,
      );
    },
  );
});

describe('an interval', () => {
  it.each([
    ['5s', 5],
    [' 60S ', 60],
    ['2 m', 120],
    ['120s', 120],
    ['24h', 86_400],
    ['1d', 86_400],
  ])('%s is %i seconds', (text, seconds) => {
    expect(parseInterval(text)).toBe(seconds);
  });
  it.each([
    ['4s', '"4s" is out of range: an interval is 5s at the least and 1d at the most.'],
    ['25h', '"25h" is out of range: an interval is 5s at the least and 1d at the most.'],
    ['90s', '"90s" is not whole minutes: above one minute, write 2m, 5m or 1h.'],
    ['x5m', '"x5m" is no interval: write it as 30s, 5m or 1h.'],
    ['5mm', '"5mm" is no interval: write it as 30s, 5m or 1h.'],
    ['5xm', '"5xm" is no interval: write it as 30s, 5m or 1h.'],
    ['5'.repeat(50), `"${'5'.repeat(40)}" is no interval: write it as 30s, 5m or 1h.`],
  ])('%s is refused with what is accepted', (text, message) => {
    expect(() => parseInterval(text)).toThrow(new RangeError(message));
  });
});

describe('a minimum', () => {
  it.each([
    ['1e18', '1000000000000000000'],
    ['1.5E2', '150'],
    ['15e-1', '1.5'],
    ['15e-2', '0.15'],
    ['15e-3', '0.015'],
    ['1e10', '10000000000'],
    ['007', '7'],
    ['.5', '0.5'],
    [' 0.10', '0.10'],
  ])('of %s is the plain decimal %s', (minAmount, otherwise) => {
    expect(rowWith({ minAmount }).minAmount.otherwise).toBe(otherwise);
  });
  it('of a map in JSON keeps its digits, as numbers or as texts', () => {
    const minAmount = ` {"${usdc}": 0.10, "${exchange}": "7"}`;
    expect([...rowWith({ minAmount }).minAmount.byToken]).toEqual([
      [usdc, '0.10'],
      [exchange, '7'],
    ]);
  });
  it.each(['1,5', 'x1', '1x', '1e', '1e1.5', '-1', '1e1234'])('is not %s', (minAmount) => {
    expect(refusalOf({ minAmount }).message).toContain(`minAmount: "${minAmount}" is not an amount`);
  });
});

it('a row that is too long for a poll is refused, by a message with its longest attribute and its bytes', () => {
  // Together with the quotes of its JSON 150,000.
  expect(rowWith({ label: 'x'.repeat(149_998) }).label).toHaveLength(149_998);
  expect(refusalOf({ label: 'x'.repeat(149_999) }).message).toBe(
    'label: the row is too long for a poll: its attributes hold 150001 bytes, of 150000 that there may be.',
  );
  expect(refusalOf({ tags: new Set(['x'.repeat(160_000)]), label: 'x' }).attribute).toBe('tags');
});
