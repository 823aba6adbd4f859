import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { recordedWallets } from './simulated-api/recorded-replies.ts';
import { hero } from './simulated-api/story.ts';

/** The wallets that the story watches. */
export const storyRows: readonly WatchlistRow[] = [
  { wallet: hero, chain: 'eth', label: 'Treasury' },
  { wallet: recordedWallets.gnosisHolder, chain: 'gnosis', label: 'House shares' },
  { wallet: recordedWallets.wrappedBitcoin, chain: 'eth', label: 'WBTC contract' },
  { wallet: recordedWallets.exchange, chain: 'eth', label: 'Exchange 10' },
];
