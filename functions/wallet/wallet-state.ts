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
  /** No block below this is read again: it was, when it was older than the re-scan time. */
  readonly seenFrom: number;
  /**
   * The blocks from `seenFrom` up to this one, this one not included, are too full to be read at every poll: they are read
   * once more when they are older than the re-scan time. Not above `seenFrom`: there are none.
   */
  readonly denseTo: number;
  /** Transfers dealt with, from `seenFrom` on, by transfer key. */
  readonly seen: ReadonlyMap<string, SeenTransfer>;
  /** Names of the items beside the wallet's own that hold what of `seen` it has no room for, oldest first. */
  readonly seenPages: readonly string[];
  /** A block that takes more than one poll to read, as far as it was read; null while there is none. */
  readonly spool: BlockSpool | null;
  /** Finished alerts not yet known to be published, in chain order. */
  readonly outbox: readonly OutgoingAlert[];
  /** Epoch milliseconds until which the worker that filled the outbox has it to itself; 0: anybody's. */
  readonly outboxLeasedUntil: number;
  /** Whom the wallet paid, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** Addresses that imitate one of those, by addressMark: each is warned of once, and stays an imitation. */
  readonly warnedOf: ReadonlyMap<string, Imitation>;
  /** How many warnings were told on the UTC day of the newest; null: none ever. */
  readonly warnedToday: WarnedToday | null;
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
  /** The block's time in epoch seconds; null where the API gives none. */
  readonly minedAt: number | null;
  readonly status: SeenStatus;
  /** How often it was taken back before: each time it comes again its alert has a new id. */
  readonly incarnation: number;
  /** The page of `seenPages` that holds it as it stands; null where the wallet's own item does. */
  readonly page: string | null;
}

/** One block on its way from the API, newest transfers first, through as many polls as it takes. */
export interface BlockSpool {
  readonly block: number;
  /** Names of the items that hold its transfers as read so far. */
  readonly pieces: readonly string[];
  /** Where the API goes on; null at the end. */
  readonly cursor: string | null;
  /** Why an entry of it could not be read; null where all could. */
  readonly unreadable: string | null;
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
  /** Paid in a token that no stranger can make up; else somebody may have written the payment. */
  readonly proven: boolean;
}

/** An address that was found to imitate one that the wallet paid. */
export interface Imitation {
  readonly imitates: Address;
  /** The address that it imitates was paid for certain. */
  readonly proven: boolean;
  /** The reader knows of it: by a warning, as one of its `others`, or by the alert of a payment to it. */
  readonly told: boolean;
}

export interface WarnedToday {
  /** `2026-01-02` */
  readonly day: string;
  readonly count: number;
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
  denseTo: 0,
  seen: new Map(),
  seenPages: [],
  spool: null,
  outbox: [],
  outboxLeasedUntil: 0,
  counterparties: [],
  warnedOf: new Map(),
  warnedToday: null,
  failing: null,
  behind: null,
};

/** Another worker saved this wallet first: all that was found is dropped, for the other one tells it. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost';
}
