import { type Address, parseAddress } from '../../../chain/address.ts';

/**
 * Who made the contracts that wallets delegate accounts to (EIP-7702), the same on each chain: the known implementations of
 * ethereum.org (roadmap/pectra/7702), and Coinbase's by the README of base/eip-7702-proxy.
 */
const makers: ReadonlyMap<Address, string> = new Map(
  Object.entries({
    '0x000000009b1d0af20d8c6d0a44e162d11f9b8f00': 'Uniswap',
    '0x4cd241e8d1510e30b2076397afc7508ae59c66c9': 'the Ethereum Foundation',
    '0x5a7fc11397e9a8ad41bf10bf13f22b0a63f96f6d': 'Ambire',
    '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b': 'MetaMask',
    '0x69007702764179f14f51cdce752f4f775d74e139': 'Alchemy',
    '0x7702cb554e6bfb442cb743a7df23154544a7176c': 'Coinbase',
  }).map(([address, maker]) => [parseAddress(address), maker]),
);

/** Null: nobody knows. */
export function makerOf(delegate: string): string | null {
  return makers.get(parseAddress(delegate)) ?? null;
}
