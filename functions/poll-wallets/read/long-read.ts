import type { LongRead } from '../../state/cursor.ts';
import { PositionRefused } from '../../transfer/source-errors.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { askLedger } from './ask-ledger.ts';
import { collectPages } from './collect-pages.ts';
import { bringsNothing } from './dealt-with.ts';
import { partOf } from './part-of-read.ts';
import { type BegunCursor, type PollRead, unsettled } from './poll-read.ts';

/**
 * Goes on with a read that an earlier poll left: by the source's own position, or, where it takes that no more, from the block
 * down that the read has come to. What it shows is `held` in the ledger until the read is through.
 */
export async function readOn(
  watch: Watch,
  cursor: BegunCursor,
  reading: LongRead,
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
  return partOf(collected, { ...reading, held }, known, watch, cursor);
}
