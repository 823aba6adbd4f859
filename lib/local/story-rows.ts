import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { recordedWallets } from './simulated-api/recorded-replies.ts';
import { hero } from './simulated-api/story.ts';

/** The wallets that the story watches, and those of the recorded replies. */
export const storyRows: readonly WatchlistRow[] = [
  { wallet: hero, chain: 'eth', label: 'Treasury' },
  { wallet: recordedWallets.gnosisHolder, chain: 'gnosis', label: 'Recorded shares' },
  { wallet: recordedWallets.wrappedBitcoin, chain: 'eth', label: 'Recorded WBTC' },
  { wallet: recordedWallets.exchange, chain: 'eth', label: 'Recorded exchange' },
];
