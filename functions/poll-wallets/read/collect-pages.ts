import type { Clock } from '../../runtime/clock.ts';
import { sharingTokens } from '../../transfer/share-tokens.ts';
import type { CallLimits, SourcePage, UnreadableTransfer } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';

/** 2,000 transfers, or what a third of the time allows: a read that takes longer goes on in the next poll. */
const mostPages = 20;
const shareOfTime = 1 / 3;

/** The pages that a poll has read so far. */
export interface Collected {
  /** Newest first, as they came. */
  readonly transfers: readonly Transfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** Where the source goes on; null: nothing older is left. */
  readonly next: string | null;
}

/**
 * Reads pages until they end, until one is the last that is needed, or as many as one poll has time for.
 * @param isLast asked of each page but the last one that there is
 */
export async function collectPages(
  pages: AsyncIterable<SourcePage>,
  isLast: (page: SourcePage) => boolean | Promise<boolean>,
  clock: Pick<Clock, 'now'>,
  { deadline }: Pick<CallLimits, 'deadline'>,
): Promise<Collected & { readonly isCutShort: boolean }> {
  const begun = clock.now();
  const stopAt = begun + (deadline - begun) * shareOfTime;
  const share = sharingTokens();
  const transfers: Transfer[] = [];
  const unreadable: UnreadableTransfer[] = [];
  let read = 0;
  for await (const page of pages) {
    transfers.push(...share(page.transfers));
    unreadable.push(...page.unreadable);
    read += 1;
    const so = { transfers, unreadable, next: page.next };
    if ((await isLast(page)) || page.next === null) return { ...so, isCutShort: false };
    if (read === mostPages || clock.now() > stopAt) return { ...so, isCutShort: true };
  }
  return { transfers, unreadable, next: null, isCutShort: false };
}
