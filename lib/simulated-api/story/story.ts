import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { blockAt, timeOf } from '../block-clock.ts';
import { usdc } from '../simulated-chain.ts';
import { type SimulatedToken, type SimulatedTransfer, simulatedTransfer } from '../simulated-transfer.ts';
import { ethereum, recordedTransfers, recordedWallets } from './recorded-replies.ts';

/** The wallet that the story is about. */
export const hero = '0xbe11a0c7d2e94f63815ad0c46bb7f2983e5d1c40';

/** The wallets that the story watches, and those of the recorded replies. */
export const storyRows: readonly WatchlistRow[] = [
  { wallet: hero, chain: 'eth', label: 'Treasury' },
  { wallet: recordedWallets.gnosisHolder, chain: 'gnosis', label: 'Recorded shares' },
  { wallet: recordedWallets.wrappedBitcoin, chain: 'eth', label: 'Recorded WBTC' },
  { wallet: recordedWallets.exchange, chain: 'eth', label: 'Recorded exchange' },
];

const exchange = '0x28c6c06298d514db089934071355e5743bf21d60';
const supplier = '0x7a3f19c2e8d05b64719cf2a83be4d6705f1ec0de';
/** Made to be taken for the supplier: it begins and ends alike. */
const impostor = '0x7a3f4b08e6912cd57f30a84e1b96dd2c5e77c0de';
const stranger = '0x9d4e1e23bd5b727046a9e3b4b7db57bd8d6ee684';

function token(
  address: string,
  symbol: string | null,
  name: string | null,
  decimals: number | null,
  verified = false,
): SimulatedToken {
  return { address, name, symbol, decimals, verified };
}

const weth = token('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'WETH', 'Wrapped Ether', 18, true);
/** Told as the API told it in 2022, without a word on the token: the coin record fills it in. */
const tetherOf2022 = token('0xdac17f958d2ee523a2206206994597c13d831ec7', null, null, null);
const lureName = 'Visit https://usdc-reward.example to claim $5,000';
const airdrop = token('0x5ca1ab1e00c0ffee0ddba11bad5eed0facade042', 'CLAIM REWARD', lureName, 18);
const unlimited = token('0x0f1a7e5c3b8d42960e7f5ac1d3b9468270ce51f8', 'BNDL', 'Boundless', 18, true);
const undescribed = token('0x31c8a5e0d7b2f4961a0c5e38f7d24b69018c3af7', 'HRBR', 'Harbour Shares', null);

/** Milliseconds: the tick at five seconds tells the story, also where a poll takes two, and the one at ten these. */
const recordedFrom = 6_000;

/**
 * All that is ever mined on the simulated chains: the story, then the recorded replies, in the first seconds after
 * the first start, and one transfer before each later start, mined while nobody watched.
 * `starts` are epoch milliseconds; the same starts make the same transfers.
 */
export function storyTransfers(starts: readonly number[]): SimulatedTransfer[] {
  const [first, ...later] = starts;
  if (first === undefined) return [];
  return [
    ...chapters.map((chapter) => transferOf(chapter, first)),
    ...recordedTransfers(first + recordedFrom),
    ...later.map((start, i) => transferOf(whileAway(i + 1), start)),
  ];
}

/** One transfer of the story, on Ethereum. */
interface Chapter {
  /** Names the transaction. */
  readonly title: string;
  /** Seconds after the start. */
  readonly at: number;
  readonly token: SimulatedToken;
  readonly from: string;
  readonly fromLabel?: string;
  readonly to: string;
  readonly toLabel?: string;
  readonly value: bigint;
  readonly possibleSpam?: boolean;
}

const paysHero = { from: exchange, fromLabel: 'Exchange 14', to: hero };
const sendsHero = { from: stranger, to: hero };
const paysSupplier = { from: hero, to: supplier, toLabel: 'Supplier' };
const lure = { token: airdrop, possibleSpam: true };

const chapters: readonly Chapter[] = [
  { title: 'salary', at: 0.6, token: usdc, ...paysHero, value: 12_500_000_000n },
  { title: 'invoice', at: 0.9, token: weth, ...paysSupplier, value: 750_000_000_000_000_000n },
  { title: 'airdrop', at: 1.2, ...lure, ...sendsHero, value: 5_000n * 10n ** 18n },
  { title: 'unlimited', at: 1.5, token: unlimited, ...sendsHero, value: 2n ** 256n - 1n },
  { title: 'undescribed', at: 1.8, token: undescribed, ...sendsHero, value: 40_000n },
  { title: 'imitation', at: 2.1, token: usdc, from: impostor, to: hero, value: 1n },
  { title: 'refund', at: 2.4, token: tetherOf2022, from: supplier, to: hero, value: 250_750_000n },
];

function whileAway(run: number): Chapter {
  return { title: `while away ${run}`, at: -1, token: usdc, ...paysHero, value: BigInt(run) * 1_000_000n };
}

function transferOf({ title, at, ...chapter }: Chapter, start: number): SimulatedTransfer {
  const knownAt = start + at * 1_000;
  const block = blockAt(ethereum, knownAt);
  const minedAt = timeOf(ethereum, block);
  return simulatedTransfer({
    ...chapter,
    chainId: '0x1',
    knownAt,
    block,
    minedAt: new Date(minedAt),
    transaction: title,
    // Within a block the later chapter comes later.
    transactionIndex: Math.floor((knownAt - minedAt) / 100),
    logIndex: 7,
  });
}
