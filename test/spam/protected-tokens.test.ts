import { describe, expect, it } from 'vitest';
import { knownChains } from '../../functions/chain/chains.ts';
import { bridgedTokens } from '../../functions/coin/bridged-coins.ts';
import list from '../../functions/spam/protected-tokens.json' with { type: 'json' };
import { isGenuine } from '../../functions/spam/protected-tokens.ts';

describe('the list of protected tokens', () => {
  it('says when it was made and from what, under licences that allow it', () => {
    expect(list.made).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const source of list.sources) expect(source).toMatch(/@\d+\.\d+\.\d+ \((MIT|ISC|Apache-2\.0)\)$/);
  });

  it('has lower-case addresses on chains of the registry', () => {
    const ids = new Set(knownChains.map(({ id }) => id));
    const all = list.tokens.flatMap(({ at }) =>
      Object.entries(at).flatMap(([chain, addresses]) =>
        (addresses ?? []).map((address) => ({ chain, address })),
      ),
    );
    for (const { chain, address } of all) {
      expect(ids).toContain(chain);
      expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    }
  });

  it.each([
    'eth',
    'polygon',
    'bsc',
    'avalanche',
    'fantom',
    'cronos',
    'arbitrum',
    'base',
    'optimism',
    'linea',
    'gnosis',
  ])('covers %s', (name) => {
    const chain = knownChains.find((known) => known.name === name);
    const there = list.tokens.filter(({ at }) => Object.keys(at).includes(chain?.id ?? ''));
    expect(there.length).toBeGreaterThanOrEqual(5);
  });

  it('knows every bridged token that the code knows', () => {
    for (const { chainId, address } of bridgedTokens) expect(isGenuine(chainId, address), address).toBe(true);
  });

  it('stays small enough to be bundled', () => {
    expect(JSON.stringify(list).length).toBeLessThan(60_000);
  });
});
