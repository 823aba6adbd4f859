import type { Clock } from '../../runtime/clock.ts';
import { sharingTokens } from '../../transfer/share-tokens.ts';
import type { CallLimits, PageRequest, SourcePage, UnreadableTransfer } from '../../transfer/source.ts';
import { NoSlot } from '../../transfer/source-errors.ts';
import type { Transfer } from '../../transfer/transfer.ts';

/** A part of a read ends after 2,000 transfers or a third of the poll's time, and is dealt with before the next part. */
const mostPages = 20;
const shareOfTime = 1 / 3;

/** The pages that a poll has read so far. */
export interface Collected {
  /** Newest first, as they came. */
  readonly transfers: readonly Transfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** The source's position for older transfers; null: there are none. */
  readonly next: string | null;
  /** It stopped before the last page that it needed. */
  readonly isCutShort: boolean;
  /** Why it stopped, if the plan has no call left; null otherwise. */
  readonly waitsFor: string | null;
}

/**
 * Reads pages until there are no more, until one is the last that is needed, or until the poll's time for reading is over.
 * @param begin the source's position to begin at; null: at its newest transfer
 * @param isLast called for each page that has older ones behind it
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
    // The plan has no call left for now: the pages so far count, and the next poll continues.
    if (!(error instanceof NoSlot) || next === null) throw error;
    waitsFor = error.message;
  }
  return { transfers, unreadable, next, isCutShort: next !== null, waitsFor };
}
