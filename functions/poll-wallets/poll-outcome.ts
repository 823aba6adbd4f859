import { isSurelyReal } from '../spam/known-token.ts';
import { neverPolled, type WalletState } from '../state/wallet-state.ts';
import type { UnreadableTransfer } from '../transfer/source.ts';
import type { Watch } from '../wallet/watch.ts';
import { isKnownOutgoing, type JudgedTransfer } from './decide/judge-transfer.ts';

/** What one poll left behind. */
export interface PollOutcome {
  /** As last saved, or as read where nothing was saved. */
  readonly state: WalletState;
  readonly told: number;
  /** Those of them that went out in a known token. */
  readonly knownOut: number;
  /** Those of them that no stranger can have made up. */
  readonly sureOut: number;
  readonly hidden: number;
  /** Warnings of imitating addresses. */
  readonly warned: number;
  /** Those that were new, as far as a node's logs can be held against them. */
  readonly found: readonly NewTransfer[];
  /** Entries of the reply that nobody could read. */
  readonly unreadable: readonly UnreadableTransfer[];
  /** Block numbers of the reply that the chain can't have reached: see read/plausible-block.ts. */
  readonly ahead: readonly number[];
  /** The time ran out before the chain's head: the next poll goes on from the stored block. */
  readonly behind: boolean;
}

/** A transfer that no poll saw before. */
export interface NewTransfer {
  readonly token: string;
  readonly block: number;
  /** Epoch milliseconds; null where the API gives no time. */
  readonly minedAt: number | null;
}

/** More of one poll say nothing new. */
const mostFound = 100;

/** A poll that has dealt with nothing yet. */
export const newOutcome: PollOutcome = {
  state: neverPolled,
  told: 0,
  knownOut: 0,
  sureOut: 0,
  hidden: 0,
  warned: 0,
  found: [],
  unreadable: [],
  ahead: [],
  behind: false,
};

/** The outcome with these transfers counted. */
export function addToOutcome(
  outcome: PollOutcome,
  judged: readonly JudgedTransfer[],
  watch: Watch,
): PollOutcome {
  const told = judged.filter((one) => one.outcome === 'told');
  const knownOut = told.filter((one) => isKnownOutgoing(one, watch));
  return {
    ...outcome,
    told: outcome.told + told.length,
    knownOut: outcome.knownOut + knownOut.length,
    sureOut:
      outcome.sureOut + knownOut.filter(({ described }) => isSurelyReal(described.token, watch)).length,
    hidden: outcome.hidden + judged.filter((one) => one.outcome === 'hidden').length,
    found: [...outcome.found, ...judged.map(toFound)].slice(0, mostFound),
    warned: outcome.warned + judged.filter(({ warning }) => warning !== null).length,
  };
}

function toFound({ transfer: { token, blockNumber, blockTimestamp } }: JudgedTransfer): NewTransfer {
  const minedAt = blockTimestamp === null ? null : Date.parse(blockTimestamp);
  return { token: token.address, block: blockNumber, minedAt };
}
