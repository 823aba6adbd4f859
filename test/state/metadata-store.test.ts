import { expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { createMetadataStore } from '../../functions/state/metadata-store.ts';
import { exchange as other, usdc } from '../support/alerts.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();

it("keeps contracts' metadata, with decimals as a number, for its own chain and ninety days", async () => {
  const table = stateTable(embedded.aws);
  const known = createMetadataStore(table, { now: () => 0, sleep: async () => {} });
  const [eth, base] = [findChain('eth'), findChain('0x2105')];
  const said = new Map([
    [usdc, { name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
    [other, { name: null, symbol: null, decimals: null }],
  ]);
  await known.keep(eth, said);
  expect(await known.find(eth, [usdc, other])).toEqual(said);
  expect(await known.find(base, [usdc, other])).toEqual(new Map());
  const { expiresAt } = (await table.get({ wallet: '#token 0x1', chain: usdc })) ?? {};
  expect(Number(expiresAt)).toBe(90 * 86_400);
});
