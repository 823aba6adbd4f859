import { isUrgent } from '../alert/severity.ts';
import { type Advance, type Cursor, waitingDigests } from '../state/cursor.ts';
import { nobodyKnown } from '../state/known-addresses.ts';
import type { LastRow, NewRow } from '../state/ledger-row.ts';
import type { Watch } from '../wallet/watch.ts';
import { assertLedger } from './assert-ledger.ts';
import { batchesOf, holdBack, inTurn, rowsAfter, rowsOfBatch, withEvents } from './decide/batches.ts';
import { announcementRows, beginWatch } from './decide/begin-watch.ts';
import { compareWithLedger } from './decide/compare.ts';
import { composeDueDigests, maxWaiting } from './decide/digests.ts';
import { judgeNews } from './decide/judge-news.ts';
import { type NodeNews, noNodeNews, readNodeNews } from './decide/node-events.ts';
import { rationsAfter } from './decide/rations.ts';
import { takeBack } from './decide/take-back.ts';
import type { Poll, PollDependencies, PollLimits } from './dependencies.ts';
import { addToOutcome, idleOutcome, type PollOutcome, withPages, withRead } from './poll-outcome.ts';
import { askingOnce, readHead } from './read/head-read.ts';
import { readingOf, readOn, readOnWhileEarly, readThefts, stormTurn, waiting } from './read/long-read.ts';
import { lookAhead } from './read/look-ahead.ts';
import type { BegunCursor, PollRead } from './read/poll-read.ts';
import { advance, advanceOf, changesOf } from './save/advance.ts';
import { begin, type Committed, commit, publish, record, recover } from './save/open-batch.ts';

/**
 * One poll of one wallet: each new transfer gets one row, and its alert or digest goes out at least once, under one id.
 * @throws VersionConflict if another worker polls it, and the errors of transfer/source-errors.ts and open-batch.ts. The
 * saved cursor never passes an unpublished alert: the next poll goes on from it.
 */
export async function pollWallet(
  watch: Watch,
  stored: Cursor,
  shared: PollDependencies,
  limits: PollLimits,
  coinThrough: Poll['coinThrough'] = null,
): Promise<PollOutcome> {
  const turn = stormTurn(shared, limits);
  const poll = { ...shared, watch, limits, coinThrough, turn, history: askingOnce(shared.history, turn) };
  try {
    const recovered = await recover(stored, poll); // left behind by a crash
    // Before the read: a digest that is due must not wait for an API that is down.
    const before = await publishDueDigests(ofSource(recovered, poll), poll);
    const outcome = await readAndPublish(before, poll);
    return { ...outcome, cursor: await publishDueDigests(outcome.cursor, poll) };
  } finally {
    turn.end();
  }
}

/** After a change of the setting `source` a read begun at the old source begins anew. */
function ofSource(cursor: Cursor, { watch, isReadFromNode }: Poll): Cursor {
  const source = isReadFromNode(watch.chain) ? 'node' : 'api';
  if (cursor.source === null || cursor.source === source) return { ...cursor, source };
  return { ...cursor, source, sourceSince: cursor.version, reading: null };
}

async function readAndPublish(stored: Cursor, poll: Poll): Promise<PollOutcome> {
  const begun = await beginWatch(stored, poll);
  const nodeNews = await readNodeNews(begun.cursor, poll);
  const outcome = await publishNews(begun, nodeNews, poll);
  return nodeNews.hasMore ? { ...outcome, isBehind: true } : outcome;
}

async function publishNews(
  { cursor, oldRows, newestPage }: Awaited<ReturnType<typeof beginWatch>>,
  nodeNews: NodeNews,
  poll: Poll,
): Promise<PollOutcome> {
  /** Publishes what needs no read. An idle poll has nothing: it costs one page of its source, and no write. */
  const publishWithoutRead = async (firstRows: readonly NewRow[]) => {
    const before = { cursor, addresses: nodeNews.addresses };
    const done = await publishBatch(before, [...firstRows, ...nodeNews.rows], advanceOf(cursor), poll);
    await nodeNews.drop();
    return idleOutcome(done.cursor);
  };
  // A possible theft does not wait for other wallets' storms.
  if (nodeNews.rows.some(({ alert }) => alert !== null && isUrgent(alert))) poll.turn.skip();
  if (readingOf(cursor, poll) !== null)
    return catchUp(cursor, { ...(await publishWithoutRead([])), isBehind: true }, poll);
  const read = newestPage ? null : await readHead({ ...cursor, reading: null }, poll);
  const firstRows = [...(await announcementRows(cursor, poll)), ...oldRows];
  if (newestPage) return withPages(await publishWithoutRead(firstRows), newestPage, poll.watch);
  if (read === null) return publishWithoutRead(firstRows);
  // If the read goes on, its next part takes the turn.
  if (read.reading === null && read.transfers.length > 100) await poll.turn.take();
  const outcome = await publishRead(idleOutcome(cursor), { firstRows, nodeNews }, read, poll);
  await nodeNews.drop();
  return catchUp(cursor, outcome, poll).catch((error: unknown) => waiting(outcome, error));
}

const nothingElse = { firstRows: [], nodeNews: noNodeNews };

/** Judges, writes, publishes and commits the transfers of a read that have no row yet, batch by batch. */
async function publishRead(
  before: PollOutcome,
  { firstRows, nodeNews }: { readonly firstRows: readonly NewRow[]; readonly nodeNews: NodeNews },
  read: PollRead,
  poll: Poll,
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

/** Continues a read of several parts. Thefts that a look ahead finds are reported first. */
async function catchUp(
  { start }: Pick<BegunCursor, 'start'>,
  before: PollOutcome,
  poll: Poll,
): Promise<PollOutcome> {
  const { reading } = before.cursor;
  if (reading === null) return before;
  const cursor = { ...before.cursor, start };
  const seen = await lookAhead(cursor, poll);
  const thefts = await readThefts(cursor, reading, seen, poll);
  const outcome = thefts === null ? before : await publishRead(before, nothingElse, thefts, poll);
  return readOnWhileEarly(outcome, poll, async (last, going) => {
    const part = { reading: going, isKept: going.position === reading.position, seen };
    const more = await readOn({ ...last.cursor, start }, part, poll);
    return publishRead(last, nothingElse, more, poll);
  });
}

/** Publishes the digests that are due. Their transfers need no rows: a commit makes them count as reported. */
async function publishDueDigests(cursor: Cursor, poll: Poll): Promise<Cursor> {
  const { clock, limits, oneAtATime } = poll;
  const now = clock.now();
  if (!waitingDigests(cursor.rations).some(({ due }) => due <= now)) return cursor;
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
async function publishBatch(
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
