import type { OpenBatch } from '../../state/cursor.ts';
import type { NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';

/** A worker stops this long before its lease ends: time for the answer to its last call, and for workers' clocks to differ. */
const leaseMargin = 3_000;

/** Another worker has this wallet's batch, or will have it: this poll leaves it alone. */
export class BatchLeft extends Error {
  override readonly name = 'BatchLeft';
}

/** Epoch milliseconds until which a worker may write and publish what it has begun. */
export function endOf(
  { lease }: Pick<OpenBatch, 'lease'>,
  { publishUntil }: Pick<PollLimits, 'publishUntil'>,
): number {
  return Math.min(lease, publishUntil) - leaseMargin;
}

/**
 * Writes the rows of a batch: nothing of it is published before all of them are there.
 * @throws BatchLeft where that took so long that another worker may find the batch unfinished and abandon it
 */
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
