import type { LongRead } from '../../state/cursor.ts';
import { PositionRefused } from '../../transfer/source-errors.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { askLedger } from './ask-ledger.ts';
import { collectPages } from './collect-pages.ts';
import { bringsNothing } from './dealt-with.ts';
import { isTheft } from './look-ahead.ts';
import { partOf } from './part-of-read.ts';
import { type BegunCursor, type PollRead, throughBlock, unsettled } from './poll-read.ts';

/** A read that began longer ago starts again: some of its rows may have expired. */
const longestRead = 86_400_000;

/** The unfinished read of an earlier poll; null: there is none. */
export function readingOf(
  { reading }: Pick<BegunCursor, 'reading'>,
  { clock }: Pick<PollDependencies, 'clock'>,
): LongRead | null {
  return reading === null || reading.begunAt <= clock.now() - longestRead ? null : reading;
}

/**
 * Continues an earlier poll's read at the source's position, or, if the source refuses that, from the lowest block read so far.
 * The transfers are `held` in the ledger until the read is complete.
 * @param seen transfers that a look ahead has shown
 */
export async function readOn(
  watch: Watch,
  cursor: BegunCursor,
  reading: LongRead,
  seen: readonly KeyedTransfer[],
  deps: Pick<PollDependencies, 'source' | 'history' | 'clock'>,
  limits: PollLimits,
): Promise<PollRead> {
  const known = await askLedger(watch, cursor, deps);
  const isLast = (page: Parameters<typeof bringsNothing>[0]) =>
    !reading.isLastLook && bringsNothing(page, watch, cursor, known, reading.begunAt);
  const request = unsettled(watch, cursor);
  const collect = (part: { readonly to: number | null; readonly position: string | null }) =>
    collectPages(deps.source.pages({ ...request, ...part }, limits), reading, isLast, deps.clock, limits);
  const { below, position } = reading;
  const anew = () => collect({ to: below, position: null });
  const going = position === '' ? anew() : collect({ to: null, position });
  const collected = await going.catch((error: unknown) => {
    if (!(error instanceof PositionRefused)) throw error;
    return anew();
  });
  const held = collected.isCutShort ? [] : await deps.history.held(watch, reading.name);
  const read = partOf(collected, { ...reading, held }, known, watch, cursor);
  const shown = new Set(read.transfers.map(({ key }) => key));
  // The stored block moves now: transfers that were added below it since the read began must be included.
  const through = throughBlock(read);
  const isBelow = ({ key, transfer }: KeyedTransfer) => transfer.blockNumber <= through && !shown.has(key);
  return { ...read, ahead: seen.filter(isBelow) };
}

/** The thefts that a look ahead shows, as a part that does not advance the read; null: none. */
export async function readThefts(
  watch: Watch,
  cursor: BegunCursor,
  reading: LongRead,
  seen: readonly KeyedTransfer[],
  deps: Pick<PollDependencies, 'history'>,
): Promise<PollRead | null> {
  const ahead = seen.filter((one) => isTheft(one, watch));
  if (ahead.length === 0) return null;
  const nothing = { transfers: [], unreadable: [], next: reading.position, isCutShort: true, waitsFor: null };
  const known = await askLedger(watch, cursor, deps);
  return { ...partOf(nothing, { ...reading, held: [] }, known, watch, cursor), ahead };
}
