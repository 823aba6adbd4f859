import type { AlertToken, WalletAlert } from '../alert.ts';

/** Contracts of the issuer itself: it cannot freeze tokens that a bridge issued in its name. */
export const issuers: Readonly<Record<keyof typeof sites, readonly string[]>> = {
  // USDC, then EURC: https://developers.circle.com/stablecoins/usdc-contract-addresses and its neighbour
  Circle: [
    '0x1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0xa:0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    '0x89:0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    '0x2105:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    '0xa4b1:0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    '0xa86a:0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
    '0xe708:0x176211869ca2b568f2a7d4ee941e073a821ee1ff',
    '0x1:0x1abaea1f7c830bd89acc67ec4af516284b1bc33c',
    '0x2105:0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42',
    '0xa86a:0xc891eb4cbdeff6e073e859e987815ed1505c2acd',
  ],
  // USDT, then XAUt
  Tether: [
    '0x1:0xdac17f958d2ee523a2206206994597c13d831ec7',
    '0xa86a:0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
    '0x1:0x68749665ff8d2d112fa859aa293f07a622782f38',
  ],
  Paxos: ['0x1:0x6c3ea9036406852006290770bedfcaba0e23a0e8'],
};

/** Their own sites, spelt so that no app makes a link of them. */
const sites = { Circle: 'circle dot com', Tether: 'tether dot to', Paxos: 'paxos dot com' };

/** Null if the issuer is unknown, or there is none. */
function issuerOf({ address }: AlertToken, { chainId }: WalletAlert['wallet']): keyof typeof sites | null {
  const contract = `${chainId}:${address}`;
  return (['Circle', 'Tether', 'Paxos'] as const).find((one) => issuers[one].includes(contract)) ?? null;
}

/** Null for a chain's own coin, which nobody issued. */
export function issuerName(token: AlertToken, wallet: WalletAlert['wallet']): string | null {
  return token.address === null ? null : (issuerOf(token, wallet) ?? "the token's issuer");
}

/** The issuer and how to reach it, because thieves offer false numbers and links. */
export function issuerContact(token: AlertToken, wallet: WalletAlert['wallet']): string | null {
  const issuer = issuerOf(token, wallet);
  const site = issuer === null ? 'its site' : sites[issuer];
  const name = issuerName(token, wallet);
  return name === null ? null : `${name} (through ${site}, typed by yourself)`;
}
