import { describe, expect, it } from 'vitest';
import { findChain, knownChains } from '../../functions/chain/chains.ts';
import { genuineToken, listedTokens } from '../../functions/chain/genuine-tokens.ts';
import origin from '../../functions/chain/protected-sources.json' with { type: 'json' };
import list from '../../functions/chain/protected-tokens.json' with { type: 'json' };
import thirdParty from '../fixtures/spam/known-contracts.json' with { type: 'json' };

describe('the list of protected tokens', () => {
  it('says when it was made and from which sources, under licences that allow it', () => {
    expect(origin.made).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const source of origin.sources) expect(source).toMatch(/@\d+\.\d+\.\d+ \((MIT|ISC|Apache-2\.0)\)$/);
  });

  const contracts = listedTokens.flatMap(({ at }) =>
    Object.entries(at).flatMap(([chain, listed]) =>
      Object.entries(listed ?? {}).map(([address, one]) => ({ chain, address, ...one })),
    ),
  );

  it('has lower-case addresses on chains of the registry, each from at least one source', () => {
    const ids = new Set(knownChains.map(({ id }) => id));
    for (const { chain, address, sources = 1 } of contracts) {
      expect(ids).toContain(chain);
      expect(address).toMatch(/^0x[0-9a-f]{40}$/);
      expect(sources).toBeGreaterThanOrEqual(1);
    }
  });

  it.each('eth polygon bsc avalanche fantom cronos arbitrum base optimism linea gnosis'.split(' '))(
    'covers %s',
    (name) => {
      const there = list.tokens.filter(({ at }) => findChain(name).id in at);
      expect(there.length).toBeGreaterThanOrEqual(5);
    },
  );

  it.each(thirdParty.tokens.map((one) => [one.symbol, one.chain, one] as const))(
    'has the %s of %s with the decimals of an independent list',
    (_, chain, { address, decimals }) => {
      expect(genuineToken(findChain(chain).id, address)?.decimals).toBe(decimals);
    },
  );

  it.each([
    ['USDT', 'eth', '0x1cdd2eab61112697626f7b4bb0e23da4febf7b7c'],
    ['USDC', 'bsc', '0x672147dd47674757c457eb155baa382cc10705dd'],
    ['WBTC', 'optimism', '0x0555e30da8f98308edb960aa94c0db47230d2b9c'],
  ])('has the %s that a bridge issues on %s', (symbol, chain, address) => {
    expect(genuineToken(findChain(chain).id, address)?.symbol).toBe(symbol);
  });

  it('has the large contracts from at least two sources, except those named here', () => {
    const keyOf = ({ chain, address }: { chain: string; address: string }) =>
      `${findChain(chain).id} ${address}`;
    const sure = new Set(contracts.filter(({ sources = 1 }) => sources >= 2).map(keyOf));
    const thin = thirdParty.tokens.map(keyOf).filter((key) => !sure.has(key));
    expect(thin).toEqual(thirdParty.knownByOneSource.map(keyOf));
  });

  it('stays small enough to be bundled', () => {
    expect(JSON.stringify(list).length).toBeLessThan(80_000);
  });
});
