import type { OpenBatch } from '../../state/cursor.ts';
import type { NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';

/** Milliseconds before its lease ends at which a worker stops: a call may still be under way, and clocks differ. */
const leaseMargin = 3_000;

/** Another worker has this wallet's batch, or may take it. */
export class BatchLeft extends Error {
  override readonly name = 'BatchLeft';
}

export function endOf(
  { lease }: Pick<OpenBatch, 'lease'>,
  { publishUntil }: Pick<PollLimits, 'publishUntil'>,
): number {
  return Math.min(lease, publishUntil) - leaseMargin;
}

/** @throws BatchLeft if writing took so long that another worker may abandon the unfinished batch */
export async function record(
  watch: Watch,
  open: OpenBatch,
  rows: readonly NewRow[],
  { history, clock }: Pick<PollDependencies, 'history' | 'clock'>,
  limits: Pick<PollLimits, 'publishUntil'>,
): Promise<void> {
  await history.put(watch, open.batch, rows);
  if (clock.now() >= endOf(open, limits))
    throw new BatchLeft(`The rows of ${watch.wallet} were written too late to be published by this poll.`);
}
