import { describe, expect, it } from 'vitest';
import { explorerUrl, findChain, knownChains, UnknownChain } from '../../functions/chain/chains.ts';
import { documentedChains } from '../support/docs/documented-chains.ts';

/** The chains that the API document lists, and those added since. */
const documented = {
  ...documentedChains,
  base: '0x2105',
  optimism: '0xa',
  linea: '0xe708',
  gnosis: '0x64',
};

describe('a known chain', () => {
  it.each(Object.entries(documented))('%s is found by its name and by %s', (name, id) => {
    expect(findChain(name)).toMatchObject({ name, id });
    expect(findChain(id)).toBe(findChain(name));
    expect(findChain(`  ${name.toUpperCase()} `)).toBe(findChain(name));
    expect(findChain(id.toUpperCase())).toBe(findChain(name));
    expect(findChain(`0x000${id.slice(2)}`)).toBe(findChain(name));
  });

  it('is in the registry once', () => {
    expect(knownChains.map(({ name, id }) => [name, id])).toEqual(Object.entries(documented));
  });

  it.each([
    ['ethereum', 'eth'],
    ['Matic', 'polygon'],
    ['avax', 'avalanche'],
    ['arbitrum-one', 'arbitrum'],
    ['xDai', 'gnosis'],
    ['bsc-testnet', 'bsc testnet'],
    ['BSC_Testnet', 'bsc testnet'],
    ['bsc  testnet', 'bsc testnet'],
  ])('%s is another name of %s', (alias, name) => {
    expect(findChain(alias).name).toBe(name);
  });

  it('is scanned again for some minutes after a re-org: more blocks if blocks are fast', () => {
    expect(findChain('eth').reorgBlocks).toBe(25);
    expect(findChain('arbitrum').reorgBlocks).toBe(1200);
    for (const chain of knownChains) expect(chain.reorgBlocks).toBeGreaterThanOrEqual(25);
  });
});

describe('a hex id that is not in the registry', () => {
  it('is a chain named by its id, in lower case without leading zeros', () => {
    expect(findChain(' 0X00ABC ')).toEqual({
      name: '0xabc',
      id: '0xabc',
      coin: null,
      explorer: null,
      reorgBlocks: 300,
    });
  });

  it('is refused if no chain can have it', () => {
    const address = `0x${'a'.repeat(40)}`;
    for (const text of ['0x0', '0x', '0xg1', address, `0x${'0'.repeat(500)}1`]) {
      expect(() => findChain(text)).toThrow(UnknownChain);
    }
  });
});

describe('a text that names no chain', () => {
  it('is refused, and the error lists the names', () => {
    expect(() => findChain('etherium')).toThrow(UnknownChain);
    expect(() => findChain('etherium')).toThrow(
      /^"etherium" is not a known chain: .*eth, goerli, .*bsc testnet.*gnosis, or a hex id/,
    );
  });

  it('is refused with its hex form, if it is a decimal id', () => {
    expect(() => findChain('137')).toThrow(/137 in hex is 0x89/);
  });

  it.each(['', '__proto__', 'constructor', 'toString'])('%j is no chain either', (text) => {
    expect(() => findChain(text)).toThrow(UnknownChain);
  });
});

describe('the link to a transaction', () => {
  const hash = `0x${'1'.repeat(64)}`;

  it('is the page in the explorer of its chain', () => {
    expect(explorerUrl(findChain('eth'), hash)).toBe(`https://etherscan.io/tx/${hash}`);
    expect(explorerUrl(findChain('base'), hash)).toBe(`https://basescan.org/tx/${hash}`);
  });

  it('is null on a chain whose explorer is gone or unknown', () => {
    expect(explorerUrl(findChain('palm'), hash)).toBeNull();
    expect(explorerUrl(findChain('0xabc'), hash)).toBeNull();
  });

  it('is https, at the explorer of each chain, with a path that ends in the hash', () => {
    const hostIn = (explorer: string | null) => /^https:\/\/([a-z.]+)\/tx\/$/.exec(explorer ?? '')?.[1] ?? [];
    expect(knownChains.flatMap(({ explorer }) => hostIn(explorer))).toEqual([
      ...['etherscan.io', 'sepolia.etherscan.io', 'polygonscan.com', 'bscscan.com', 'testnet.bscscan.com'],
      ...['snowtrace.io', 'explorer.fantom.network', 'explorer.cronos.org', 'arbiscan.io', 'basescan.org'],
      ...['optimistic.etherscan.io', 'lineascan.build', 'gnosisscan.io'],
    ]);
  });
});
