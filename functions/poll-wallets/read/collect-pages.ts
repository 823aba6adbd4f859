import type { Clock } from '../../runtime/clock.ts';
import { sharingTokens } from '../../transfer/share-tokens.ts';
import type { CallLimits, PageRequest, SourcePage, UnreadableTransfer } from '../../transfer/source.ts';
import { NoSlot } from '../../transfer/source-errors.ts';
import type { Transfer } from '../../transfer/transfer.ts';

/** 2,000 transfers, or what a third of the time allows: what a read has shown by then is dealt with before it goes on. */
const mostPages = 20;
const shareOfTime = 1 / 3;

/** The pages that a poll has read so far. */
export interface Collected {
  /** Newest first, as they came. */
  readonly transfers: readonly Transfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** Where the source goes on; null: nothing older is left. */
  readonly next: string | null;
  /** It stopped before the last page that is needed. */
  readonly isCutShort: boolean;
  /** Why, where the plan has no call left for it; null otherwise. */
  readonly waitsFor: string | null;
}

/**
 * Reads pages until they end, until one is the last that is needed, or as many as one poll has time for.
 * @param begin where they begin, in the source's own terms; null: at its newest transfer
 * @param isLast asked of each page but the last one that there is
 */
export async function collectPages(
  pages: AsyncIterable<SourcePage>,
  begin: Pick<PageRequest, 'position'>,
  isLast: (page: SourcePage) => boolean | Promise<boolean>,
  clock: Pick<Clock, 'now'>,
  { deadline }: Pick<CallLimits, 'deadline'>,
): Promise<Collected> {
  const begun = clock.now();
  const stopAt = begun + (deadline - begun) * shareOfTime;
  const share = sharingTokens();
  const transfers: Transfer[] = [];
  const unreadable: UnreadableTransfer[] = [];
  let read = 0;
  let next = begin.position;
  let waitsFor: string | null = null;
  try {
    for await (const page of pages) {
      transfers.push(...share(page.transfers));
      unreadable.push(...page.unreadable);
      read += 1;
      ({ next } = page);
      if ((await isLast(page)) || next === null)
        return { transfers, unreadable, next, isCutShort: false, waitsFor };
      if (read === mostPages || clock.now() > stopAt) break;
    }
  } catch (error) {
    // The plan has no call left for now: what was read until then counts, and a read that goes on waits where it is.
    if (!(error instanceof NoSlot) || next === null) throw error;
    waitsFor = error.message;
  }
  return { transfers, unreadable, next, isCutShort: next !== null, waitsFor };
}
