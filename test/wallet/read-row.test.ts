import { describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { parseInterval, parseSweepInterval, readRow } from '../../functions/wallet/read-row.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { mendAdvice } from '../../functions/wallet/watchlist-row.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';

const rowWith = (typed: object = {}) => readRow({ wallet: treasury, chain: 'eth', ...typed });
const dai = parseAddress('0x6b175474e89094c44da98b954eedeac495271d0f');
const minimum = (otherwise: string, ...byToken: [Watch['wallet'] | null, string][]) => ({
  minAmount: { byToken: new Map(byToken), otherwise },
});
const kinds = (...of: string[]) => ({ kinds: new Set(of) });
const floors = (...of: [Watch['wallet'] | null, string][]) => ({ minBalance: new Map(of) });
const tokens = (...of: (Watch['wallet'] | null)[]) => ({ tokens: new Set(of) });

it('a row with only its keys has every default of the contract', () => {
  expect(rowWith()).toEqual({
    wallet: treasury,
    chain: expect.objectContaining({ name: 'eth', id: '0x1' }),
    ...{ label: null, direction: 'both', tokens: null, ignoreTokens: new Set(), ...minimum('0') },
    ...{ minUsd: '0', minBalance: new Map(), trustedTokens: new Set(), kinds: null, spam: 'hide' },
    ...{ everySeconds: null, paused: false, fromBlock: null, tags: [], singles: 10 },
  });
});

it.each<[object, object]>([
  [{ wallet: treasury.toUpperCase().replace('0X', '0x') }, { wallet: treasury }],
  [{ wallet: checksumAddress(treasury) }, { wallet: treasury }],
  [{ wallet: ` ${treasury} ` }, { wallet: treasury }],
  [{ chain: 'ETH' }, { chain: { name: 'eth' } }],
  [{ chain: '0x1' }, { chain: { name: 'eth' } }],
  [{ chain: ' eth ' }, { chain: { name: 'eth' } }],
  [{ label: ' Cold ' }, { label: 'Cold' }],
  [
    { label: 42, tags: 'ops, 7' },
    { label: '42', tags: ['ops', '7'] },
  ],
  [
    { Direction: 'IN', SPAM: 'Mark', Every: ' 30S ' },
    { direction: 'in', spam: 'mark', everySeconds: 30 },
  ],
  [
    { direction: 'out', spam: 'show' },
    { direction: 'out', spam: 'show' },
  ],
  [{ tokens: new Set([usdc, dai]) }, tokens(usdc, dai)],
  [{ tokens: [usdc, dai] }, tokens(usdc, dai)],
  [{ tokens: ` ${usdc} , ${checksumAddress(dai)},` }, tokens(usdc, dai)],
  [{ tokens: `${usdc}, Native` }, tokens(usdc, null)],
  [{ tokens: 'eth' }, tokens(null)],
  // The genuine list has an ETH of Optimism, a contract that is used no more.
  [{ minBalance: { ETH: 1 }, chain: 'optimism' }, floors([null, '1'])],
  // Many services call the coin so.
  [{ minBalance: { '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE': 1 } }, floors([null, '1'])],
  [{ tokens: 'usdc, DAI' }, tokens(usdc, dai)],
  [{ tokens: [usdc], trustTokens: dai }, { trustedTokens: new Set([usdc, dai]) }],
  [{ tags: '["cold", "a,b", 7]' }, { tags: ['cold', 'a,b', '7'] }],
  [{ tags: '[ops], cold' }, { tags: ['[ops]', 'cold'] }],
  [{ tags: '[["a"]]' }, { tags: ['[["a"]]'] }],
  [{ tokens: ` ["USDC", "${dai}"]` }, tokens(usdc, dai)],
  [{ watch: 'ERC20, nft' }, kinds('erc20', 'nft')],
  [{ watch: new Set(['native']) }, kinds('native')],
  [{ minBalance: '0.50' }, floors([null, '0.50'])],
  [
    { minBalance: { native: 0.1, [checksumAddress(usdc)]: '1000', [dai]: 0 } },
    floors([null, '0.1'], [usdc, '1000']),
  ],
  [{ minAmount: { native: '0.5' } }, minimum('0', [null, '0.5'])],
  [{ minAmount: { USDC: '10', [usdc]: 10 } }, minimum('0', [usdc, '10'])],
  [{ minAmount: { [usdc]: '0.1' } }, minimum('0', [usdc, '0.1'])],
  [{ minAmount: ` {"${usdc}": 0.10, "${dai}": "7"}` }, minimum('0', [usdc, '0.10'], [dai, '7'])],
  [{ minAmount: '12.50' }, minimum('12.50')],
  [{ minAmount: '1E+3' }, minimum('1000')],
  [{ minAmount: '1e18' }, minimum('1000000000000000000')],
  [{ minAmount: '15e-1' }, minimum('1.5')],
  [{ minAmount: '15e-3' }, minimum('0.015')],
  [{ minAmount: '.5' }, minimum('0.5')],
  [{ minAmount: ' 0.10' }, minimum('0.10')],
  [{ minAmount: '007' }, minimum('7')],
  // DynamoDB's largest number: it writes out all digits.
  [{ minAmount: `9${'0'.repeat(125)}` }, minimum(`9${'0'.repeat(125)}`)],
  [{ minAmount: 6, min_amount: 5 }, minimum('6')],
  [
    { min_amount: 5, 'from-block': 7, 'ignore tokens': usdc },
    { ...minimum('5'), fromBlock: 7 },
  ],
  ...[true, 'true', 'Yes', 'on', '1'].map((paused): [object, object] => [{ paused }, { paused: true }]),
  ...[false, 'no', 'off', '0'].map((paused): [object, object] => [{ paused }, { paused: false }]),
  [{ singles: '25' }, { singles: 25 }],
  [{ singles: 0 }, { singles: 0 }],
  [{ singles: '5000' }, { singles: 1_000 }],
  ...[18_000_000, '18000000', '18000000.000', '18,000,000', '18 000 000', '18_000_000'].map(
    (fromBlock): [object, object] => [{ fromBlock }, { fromBlock: 18_000_000 }],
  ),
  [{ fromBlock: '0' }, { fromBlock: 0 }],
])('a row is read as people type it: %j is %j', (typed, read) => {
  expect(rowWith(typed)).toMatchObject(read);
});

it.each([
  { label: null, tags: null, every: null, tokens: null, minAmount: null, paused: null, fromBlock: null },
  {
    label: '  ',
    tags: '',
    every: ' ',
    tokens: ' , ;',
    minAmount: '',
    paused: '',
    fromBlock: '',
    singles: '',
  },
  { mintransfer: 1 },
])('what is empty, or a note of the owner, says nothing: %j', (typed) => {
  expect(rowWith(typed)).toEqual(rowWith());
});

const notAmount = 'is not an amount: write digits with a point for decimals, as in 1000.5.';
const oneNumber = 'this takes one number, or a map from token address to number.';

it.each<[object, string | RegExp]>([
  [{ wallet: checksumAddress(treasury).replace('d', 'D') }, /^wallet: .*checksum/],
  [
    { wallet: `${treasury}\u200b` },
    /^wallet: .* 40 hex digits, and it has an invisible character: type it again\.$/,
  ],
  [{ wallet: `0x12\u200b` }, /^wallet: .* it takes 0x and 40 hex digits\.$/],
  [{ chain: 'etherium' }, /^chain: .*polygon/],
  [{ label: ['a'] }, 'label: this takes one text.'],
  [{ every: ['1m'] }, 'every: this takes one text.'],
  [{ every: '90s' }, 'every: "90s" is not whole minutes: above one minute, write 2m, 5m or 1h.'],
  [{ tags: { a: 1 } }, 'tags: this takes a set, a list or one comma-separated text.'],
  [{ tags: ['cold', ['ops']] }, 'tags: each entry must be a text.'],
  [{ tokens: new Set([Buffer.from('ab')]) }, 'tokens: each entry must be a text.'],
  [{ minBalance: Buffer.from('ab') }, `minBalance: ${oneNumber}`],
  [{ direction: 'up' }, 'direction: "up" is none of in, out, both.'],
  [{ spam: 'never' }, 'spam: "never" is none of hide, mark, show.'],
  [{ watch: 'nfts' }, 'watch: "nfts" is none of erc20, native, nft, approvals, control.'],
  [{ tokens: '0x12' }, /^tokens: /],
  [{ tokens: 'USDCC' }, /^tokens: "USDCC" is not an address, nor the symbol of a token on eth/],
  [{ tokens: 'USDC', chain: '0x4d2' }, /^tokens: "USDC" is not an address, nor the symbol .* on 0x4d2/],
  [{ tokens: 'USDC', chain: 'polygon' }, /^tokens: "USDC" on polygon may be 0x\w+ or 0x\w+: write the addr/],
  [{ ignoreTokens: [checksumAddress(usdc).replace('A', 'a')] }, /^ignoreTokens: /],
  [{ trustTokens: { a: 1 } }, /^trustTokens: /],
  [{ minBalance: 'some' }, `minBalance: "some" ${notAmount}`],
  [{ minBalance: { [usdc]: '5', USDC: '50' } }, /^minBalance: "USDC" stands there twice, with two amounts/],
  [{ minAmount: [1] }, `minAmount: ${oneNumber}`],
  [{ minAmount: '{"0x12": 1}' }, /^minAmount: /],
  [{ minAmount: '{nonsense' }, 'minAmount: "{nonsense" is not a map in JSON.'],
  ...['1,000', '1,5', 'x1', '1x', '1e', '1e1.5', '-1', '.', '1e1234'].map((minAmount): [object, string] => [
    { minAmount },
    `minAmount: "${minAmount}" ${notAmount}`,
  ]),
  [{ paused: 'maybe' }, 'paused: "maybe" is neither true nor false.'],
  [{ paused: 'x'.repeat(60) }, `paused: "${'x'.repeat(60)}" is neither true nor false.`],
  [{ paused: 'x'.repeat(61) }, `paused: "${'x'.repeat(60)}..." is neither true nor false.`],
  ...['latest', '95.000', '1.05', '1.0x', 'x1,000', '1,000x', '1,00', '1e6', '1234567890123456', '-1'].map(
    (fromBlock): [object, string] => [
      { fromBlock },
      `fromBlock: "${fromBlock}" is not a block number: write digits only.`,
    ],
  ),
  ...['ten', '1.000', '-1', 2.5].map((singles): [object, string] => [
    { singles },
    `singles: "${singles}" is not a whole number: write digits only.`,
  ]),
  // Together with the quotes of its JSON 150,000 bytes are too many; a character outside ASCII takes six.
  [{ label: 'x'.repeat(149_999) }, /^label: the row is too long for a poll: .* 150001 bytes, and/],
  [{ label: '\u{4E2D}'.repeat(45_000) }, /^label: the row is too long/],
  [{ label: 'x', tags: new Set(['x'.repeat(160_000)]) }, /^tags: the row is too long/],
  [{ label: 'x'.repeat(80_000), tokens: Array(2_000).fill(usdc) }, /^tokens: the row is too long/],
])('%j is refused by the name of its attribute, with what it takes', (typed, message) => {
  const attribute = String(message).match(/\w+/)?.[0];
  const said = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(() => rowWith(typed)).toThrow(
    expect.objectContaining({ name: 'RowUnreadable', attribute, message: said }),
  );
});

it("the longest row that fits a poll's message is read", () => {
  expect(rowWith({ label: 'x'.repeat(149_998) }).label).toHaveLength(149_998);
  expect(rowWith({ tokens: Array(1_000).fill(exchange) }).tokens?.size).toBe(1);
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
    ...['4s', '25h'].map((text) => [
      text,
      `is out of range: an interval is 5s at the least and 1d at the most.`,
    ]),
    ['90s', 'is not whole minutes: above one minute, write 2m, 5m or 1h.'],
    ...['x5m', '5mm', '5xm', '5'].map((text) => [text, 'is no interval: write it as 30s, 5m or 1h.']),
  ])('%s is refused with what is accepted', (text, message) => {
    expect(() => parseInterval(`${text}`)).toThrow(new RangeError(`"${text}" ${message}`));
  });

  it('is quoted by its beginning if it is invalid', () => {
    expect(() => parseInterval('5'.repeat(50))).toThrow(`"${'5'.repeat(40)}" is no interval`);
  });

  it('is at least a minute between sweeps', () => {
    expect(['60s', '1d'].map(parseSweepInterval)).toEqual([60, 86_400]);
    expect(() => parseSweepInterval('59s')).toThrow(
      '"59s" is out of range: sweeps are 1m apart at the least.',
    );
  });
});

it('advice on an unreadable row is a command, or the console if the key itself is unreadable', () => {
  const advice = (row: object) => mendAdvice({ wallet: treasury, chain: 'eth', ...row }, 'every');
  const command = `npx chainbell set ${treasury} --chain bsc-testnet every=… corrects it.`;
  expect(advice({ wallet: ` ${treasury} `, chain: 'BSC_Testnet' })).toBe(command);
  for (const row of [{ wallet: '0x12' }, { chain: 'ether' }])
    expect(advice(row)).toMatch(
      /^Delete the row in the console .* npx chainbell add the right wallet and chain\.$/,
    );
});
