import type { Cursor, LongRead } from '../../state/cursor.ts';
import type { KnownTransfers } from '../../state/known-transfers.ts';
import type { PageRequest, ReadFrom, UnreadableTransfer } from '../../transfer/source.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import { lagAllowance, type WatchStart } from '../../transfer/watch-start.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { LackedSpan } from './lacked-span.ts';

/** A cursor whose watch has begun. */
export type BegunCursor = Cursor & { readonly start: WatchStart };

/** What a poll's read has shown, and what it may say of what it has not. */
export interface PollRead {
  /** Epoch milliseconds at which it began, in an earlier poll it may be: what it shows is no older. */
  readonly begunAt: number;
  /** Oldest first; where an earlier poll began the read and this one has ended it, those of all its polls. */
  readonly transfers: readonly KeyedTransfer[];
  /** What a look at the newest page has shown that does not wait for this read. */
  readonly ahead: readonly KeyedTransfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** What the ledger knows of the blocks that are not settled. */
  readonly known: KnownTransfers;
  /** It came down to the settled block: nothing that is not settled is missing from it. */
  readonly isEnded: boolean;
  /** Of what it says what is not on the chain; null: of nothing. */
  readonly lacks: LackedSpan | null;
  /** Block numbers of this poll's pages that the chain can't have reached. */
  readonly impossible: readonly number[];
  /** What the next part goes on by. Null: the read is through, all that is new in it can be dealt with in chain order. */
  readonly reading: LongRead | null;
  /** Why it goes no further now, where the plan has no call left for it; null otherwise. */
  readonly waitsFor: string | null;
  /** The highest block that the chain can have reached: see plausible-block.ts. */
  readonly plausibleTo: number;
  /** The highest block of what was old enough to be settled as it began, and the lowest of what was not; null: none was. */
  readonly aged: number | null;
  readonly young: number | null;
}

/** The block up to which all is dealt with once the news of a read is; -1 where the read is not through, or shows none. */
export function throughBlock({ reading, transfers, plausibleTo }: PollRead): number {
  if (reading !== null) return -1;
  const blocks = transfers.map(({ transfer }) => transfer.blockNumber);
  return blocks.reduce((top, block) => (block <= plausibleTo ? Math.max(top, block) : top), -1);
}

/** A block older than this is settled by the next read that shows all of it: re-orgs and late indexing are over by then. */
export const settledAfter = 300_000;

/** All that is not settled. A watch whose first poll failed has no block to begin at, and begins at a time. */
export function unsettled(
  { wallet, chain }: Pick<Watch, 'wallet' | 'chain'>,
  { settled, start }: Pick<BegunCursor, 'settled' | 'start'>,
): Omit<PageRequest, 'position'> {
  const since = new Date(Date.parse(start.since) - lagAllowance);
  const from: ReadFrom = settled < 0 && start.timedTo === null ? { time: since } : { block: settled + 1 };
  return { wallet, chain, from, to: null };
}
