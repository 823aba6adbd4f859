import { type Advance, type Cursor, waitingDigests } from '../state/cursor.ts';
import { nobodyKnown } from '../state/known-addresses.ts';
import type { LastRow, NewRow } from '../state/ledger-row.ts';
import { assertLedger } from './assert-ledger.ts';
import { batchesOf, holdBack, inTurn, rowsAfter, rowsOfBatch, withEvents } from './decide/batches.ts';
import { compareWithLedger } from './decide/compare.ts';
import { composeDueDigests, isDue, maxWaiting } from './decide/digests.ts';
import { judgeNews } from './decide/judge-news.ts';
import { type NodeNews, noNodeNews } from './decide/node-events.ts';
import { rationsAfter } from './decide/rations.ts';
import { takeBack } from './decide/take-back.ts';
import type { Poll } from './dependencies.ts';
import { addToOutcome, type PollOutcome, withRead } from './poll-outcome.ts';
import type { PollRead } from './read/poll-read.ts';
import { advance, advanceOf, changesOf } from './save/advance.ts';
import { begin, type Committed, commit, publish, record } from './save/open-batch.ts';

/** Rows that go out with a read's transfers. */
interface BesideRead {
  readonly firstRows: readonly NewRow[];
  readonly nodeNews: NodeNews;
}

const nothingElse: BesideRead = { firstRows: [], nodeNews: noNodeNews };

/** Judges, writes, publishes and commits the transfers of a read that have no row yet, batch by batch. */
export async function publishRead(
  before: PollOutcome,
  read: PollRead,
  poll: Poll,
  { firstRows, nodeNews }: BesideRead = nothingElse,
): Promise<PollOutcome> {
  const { watch } = poll;
  const found = await compareWithLedger(before.cursor, read, poll);
  const { news, held, reading } = holdBack(found, read, poll);
  if (reading !== null) await poll.history.hold(watch, reading.name, held);
  const addresses = news.fresh.length === 0 ? nodeNews.addresses : await poll.states.readAddresses(watch);
  let done: Committed = { cursor: before.cursor, addresses };
  let outcome = withRead(before, read, watch);
  let after: readonly LastRow[] = read.known.values().toArray();
  for (const { fresh, edits, dropped, events, next } of batchesOf(news, firstRows, nodeNews.rows)) {
    const judged = await judgeNews(fresh, done.addresses, outcome, poll);
    const own = rowsOfBatch(judged, done.cursor, poll.clock);
    const rows = [...edits, ...(await takeBack(dropped, poll)), ...withEvents(own, events)];
    after = rowsAfter(after, rows);
    const rations = rationsAfter(done.cursor, judged, rows, poll.clock.now());
    const afterCommit = advance({ ...done.cursor, rations }, { ...read, reading }, after, next);
    done = await publishBatch(done, rows, afterCommit, poll);
    const hasMissed = after.some((row) => row.missed);
    outcome = addToOutcome({ ...outcome, cursor: done.cursor, hasMissed }, judged);
    // The rest waits for the next poll: an invocation that Lambda cuts off, or a larger digest, would fail the other wallets too.
    const isFull = waitingDigests(done.cursor.rations).some(({ count }) => count >= maxWaiting);
    if (next !== undefined && (isFull || poll.clock.now() > poll.limits.deadline))
      return { ...outcome, isBehind: true };
  }
  if (read.fault !== null) throw read.fault;
  return outcome;
}

/** Publishes the digests that are due. Their transfers need no rows: a commit makes them count as reported. */
export async function publishDueDigests(cursor: Cursor, poll: Poll): Promise<Cursor> {
  const { clock, limits, oneAtATime } = poll;
  if (!waitingDigests(cursor.rations).some((one) => isDue(one, clock.now()))) return cursor;
  // The digests of fifty wallets are due at the same time, and each may fill a third of the memory.
  const digests = await oneAtATime(async () =>
    clock.now() > limits.deadline ? null : composeDueDigests(cursor, poll),
  );
  if (digests === null) return cursor;
  const { rows, rations } = digests;
  const afterCommit = { ...advanceOf(cursor), rations };
  return (await publishBatch({ cursor, addresses: nobodyKnown }, rows, afterCommit, poll)).cursor;
}

/** Writes, publishes and commits one batch. Without rows only the cursor may have to move. */
export async function publishBatch(
  { cursor, addresses }: Committed,
  unnumbered: readonly NewRow[],
  afterCommit: Advance,
  poll: Poll,
): Promise<Committed> {
  const { watch, states } = poll;
  const rows = inTurn(unnumbered);
  assertLedger(cursor, rows, afterCommit);
  if (rows.length === 0) {
    const isSame = Object.keys(changesOf(cursor, afterCommit)).length === 0;
    return { cursor: isSame ? cursor : await states.save(watch, { ...cursor, ...afterCommit }), addresses };
  }
  const begun = await begin(cursor, rows, afterCommit, poll);
  await record(begun.open, rows, poll);
  await publish(begun, rows, poll);
  return commit(begun, rows, addresses, poll);
}
