import { alertId } from '../../alert/alert-id.ts';
import { composeWatchingAlert } from '../../alert/compose/compose-events.ts';
import type { BlockNumber, EpochMilliseconds, IsoTime } from '../../chain/units.ts';
import { describeFor } from '../../coin/coin-lookup.ts';
import { judge } from '../../spam/judge.ts';
import { AddressBook } from '../../spam/poisoning/address-book.ts';
import type { Cursor } from '../../state/cursor.ts';
import { nobodyKnown } from '../../state/known-addresses.ts';
import { messageRow, type NewRow, quietRow, transferRow } from '../../state/ledger-row.ts';
import { endOfBlock } from '../../state/place.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Poll } from '../dependencies.ts';
import { type NewestPage, readNewestPage } from '../read/look-ahead.ts';
import { anchorAt, plausibleThrough } from '../read/plausible-block.ts';
import { type BegunCursor, isOld } from '../read/poll-read.ts';
import { ages, settledThrough } from '../read/settle.ts';

export interface Beginning {
  readonly cursor: BegunCursor;
  /** Rows of transfers from before the watch. */
  readonly oldRows: readonly NewRow[];
  /** The newest page, if the poll ends with it; null: the poll reads on. */
  readonly newestPage: NewestPage | null;
}

/** The watch begins at `fromBlock`, or else after the newest page of the first poll. If that poll failed, transfers since then are news. */
export async function beginWatch(cursor: Cursor, poll: Poll): Promise<Beginning> {
  const { start, firstTry } = cursor;
  const { fromBlock } = poll.watch;
  const readsOn = { oldRows: [], newestPage: null };
  if (start !== null) return { cursor: { ...cursor, start }, ...readsOn };
  const now = poll.clock.now();
  const since = firstTry?.at ?? new Date(now).toISOString();
  const bulk = firstTry?.bulk ?? poll.bulk;
  const begun = { ...cursor, firstTry: { at: since, bulk } };
  if (fromBlock === null) {
    const start = { since, block: 0, timedTo: null };
    const page = await readNewestPage(poll);
    const old = page.transfers.filter(({ transfer }) => isOld(transfer, start));
    // Nothing moved since the first try: the watch begins as if that try had succeeded.
    const isAllOld = old.length === page.transfers.length && (old.length > 0 || !page.hasOlder);
    if (firstTry === null || isAllOld) return beginAfter(page, begun, { now, since }, poll);
    return { ...readsOn, cursor: { ...begun, start }, oldRows: [addressesRow(0, old, poll)] };
  }
  const before = fromBlock - 1;
  const begin = { start: { since, block: fromBlock, timedTo: before }, settled: before, newest: before };
  return { cursor: { ...begun, ...begin }, ...readsOn };
}

/** The newest page holds old transfers. Their payees and imitations are remembered, to recognise a later payment to an imitation. */
function beginAfter(
  page: NewestPage,
  before: Cursor,
  { now, since }: { readonly now: EpochMilliseconds; readonly since: IsoTime },
  poll: Poll,
): Beginning {
  const { watch } = poll;
  const { transfers, hasOlder } = page;
  const all = transfers.map(({ transfer }) => transfer);
  const plausibleTo = plausibleThrough(all, before, watch.chain, now);
  const inReach = all.filter(({ blockNumber }) => blockNumber <= plausibleTo);
  const block = inReach.at(-1)?.blockNumber ?? null;
  // The unread pages are old, and so is the rest of this page's oldest block.
  const settled = hasOlder ? (inReach[0]?.blockNumber ?? -1) : -1;
  // Null: a transfer's time decides whether it is old. A node's times are right. If nothing was readable, older pages may follow.
  const timedTo = poll.isReadFromNode(watch.chain) ? null : (block ?? (hasOlder ? null : 0));
  const start = { since, block: settled + 1, timedTo };
  const read = { begunAt: now, plausibleTo, ...ages(inReach, plausibleTo, now) };
  const cursor: BegunCursor = {
    ...before,
    start,
    block,
    anchor: anchorAt(inReach, block, null, now),
    settled: settledThrough({ settled }, { ...read, transfers, unreadable: [] }, []),
    newest: block ?? -1,
  };
  const unclear = transfers.filter(
    ({ transfer }) => transfer.blockNumber > cursor.settled && !isOld(transfer, start),
  );
  const old = unclear.map(({ key, transfer }) => transferRow(key, transfer, 'old', now));
  return { cursor, oldRows: [addressesRow(block ?? 0, transfers, poll), ...old], newestPage: page };
}

/** A row without an alert, from which the poisoning rules learn the addresses of old transfers. */
function addressesRow(
  block: BlockNumber,
  old: readonly KeyedTransfer[],
  { watch, clock }: Pick<Poll, 'watch' | 'clock'>,
): NewRow {
  const book = new AddressBook(nobodyKnown);
  const learnt = old.map(({ transfer }) => {
    const described = describeFor(watch, transfer, null);
    const { paid, imitations } = book.examine(described, judge(described, watch), watch);
    // No alert has reported these imitations.
    const untold = imitations.map(([mark, one]) => [mark, one && { ...one, told: false }] as const);
    return { paid, imitations: untold, warnedOn: null };
  });
  return { ...quietRow(endOfBlock(block, 'past'), 'message', clock.now()), learnt };
}

/** The alert `wallet.watching`. Call this after the source has answered: a failing poll must not use up one of an import's ten alerts. */
export async function announcementRows(
  { firstTry }: Pick<Cursor, 'firstTry'>,
  { watch, announcements, clock }: Poll,
): Promise<NewRow[]> {
  if (firstTry === null || watch.chain.besideApi) return [];
  const { at: since, bulk } = firstTry;
  if (bulk && !(await announcements.claim())) return [];
  const id = alertId('watching', watch.chain.id, watch.wallet, since);
  const alert = composeWatchingAlert({ watch, id, since, fromBlock: watch.fromBlock, detectedAt: since });
  return [messageRow(alert, watch.fromBlock ?? 0, null, clock.now())];
}
