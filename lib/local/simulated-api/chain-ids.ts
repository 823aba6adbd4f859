/** Names that the API takes, and the ids that stand for the same: the API document's chains and those added since. */
const ids = {
  eth: '0x1',
  goerli: '0x5',
  sepolia: '0xaa36a7',
  polygon: '0x89',
  mumbai: '0x13881',
  bsc: '0x38',
  'bsc testnet': '0x61',
  avalanche: '0xa86a',
  fantom: '0xfa',
  palm: '0x2a15c308d',
  cronos: '0x19',
  arbitrum: '0xa4b1',
  base: '0x2105',
  optimism: '0xa',
  linea: '0xe708',
  gnosis: '0x64',
};

const idOf = new Map(
  Object.entries(ids).flatMap(([name, id]): [string, string][] => [
    [name, id],
    [id, id],
  ]),
);

/** Hex id of a chain given by name or hex id; null for one that the API does not have. */
export function chainIdOf(nameOrId: string): string | null {
  return idOf.get(nameOrId) ?? null;
}
