import type { OutgoingAlert } from '../alert/outgoing-alert.ts';
import type { Counterparty } from '../spam/poisoning/evidence.ts';
import type { Imitation } from '../spam/poisoning/imitations.ts';
import type { SeenTransfer, WatchStart } from '../transfer/compare-with-seen.ts';
import type { UnfinishedBlock } from '../transfer/source.ts';

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
  /** A transfer dealt with whose time is known: how far the chain can be since then is told by it. Null: there is none. */
  readonly anchor: BlockAnchor | null;
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
  /**
   * Keys of `seen` of which a page has an older line as well. Found when the pages are read and not stored: such an entry is
   * kept until the page goes, or the older line would count again.
   */
  readonly outdated: ReadonlySet<string>;
  /** A block that takes more than one poll to read, as far as it was read; null while there is none. */
  readonly unfinished: UnfinishedBlock | null;
  /** Finished alerts not yet known to be published, in chain order. */
  readonly outbox: readonly OutgoingAlert[];
  /** Epoch milliseconds until which the worker that filled the outbox has it to itself; 0: anybody's. */
  readonly outboxLeasedUntil: number;
  /** Whom the wallet paid, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** Addresses that look like one of those, by addressMark: each is warned of once, and stays an imitation. */
  readonly warnedOf: ReadonlyMap<string, Imitation>;
  /** How many warnings were told on the UTC day of the newest; null: none ever. */
  readonly warnedToday: WarnedToday | null;
  /** What keeps this wallet from being polled, written on change only. */
  readonly failing: WalletIncident | null;
  /** Its polls end before the chain's head is reached, written on change only. */
  readonly behind: WalletIncident | null;
}

export interface BlockAnchor {
  readonly block: number;
  /** Epoch seconds at which it was mined, or a little later. */
  readonly minedAt: number;
}

export interface FirstTry {
  /** ISO time. */
  readonly at: string;
  /** It began along with many others. */
  readonly bulk: boolean;
}

export interface WarnedToday {
  /** `2026-01-02` */
  readonly day: string;
  readonly count: number;
}

export interface WalletIncident {
  /** Epoch milliseconds of the first poll that had it. */
  readonly since: number;
  readonly reason: string;
  /** Its beginning was published. */
  readonly published: boolean;
}

/** A watch that was never polled. */
export const neverPolled: WalletState = {
  version: 0,
  start: null,
  firstTry: null,
  block: null,
  anchor: null,
  seenFrom: 0,
  denseTo: 0,
  seen: new Map(),
  seenPages: [],
  outdated: new Set(),
  unfinished: null,
  outbox: [],
  outboxLeasedUntil: 0,
  counterparties: [],
  warnedOf: new Map(),
  warnedToday: null,
  failing: null,
  behind: null,
};

/** Another worker saved this wallet first: all that was found is dropped, for the other one tells it. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
}
