import { expect, it } from 'vitest';
import { leftOutBy } from '../../functions/transfer/transfer.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import type { RowAttribute } from '../../functions/wallet/watchlist-row.ts';
import { exchange, describedTransfer as transfer, usdc, watchOf } from '../support/alerts.ts';

const isWanted = (...given: Parameters<typeof leftOutBy>) => leftOutBy(...given) === null;
const minimum = (amount: string, otherwise = '0') => ({ byToken: new Map([[usdc, amount]]), otherwise });

it.each<[RowAttribute | null, string, Partial<Watch>]>([
  [null, 'everything', {}],
  [null, 'what comes in', { direction: 'in' }],
  ['direction', 'what goes out', { direction: 'out' }],
  [null, 'its token', { tokens: new Set([usdc]) }],
  ['tokens', 'another token', { tokens: new Set([exchange]) }],
  ['ignoreTokens', 'no token of its kind', { ignoreTokens: new Set([usdc]) }],
  [null, 'no token of another kind', { ignoreTokens: new Set([exchange]) }],
  [null, 'as much of its token, though more of others', { minAmount: minimum('12500.5', '99999') }],
  ['minAmount', 'more of its token', { minAmount: minimum('12500.500001') }],
  [null, 'tokens', { kinds: new Set(['erc20']) }],
  ['watch', 'the coin and collections', { kinds: new Set(['native', 'nft']) }],
  ['minAmount', 'more of any token', { minAmount: { byToken: new Map(), otherwise: '12501' } }],
])(
  'the attribute that leaves out 12,500.5 incoming USDC is %s if the row asks for %s',
  (attribute, _what, row) => {
    expect(leftOutBy(transfer(), watchOf(row))).toBe(attribute);
  },
);

it('a transfer to oneself counts for both directions', () => {
  for (const direction of ['in', 'out', 'both'] as const)
    expect(isWanted(transfer({ direction: 'self' }), watchOf({ direction }))).toBe(true);
});

it.each(['erc721', 'erc1155'] as const)('an NFT (%s) is what a row means by nft', (kind) => {
  expect(isWanted(transfer({ kind, tokenId: '7' }), watchOf({ kinds: new Set(['nft']) }))).toBe(true);
  expect(isWanted(transfer({ kind, tokenId: '7' }), watchOf({ kinds: new Set(['erc20']) }))).toBe(false);
});

it("the chain's own coin is one of the tokens that a row names", () => {
  const ether = transfer({ kind: 'native' }, { address: null });
  expect(isWanted(ether, watchOf({ tokens: new Set([null]) }))).toBe(true);
  expect(isWanted(ether, watchOf({ ignoreTokens: new Set([null]) }))).toBe(false);
  expect(
    isWanted(ether, watchOf({ minAmount: { byToken: new Map([[null, '99999999']]), otherwise: '0' } })),
  ).toBe(false);
});

it('a token with unknown decimals is never below the minimum', () => {
  const row = watchOf({ minAmount: minimum('99999999999999') });
  expect(isWanted(transfer({}, { decimals: null }), row)).toBe(true);
});
