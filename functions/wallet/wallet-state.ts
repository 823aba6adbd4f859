import type { OutgoingAlert } from '../alert/outgoing-alert.ts';
import type { Address } from '../chain/address.ts';

/** What Chainbell remembers of one watch: one item of the State table. */
export interface WalletState {
  /** Count of saves; 0: never saved. Every save is conditional on it. */
  readonly version: number;
  /** Null until the first successful poll. */
  readonly start: WatchStart | null;
  /** The first poll, where it failed: telling begins there. Null where it succeeded, or was not made yet. */
  readonly firstTry: FirstTry | null;
  /** The stored block: that of the newest transfer dealt with; null while the wallet never had one. */
  readonly block: number | null;
  /** No block below this is read again: `seen` could not hold them all. */
  readonly seenFrom: number;
  /** Transfers dealt with, within the re-scan window, by transfer key. */
  readonly seen: ReadonlyMap<string, SeenTransfer>;
  /** Finished alerts not yet known to be published, in chain order. */
  readonly outbox: readonly OutgoingAlert[];
  /** Epoch milliseconds until which the worker that filled the outbox has it to itself; 0: anybody's. */
  readonly outboxLeasedUntil: number;
  /** Whom the wallet paid, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** Imitating addresses that were warned of, newest first: each is warned of once. */
  readonly warnedOf: readonly Address[];
  /** What keeps this wallet from being polled, written on change only. */
  readonly failing: WalletProblem | null;
  /** Its polls end before the chain's head is reached, written on change only. */
  readonly behind: WalletProblem | null;
}

/** Where telling begins: what was mined before it is old and never told. */
export interface WatchStart {
  /** ISO time of the first poll. */
  readonly since: string;
  /** First block that can be told: the row's `fromBlock`, or the block after a full first page's oldest. */
  readonly block: number;
  /** True where the row gave `fromBlock`: then nothing from that block on is too old. */
  readonly tellAll: boolean;
}

export interface FirstTry {
  /** ISO time. */
  readonly at: string;
  /** It began along with many others. */
  readonly bulk: boolean;
}

export interface SeenTransfer {
  readonly block: number;
  /** The first digits of the block's hash: enough to see that it changed. */
  readonly blockMark: string;
  readonly status: SeenStatus;
  /** How often it was taken back before: each time it comes again its alert has a new id. */
  readonly incarnation: number;
}

/**
 * `told`: an alert went out for it. `missed`: told, and absent from the last complete read. `gone`: taken back.
 * `quiet`: hidden, filtered or old; there is no alert to take back.
 */
export type SeenStatus = 'told' | 'missed' | 'gone' | 'quiet';

export interface Counterparty {
  readonly address: Address;
  /** ISO time of the newest payment. */
  readonly lastPaidAt: string | null;
}

export interface WalletProblem {
  /** ISO time of the first poll that had it. */
  readonly since: string;
  readonly reason: string;
  /** Operations were told. */
  readonly told: boolean;
}

/** A watch that was never polled. */
export const neverPolled: WalletState = {
  version: 0,
  start: null,
  firstTry: null,
  block: null,
  seenFrom: 0,
  seen: new Map(),
  outbox: [],
  outboxLeasedUntil: 0,
  counterparties: [],
  warnedOf: [],
  failing: null,
  behind: null,
};

/** Another worker saved this wallet first: all that was found is dropped, for the other one tells it. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost';
}
