import type { UnreadableTransfer } from '../upstream/source.ts';
import { neverPolled, type WalletState } from '../wallet/wallet-state.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/** What one poll left behind. */
export interface PollOutcome {
  /** As last saved, or as read where nothing was saved. */
  readonly state: WalletState;
  readonly told: number;
  readonly hidden: number;
  /** Entries of the reply that nobody could read. */
  readonly unreadable: readonly UnreadableTransfer[];
  /** The time ran out before the chain's head: the next poll goes on from the stored block. */
  readonly behind: boolean;
}

/** A poll that has dealt with nothing yet. */
export const newOutcome: PollOutcome = {
  state: neverPolled,
  told: 0,
  hidden: 0,
  unreadable: [],
  behind: false,
};

/** The outcome with these transfers counted. */
export function addToOutcome(outcome: PollOutcome, judged: readonly JudgedTransfer[]): PollOutcome {
  const count = (wanted: JudgedTransfer['outcome']) => judged.filter((one) => one.outcome === wanted).length;
  return { ...outcome, told: outcome.told + count('told'), hidden: outcome.hidden + count('hidden') };
}
