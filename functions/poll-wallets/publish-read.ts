import { nobodyKnown } from '../state/known-addresses.ts';
import type { LastRow, NewRow } from '../state/row.ts';
import { batchesOf, holdBack, inTurn, rowsAfter, rowsOfBatch } from './decide/batches.ts';
import { compareWithLedger, isOneMissed } from './decide/compare.ts';
import { judgeTransfers } from './decide/judge-transfers.ts';
import { rationsAfter } from './decide/rations.ts';
import { takeBack } from './decide/take-back.ts';
import type { Poll } from './poll-dependencies.ts';
import { addToOutcome, type PollOutcome, withRead } from './poll-outcome.ts';
import type { PollRead } from './read/poll-read.ts';
import { advance } from './save/advance.ts';
import type { Committed } from './save/open-batch.ts';
import { publishBatch } from './save/publish-batch.ts';

/** Judges, writes, publishes and commits the transfers of a read that have no row yet, batch by batch. */
export async function publishRead(
  before: PollOutcome,
  first: readonly NewRow[],
  read: PollRead,
  poll: Poll,
): Promise<PollOutcome> {
  const { watch } = poll;
  const { news, held } = holdBack(await compareWithLedger(before.cursor, read, poll), read, watch);
  if (read.reading !== null) await poll.history.hold(watch, read.reading.name, held);
  const addresses = news.fresh.length === 0 ? nobodyKnown : await poll.states.readAddresses(watch);
  let done: Committed = { cursor: before.cursor, addresses };
  let outcome = withRead(before, read, watch);
  let after: readonly LastRow[] = read.known.values().toArray();
  for (const { fresh, edits, dropped, next } of batchesOf(news, first)) {
    const judged = await judgeTransfers(fresh, done.addresses, outcome, poll);
    const told = rowsOfBatch(judged, done.cursor, poll.clock);
    const rows = inTurn([...edits, ...(await takeBack(dropped, poll)), ...told]);
    after = rowsAfter(after, rows);
    const rations = rationsAfter(done.cursor, judged, rows, poll.clock.now());
    const then = advance({ ...done.cursor, rations }, read, after, next);
    done = await publishBatch(done, rows, then, poll);
    outcome = addToOutcome({ ...outcome, cursor: done.cursor, missed: isOneMissed(after) }, judged);
    // The rest waits for the next poll: an invocation that Lambda cuts off would fail the other wallets too.
    if (next !== undefined && poll.clock.now() > poll.limits.deadline) return { ...outcome, behind: true };
  }
  return outcome;
}
