import type { OpenBatch } from '../../state/cursor.ts';
import type { NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';

/** A worker stops this long before its lease ends: its last call may still be under way, and workers' clocks differ. */
const leaseMargin = 3_000;

/** Another worker has this wallet's batch, or may take it: this poll stops. */
export class BatchLeft extends Error {
  override readonly name = 'BatchLeft';
}

/** Until when a worker may write and publish its batch, in epoch milliseconds. */
export function endOf(
  { lease }: Pick<OpenBatch, 'lease'>,
  { publishUntil }: Pick<PollLimits, 'publishUntil'>,
): number {
  return Math.min(lease, publishUntil) - leaseMargin;
}

/**
 * Writes all rows of a batch before any of it is published.
 * @throws BatchLeft if that took so long that another worker may abandon the unfinished batch
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
