import type { Clock } from '../../runtime/clock.ts';
import type { CallLimits, SourcePage, UnreadableTransfer } from '../../transfer/source.ts';
import {
  BadRequest,
  NoSlot,
  SourceError,
  TurnMissed,
  UnreadableReply,
} from '../../transfer/source-errors.ts';
import { sharingTokens, type Transfer } from '../../transfer/transfer.ts';
import { entryOf } from '../../transfer/transfer-key.ts';

/** A part of a read is dealt with before the next one begins. */
const maxPages = 20;
const shareOfTime = 1 / 3;
/** Some sources give a cursor for ever: the read ends after so many pages with nothing new. A final look repeats the read. */
const maxIdlePages = 10;

export interface Shown {
  /** Newest first. */
  readonly transfers: readonly Transfer[];
  readonly unreadable: readonly UnreadableTransfer[];
}

export interface Collected extends Shown {
  /** The source's position for older transfers; null: there are none. */
  readonly next: string | null;
  /** Whether the read stopped before the last page that it needed. */
  readonly isCutShort: boolean;
  /** Why the read stopped, if the plan has no call left; null otherwise. */
  readonly waitsFor: string | null;
  /** The error that ended the read early, if any. The poll publishes what the earlier pages show, and then fails with this error. */
  readonly fault: Error | null;
}

/** Called with each page as it comes. @param shown by all pages so far @returns true: the read needs no later page */
export type LookAtPage = (page: SourcePage, shown: Shown) => boolean | Promise<boolean>;

export async function collectPages(
  pages: AsyncIterable<SourcePage>,
  position: string | null,
  lookAtPage: LookAtPage,
  clock: Pick<Clock, 'now'>,
  { deadline }: Pick<CallLimits, 'deadline'>,
): Promise<Collected> {
  const begun = clock.now();
  const stopAt = begun + (deadline - begun) * shareOfTime;
  const share = sharingTokens();
  const transfers: Transfer[] = [];
  const unreadable: UnreadableTransfer[] = [];
  const seen = new Set<string>();
  let [read, idle] = [0, 0];
  let next = position;
  let waitsFor: string | null = null;
  let fault: Error | null = null;
  const ended = (): Collected => ({ transfers, unreadable, next, isCutShort: false, waitsFor, fault });
  try {
    for await (const page of pages) {
      transfers.push(...share(page.transfers));
      unreadable.push(...page.unreadable);
      read += 1;
      ({ next } = page);
      if ((await lookAtPage(page, { transfers, unreadable })) || next === null) return ended();
      const before = seen.size;
      for (const one of page.transfers) seen.add(entryOf(one));
      idle = seen.size === before && page.unreadable.length === 0 ? idle + 1 : 0;
      if (idle === maxIdlePages) return ended();
      if (read === maxPages || clock.now() > stopAt) break;
    }
  } catch (error) {
    if (error instanceof TurnMissed) throw error;
    if (error instanceof NoSlot && next !== null) waitsFor = error.message;
    else if (error instanceof SourceError && read > 0) {
      fault = error;
      if (error instanceof UnreadableReply && idle > 0) return ended();
      // The source refuses its own position, so the next part continues by block.
      if (error instanceof BadRequest || error instanceof UnreadableReply) next = '';
    } else throw error;
  }
  return { transfers, unreadable, next, isCutShort: next !== null, waitsFor, fault };
}
