import type { Cursor, LongRead } from '../../state/cursor.ts';
import type { KnownTransfers } from '../../state/row.ts';
import type { PageRequest, ReadFrom, UnreadableTransfer } from '../../transfer/source.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import { lagAllowance, type WatchStart } from '../../transfer/watch-start.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { LackedSpan } from './lacked-span.ts';

/** A cursor whose watch has begun. */
export type BegunCursor = Cursor & { readonly start: WatchStart };

/** The result of a poll's read, or of one part of it. */
export interface PollRead {
  /** When the read began, perhaps in an earlier poll, in epoch milliseconds. */
  readonly begunAt: number;
  /** Oldest first; once the read is complete, those of all its polls. */
  readonly transfers: readonly KeyedTransfer[];
  /** Thefts on the newest page, which do not wait for this read. */
  readonly ahead: readonly KeyedTransfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** The rows of the unsettled blocks. */
  readonly known: KnownTransfers;
  /** It came down to the settled block, and shows every unsettled transfer. */
  readonly isEnded: boolean;
  /** The span in which it shows every transfer; null: none. */
  readonly lacks: LackedSpan | null;
  /** Block numbers of this poll's pages that the chain can't have reached. */
  readonly impossible: readonly number[];
  /** Where the next part continues. Null: the read is complete, and its news can be reported in chain order. */
  readonly reading: LongRead | null;
  /** Why it stopped, if the plan has no call left; null otherwise. */
  readonly waitsFor: string | null;
  /** The highest block that the chain can have reached: see plausible-block.ts. */
  readonly plausibleTo: number;
  /** The highest block that was old enough to be settled when the read began, and the lowest that was not; null: none. */
  readonly aged: number | null;
  readonly young: number | null;
}

/** The block up to which everything is dealt with after this read's news; -1 if the read is incomplete or empty. */
export function throughBlock({ reading, transfers, plausibleTo }: PollRead): number {
  if (reading !== null) return -1;
  const blocks = transfers.map(({ transfer }) => transfer.blockNumber);
  return blocks.reduce((top, block) => (block <= plausibleTo ? Math.max(top, block) : top), -1);
}

/** The next complete read settles blocks older than this: re-orgs and late indexing are over by then. */
export const settledAfter = 300_000;

/** The start of the unsettled blocks; a time for a watch whose first poll failed and that knows no block yet. */
export function unsettled(
  { wallet, chain }: Pick<Watch, 'wallet' | 'chain'>,
  { settled, start }: Pick<BegunCursor, 'settled' | 'start'>,
): Omit<PageRequest, 'position'> {
  const since = new Date(Date.parse(start.since) - lagAllowance);
  const from: ReadFrom = settled < 0 && start.timedTo === null ? { time: since } : { block: settled + 1 };
  return { wallet, chain, from, to: null };
}
