import { expect, it } from 'vitest';
import { nodeWatch } from '../../functions/wallet/watch.ts';
import { usdc, watchOf } from '../support/alerts.ts';

it.each([
  ['a row that asks for nothing', {}, null],
  ['a row that watches tokens of the API', { kinds: new Set(['erc20'] as const) }, null],
  ['a row that asks for more', { kinds: new Set(['erc20', 'nft'] as const) }, ['nft']],
  ['a row with a floor', { minBalance: new Map([[null, '1']]) }, []],
  ["a row whose tokens name the chain's own coin", { tokens: new Set([usdc, null]) }, ['native']],
  ['a row whose tokens do not', { tokens: new Set([usdc]) }, null],
  ['a row that says it both ways', { tokens: new Set([null]), kinds: new Set(['nft'] as const) }, ['nft']],
])('of %s is watched beside the API', (_row, over, kinds) => {
  const watch = watchOf(over);
  const beside = nodeWatch(watch);
  expect(beside && Array.from(beside.kinds ?? ['all'])).toEqual(kinds);
  expect(nodeWatch(watch)).toBe(beside);
});
