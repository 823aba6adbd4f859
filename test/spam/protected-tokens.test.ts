import { describe, expect, it } from 'vitest';
import { findChain, knownChains } from '../../functions/chain/chains.ts';
import { genuineToken, isGenuine } from '../../functions/chain/genuine-tokens.ts';
import list from '../../functions/chain/protected-tokens.json' with { type: 'json' };
import { bridgedCoins } from '../../functions/coin/coin-types.ts';
import thirdParty from '../fixtures/spam/known-contracts.json' with { type: 'json' };

describe('the list of protected tokens', () => {
  it('says when it was made and from what, under licences that allow it', () => {
    expect(list.made).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const source of list.sources) expect(source).toMatch(/@\d+\.\d+\.\d+ \((MIT|ISC|Apache-2\.0)\)$/);
  });

  it('has lower-case addresses on chains of the registry', () => {
    const ids = new Set(knownChains.map(({ id }) => id));
    const all = list.tokens.flatMap(({ at }) =>
      Object.entries(at).flatMap(([chain, addresses]) =>
        (addresses ?? []).map(({ address }) => ({ chain, address })),
      ),
    );
    for (const { chain, address } of all) {
      expect(ids).toContain(chain);
      expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    }
  });

  it.each('eth polygon bsc avalanche fantom cronos arbitrum base optimism linea gnosis'.split(' '))(
    'covers %s',
    (name) => {
      const chain = knownChains.find((known) => known.name === name);
      const there = list.tokens.filter(({ at }) => Object.keys(at).includes(chain?.id ?? ''));
      expect(there.length).toBeGreaterThanOrEqual(5);
    },
  );

  it('knows every bridged token that the code knows', () => {
    for (const key of bridgedCoins.keys()) {
      const [chainId = '', address = ''] = key.split(':');
      expect(isGenuine(chainId, address), key).toBe(true);
    }
  });

  it.each(thirdParty.tokens.map((one) => [one.symbol, one.chain, one] as const))(
    'has the %s of %s as an independent list has it',
    (_, chain, { address, decimals }) => {
      expect(genuineToken(findChain(chain).id, address)?.decimals).toBe(decimals);
    },
  );

  it('says of every contract by how many sources it is known, and of the great ones by two at least', () => {
    for (const { at } of list.tokens)
      for (const contracts of Object.values(at))
        for (const { sources } of contracts ?? []) expect(sources).toBeGreaterThanOrEqual(1);
    const great = thirdParty.tokens.map(({ chain, address }) => `${findChain(chain).id} ${address}`);
    const known = list.tokens.flatMap(({ at }) =>
      Object.entries(at).flatMap(([chain, contracts]) =>
        (contracts ?? []).map(({ address, sources }) => ({ key: `${chain} ${address}`, sources })),
      ),
    );
    const thin = great.filter((key) =>
      known.filter((one) => one.key === key).every(({ sources }) => sources < 2),
    );
    expect(thin).toEqual(
      thirdParty.knownByOneSource.map(({ chain, address }) => `${findChain(chain).id} ${address}`),
    );
  });

  it('stays small enough to be bundled', () => {
    expect(JSON.stringify(list).length).toBeLessThan(80_000);
  });
});
