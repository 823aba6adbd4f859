import { randomUUID } from 'node:crypto';
import type { KnownTransfers } from '../../state/known-transfers.ts';
import type { SourcePage } from '../../transfer/source.ts';
import { watchKey } from '../../wallet/watch.ts';
import type { Poll } from '../poll-dependencies.ts';
import { askLedger, isTimeForLastLook, knownOnPage } from './ask-ledger.ts';
import { collectPages } from './collect-pages.ts';
import { partOf } from './part-of-read.ts';
import { type BegunCursor, bringsNothing, type PollRead, unsettled } from './poll-read.ts';

/**
 * Reads from the chain's head down to a page without news. If the oldest unsettled row is due for its last look, it reads on to
 * the settled block. Null if every block is settled and nothing is new: an idle poll does not query the ledger.
 */
export async function readHead(
  cursor: BegunCursor,
  poll: Pick<Poll, 'watch' | 'limits' | 'source' | 'history' | 'clock'>,
): Promise<PollRead | null> {
  const { watch, limits, clock } = poll;
  const begunAt = clock.now();
  let known: KnownTransfers | null = null;
  let isLastLook = false;
  const isLast = async (page: SourcePage): Promise<boolean> => {
    if (known === null) {
      const isEmpty = page.transfers.length === 0 && page.unreadable.length === 0 && page.next === null;
      if (isEmpty && cursor.newest <= cursor.settled) return true;
      if (page.next !== null) {
        isLastLook = await isTimeForLastLook(cursor, begunAt, poll);
        known = isLastLook ? null : await knownOnPage(page, cursor, poll);
        if (known !== null && bringsNothing(page, watch, cursor, known, begunAt)) return true;
      }
      known = await askLedger(cursor, poll);
    }
    return !isLastLook && bringsNothing(page, watch, cursor, known, begunAt);
  };
  const position = null;
  const pages = poll.source.pages({ ...unsettled(watch, cursor), position }, limits);
  const collected = await collectPages(pages, { position }, isLast, clock, limits);
  const asked = known as KnownTransfers | null;
  if (asked === null) return null;
  const coinThrough = limits.activity?.[watchKey(watch)]?.coinThrough ?? null;
  // Blocks whose coin the node has not shown yet must not settle: settled blocks are not read again.
  const young = coinThrough === null ? null : coinThrough + 1;
  const nothing = { below: null, refusals: 0, aged: null, young, held: [] };
  const read = { name: randomUUID(), begunAt, position, isLastLook, ...nothing };
  return partOf(collected, read, asked, watch, cursor);
}
