import { describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { readRow } from '../../functions/wallet/read-row.ts';
import { RowUnreadable } from '../../functions/wallet/watchlist-row.ts';
import { treasury, usdc } from '../support/alerts.ts';

const row = (attributes: Record<string, unknown> = {}) => ({ wallet: treasury, chain: 'eth', ...attributes });
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f';

describe('a row of two keys', () => {
  it('works, with every default of the contract', () => {
    expect(readRow(row())).toEqual({
      wallet: treasury,
      chain: expect.objectContaining({ name: 'eth', id: '0x1' }),
      label: null,
      direction: 'both',
      tokens: null,
      ignoreTokens: new Set(),
      minAmount: { byToken: new Map(), otherwise: '0' },
      minUsd: '0',
      minBalance: new Map(),
      trustedTokens: new Set(),
      kinds: null,
      spam: 'hide',
      everySeconds: null,
      paused: false,
      fromBlock: null,
      tags: [],
      singles: 10,
    });
  });

  it.each([treasury.toUpperCase().replace('0X', '0x'), checksumAddress(treasury), ` ${treasury} `])(
    'takes the address as %s',
    (wallet) => expect(readRow({ ...row(), wallet }).wallet).toBe(treasury),
  );

  it('refuses a checksum that does not fit, in a sentence that names the attribute', () => {
    const wrong = checksumAddress(treasury).replace('d', 'D');
    expect(() => readRow({ ...row(), wallet: wrong })).toThrow(/^wallet: .*checksum/);
  });

  it.each(['ETH', '0x1', '0X1', ' eth '])('takes the chain as "%s"', (chain) => {
    expect(readRow({ ...row(), chain }).chain.name).toBe('eth');
  });

  it("names the known chains if the row's chain is unknown", () => {
    expect(() => readRow({ ...row(), chain: 'etherium' })).toThrow(/^chain: .*polygon/);
  });
});

describe('optional attributes, as people type them', () => {
  it.each([
    ['a set', new Set([usdc, dai])],
    ['a list', [usdc, dai]],
    ['one text with commas', ` ${usdc} , ${checksumAddress(parseAddress(dai))},`],
  ])('takes token addresses as %s', (_form, tokens) => {
    expect(readRow(row({ tokens })).tokens).toEqual(new Set([usdc, dai]));
  });

  it('takes a floor as coins of the chain, or as a map', () => {
    expect(readRow(row({ minBalance: '0.50' })).minBalance).toEqual(new Map([[null, '0.50']]));
    const minBalance = { native: 0.1, [checksumAddress(usdc)]: '1000', [dai]: 0 };
    expect(readRow(row({ minBalance })).minBalance).toEqual(
      new Map([
        [null, '0.1'],
        [usdc, '1000'],
      ]),
    );
    expect(() => readRow(row({ minBalance: 'some' }))).toThrow(/^minBalance: "some" is not an amount/);
  });

  it("takes native for the chain's own coin, in lists and in minAmount", () => {
    const { tokens, minAmount } = readRow(row({ tokens: `${usdc}, Native`, minAmount: { native: '0.5' } }));
    expect(tokens).toEqual(new Set([usdc, null]));
    expect(minAmount.byToken).toEqual(new Map([[null, '0.5']]));
  });

  it('takes a token by its symbol if the list has one of it on the chain', () => {
    const attributes = { tokens: 'usdc, DAI', trustTokens: 'WETH', minAmount: { USDC: '10' } };
    const { tokens, trustedTokens, minAmount } = readRow(row(attributes));
    expect(tokens).toEqual(new Set([usdc, dai]));
    expect(trustedTokens.size).toBe(3);
    expect(minAmount.byToken).toEqual(new Map([[usdc, '10']]));
  });

  it.each([
    ['eth', 'USDCC', /^tokens: "USDCC" is not an address, nor the symbol of a token on eth/],
    ['0x4d2', 'USDC', /^tokens: "USDC" is not an address, nor the symbol of a token on 0x4d2/],
    ['polygon', 'USDC', /^tokens: "USDC" on polygon may be 0x\w{40} or 0x\w{40}: write the address/],
  ])('takes a symbol for a slip that names none or several on %s: %s', (chain, tokens, said) => {
    expect(() => readRow({ ...row({ tokens }), chain })).toThrow(said);
  });

  it('takes what is watched in any form of a list, and refuses what nobody knows', () => {
    expect(readRow(row({ watch: 'ERC20, nft' })).kinds).toEqual(new Set(['erc20', 'nft']));
    expect(readRow(row({ watch: new Set(['native']) })).kinds).toEqual(new Set(['native']));
    expect(() => readRow(row({ watch: 'nfts' }))).toThrow(/^watch: "nfts" is none of erc20, native/);
  });

  it('trusts the tokens that it asks for as well as trustTokens', () => {
    expect(readRow(row({ tokens: [usdc], trustTokens: dai })).trustedTokens).toEqual(new Set([usdc, dai]));
  });

  it('takes an empty value as one that was not given', () => {
    expect(
      readRow(row({ tokens: '', label: '  ', minAmount: '', paused: '', fromBlock: null, every: '' })),
    ).toEqual(readRow(row()));
  });

  it.each([
    ['12.50', '12.50'],
    ['1E+3', '1000'],
    ['1e-7', '0.0000001'],
    ['.5', '0.5'],
    ['007', '7'],
    // The largest number of DynamoDB, which writes all of its digits.
    [`9${'0'.repeat(125)}`, `9${'0'.repeat(125)}`],
  ])('takes minAmount %s as %s', (typed, amount) => {
    expect(readRow(row({ minAmount: typed })).minAmount.otherwise).toBe(amount);
  });

  it.each([{ [usdc]: '0.1' }, `{"${usdc}": 0.1}`])('takes minAmount by token: %o', (minAmount) => {
    expect(readRow(row({ minAmount })).minAmount).toEqual({
      byToken: new Map([[usdc, '0.1']]),
      otherwise: '0',
    });
  });

  it.each([
    [true, true],
    ['true', true],
    ['Yes', true],
    ['1', true],
    [false, false],
    ['no', false],
  ])('takes paused %s as %s', (typed, paused) => expect(readRow(row({ paused: typed })).paused).toBe(paused));

  it.each([
    ['25', 25],
    [0, 0],
    ['', 10],
    ['5000', 1_000],
  ])('takes singles %o as %i', (singles, read) => {
    expect(readRow(row({ singles })).singles).toBe(read);
  });

  it.each(['18000000', '18,000,000', 18_000_000])('takes fromBlock %s', (fromBlock) => {
    expect(readRow(row({ fromBlock })).fromBlock).toBe(18_000_000);
  });

  it('takes words and attribute names in any letter case', () => {
    const watch = readRow(row({ Direction: 'IN', SPAM: 'Mark', Every: ' 30S ', mintransfer: 1 }));
    expect(watch).toMatchObject({ direction: 'in', spam: 'mark', everySeconds: 30 });
  });

  it('takes attribute names as other tables have them', () => {
    const watch = readRow(row({ min_amount: 5, 'from-block': 7, 'ignore tokens': usdc }));
    expect(watch.fromBlock).toBe(7);
    expect(watch.ignoreTokens).toEqual(new Set([usdc]));
    expect(watch).toEqual(readRow(row({ minAmount: 5, fromBlock: 7, ignoreTokens: usdc })));
    expect(readRow(row({ minAmount: 6, min_amount: 5 }))).toEqual(readRow(row({ minAmount: 6 })));
  });

  it.each([
    ['label', { label: '\u{4E2D}'.repeat(45_000) }],
    ['tokens', { label: 'x'.repeat(40_000), tags: 'x'.repeat(40_000), tokens: Array(2_000).fill(usdc) }],
  ])('refuses a row that no poll can be handed, by its longest attribute: %s', (attribute, over) => {
    expect(() => readRow(row(over))).toThrow(new RegExp(`^${attribute}: the row is too long`));
  });

  it('takes a thousand tokens', () => {
    expect(readRow(row({ tokens: Array(1_000).fill(usdc) })).tokens?.size).toBe(1);
  });

  it('takes numbers as tags and labels', () => {
    expect(readRow(row({ tags: 'ops, 7', label: 42 }))).toMatchObject({ tags: ['ops', '7'], label: '42' });
  });
});

describe('a row that can not be understood', () => {
  it.each([
    ['tokens', { tokens: '0x12' }],
    ['ignoreTokens', { ignoreTokens: [checksumAddress(usdc).replace('A', 'a')] }],
    ['trustTokens', { trustTokens: { a: 1 } }],
    ['direction', { direction: 'incoming' }],
    ['spam', { spam: 'never' }],
    ['minAmount', { minAmount: '1,000' }],
    ['minAmount', { minAmount: '-1' }],
    ['minAmount', { minAmount: '.' }],
    ['minAmount', { minAmount: '{"0x12": 1}' }],
    ['minAmount', { minAmount: '{nonsense' }],
    ['minAmount', { minAmount: [1] }],
    ['every', { every: '90s' }],
    ['every', { every: '5' }],
    ['every', { every: '1s' }],
    ['paused', { paused: 'maybe' }],
    ['fromBlock', { fromBlock: 'latest' }],
    ['fromBlock', { fromBlock: '-1' }],
    ['label', { label: ['a'] }],
    ['singles', { singles: 'ten' }],
    ['singles', { singles: '-1' }],
    ['singles', { singles: 2.5 }],
  ])('says that %s is at fault: %o', (attribute, attributes) => {
    const read = () => readRow(row(attributes));
    expect(read).toThrow(RowUnreadable);
    expect(read).toThrow(
      expect.objectContaining({ attribute, message: expect.stringContaining(`${attribute}:`) }),
    );
  });
});
