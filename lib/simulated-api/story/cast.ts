import { coinTypeHash } from '../../../functions/api/coins.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import type { BlockClock } from '../block-clock.ts';
import { hashOf, type SimulatedToken, usdc } from '../simulated-transfer.ts';

export const hero = '0xbe11a0c7d2e94f63815ad0c46bb7f2983e5d1c40';
export const payroll = '0x4c7d2f90a1be36e85d0917c3f2a84b6e59d0137a';

/** One row is faulty: operations messages name it, and the page can mend it. */
export const storyRows: readonly WatchlistRow[] = [
  { wallet: hero, chain: 'eth', label: 'Treasury' },
  { wallet: payroll, chain: 'polygon', label: 'Payroll', watch: 'erc20, native, nft, approvals, control' },
  { wallet: '0x83e6a5b0cf12d94768e3a07b5d1c92f46ab8e05d', chain: 'eth', label: 'Savings', minAmount: 'ten' },
];

/** The only chain with a node. */
export const nodeChain = '0x89';

export const exchange = '0x28c6c06298d514db089934071355e5743bf21d60';
const supplier = '0x7a3f19c2e8d05b64719cf2a83be4d6705f1ec0de';
const employee = '0x52b9e0417fd3c68a9025be71f3c84a6d0e97b213';
export const stranger = '0x9d4e1e23bd5b727046a9e3b4b7db57bd8d6ee684';

/** Imitates the supplier. */
export const impostor = imitationOf(supplier, 'the first');

/** An address that begins and ends like another, a different one for each name. */
export function imitationOf(address: string, name: string): string {
  return `${address.slice(0, 6)}${hashOf(`imitation ${name}`).slice(2, 34)}${address.slice(-4)}`;
}

/** Labels are the API's. */
export const parties = {
  exchangePaysHero: { from: exchange, fromLabel: 'Exchange 14', to: hero },
  strangerPaysHero: { from: stranger, to: hero },
  supplierPaysHero: { from: supplier, to: hero },
  heroPaysSupplier: { from: hero, to: supplier, toLabel: 'Supplier' },
  heroPaysItself: { from: hero, to: hero },
  heroPaysImpostor: { from: hero, to: impostor },
  impostorPaysHero: { from: impostor, to: hero },
  payrollPays: { from: payroll, to: employee },
} as const;

export function passerBy(name: string): string {
  return hashOf(`passer-by ${name}`).slice(0, 42);
}

export const imitated = supplier;

function token(
  address: string,
  symbol: string | null,
  name: string | null,
  decimals: number | null,
  verified = false,
): SimulatedToken {
  return { address, name, symbol, decimals, verified };
}

const lureName = 'Visit https://usdc-reward.example to claim $5,000';

export const tokens = {
  usdc,
  usdcOnPolygon: { ...usdc, address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359' },
  weth: token('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'WETH', 'Wrapped Ether', 18, true),
  /** In the API's form of 2022, without token facts: the coin record fills them in. */
  tetherOf2022: token('0xdac17f958d2ee523a2206206994597c13d831ec7', null, null, null),
  lure: token('0x5ca1ab1e00c0ffee0ddba11bad5eed0facade042', 'CLAIM REWARD', lureName, 18),
  unlimited: token('0x0f1a7e5c3b8d42960e7f5ac1d3b9468270ce51f8', 'BNDL', 'Boundless', 18, true),
  undescribed: token('0x31c8a5e0d7b2f4961a0c5e38f7d24b69018c3af7', 'HRBR', 'Harbour Shares', null),
} as const;

/** Names for the page's button, in turn; the middle one is typical of hostile names. */
export const lures: readonly SimulatedToken[] = [
  tokens.lure,
  token(
    '0x0bad5eed1f0e2d3c4b5a69788796a5b4c3d2e1f0',
    '<img src=x>',
    '<img src=x onerror=alert(1)> free ETH at t.me/claim',
    18,
  ),
  token('0xfeed5eed1f0e2d3c4b5a69788796a5b4c3d2e1f1', 'UЅDС', 'Airdrop voucher: uѕdс-bonus.example', 6),
];

/** By chain id. Blocks continue from real ones, so they grow from run to run. */
export const clocks: Readonly<Record<'0x1' | '0x89', BlockClock>> = {
  '0x1': {
    millisecondsPerBlock: 12_000,
    known: { block: 16_069_234, time: Date.parse('2022-11-28T14:58:35.000Z') },
  },
  '0x89': {
    millisecondsPerBlock: 2_000,
    known: { block: 78_300_000, time: Date.parse('2025-10-28T00:00:00.000Z') },
  },
};

/** API document, 2.3. */
export const coinRecords = Object.entries({
  USDC: 'USD Coin',
  USDT: 'Tether USD',
  WETH: 'Wrapped Ether',
}).map(([symbol, name]) => {
  const creator_address = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';
  const coin_type = `${creator_address}::asset::${symbol}`;
  return {
    coin_type,
    coin_type_hash: coinTypeHash(coin_type),
    creator_address,
    decimals: 6,
    name,
    symbol,
    supply_aggregator_table_handle: null,
    supply_aggregator_table_key: null,
    transaction_created_timestamp: '2022-10-18T23:26:08.331286Z',
    transaction_version_created: '10018345',
  };
});
