/** Name -> hex id: the table of the API document, 4.1. */
export const documentedChains: Readonly<Record<string, string>> = {
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
};
