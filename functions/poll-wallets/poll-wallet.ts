import { isUrgent } from '../alert/severity.ts';
import type { Cursor } from '../state/cursor.ts';
import type { NewRow } from '../state/ledger-row.ts';
import type { Watch } from '../wallet/watch.ts';
import { announcementRows, type Beginning, beginWatch } from './decide/begin-watch.ts';
import { type NodeNews, readNodeNews } from './decide/node-events.ts';
import type { Poll, PollDependencies, PollLimits } from './dependencies.ts';
import { idleOutcome, type PollOutcome, withPages } from './poll-outcome.ts';
import { publishBatch, publishDueDigests, publishRead } from './publish-read.ts';
import { askingOnce, readHead } from './read/head-read.ts';
import { readingOf, readOn, readOnWhileEarly, readThefts, stormTurn, waiting } from './read/long-read.ts';
import { lookAhead } from './read/look-ahead.ts';
import type { BegunCursor } from './read/poll-read.ts';
import { advanceOf } from './save/advance.ts';
import { recover } from './save/open-batch.ts';

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
    const begun = await beginWatch(before, poll);
    const nodeNews = await readNodeNews(begun.cursor, poll);
    const outcome = await readAndPublish(begun, nodeNews, poll);
    const cursor = await publishDueDigests(outcome.cursor, poll);
    return { ...outcome, cursor, isBehind: outcome.isBehind || nodeNews.hasMore };
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

/** Goes on with the read that an earlier poll began, or else begins one at the chain's head. */
async function readAndPublish(
  { cursor, oldRows, newestPage }: Beginning,
  nodeNews: NodeNews,
  poll: Poll,
): Promise<PollOutcome> {
  // A possible theft does not wait for other wallets' storms.
  if (nodeNews.rows.some(({ alert }) => alert !== null && isUrgent(alert))) poll.turn.skip();
  if (readingOf(cursor, poll) !== null) {
    const outcome = await publishWithoutRead(cursor, [], nodeNews, poll);
    return catchUp(cursor, { ...outcome, isBehind: true }, poll);
  }
  const read = newestPage ? null : await readHead({ ...cursor, reading: null }, poll);
  const firstRows = [...(await announcementRows(cursor, poll)), ...oldRows];
  if (read === null) {
    const outcome = await publishWithoutRead(cursor, firstRows, nodeNews, poll);
    return newestPage ? withPages(outcome, newestPage, poll.watch) : outcome;
  }
  // If the read goes on, its next part takes the turn.
  if (read.reading === null && read.transfers.length > 100) await poll.turn.take();
  const outcome = await publishRead(idleOutcome(cursor), read, poll, { firstRows, nodeNews });
  await nodeNews.drop();
  return catchUp(cursor, outcome, poll).catch((error: unknown) => waiting(outcome, error));
}

/** Publishes what needs no read. An idle poll has nothing: it costs one page of its source, and no write. */
async function publishWithoutRead(
  cursor: BegunCursor,
  firstRows: readonly NewRow[],
  { rows, addresses, drop }: NodeNews,
  poll: Poll,
): Promise<PollOutcome> {
  const done = await publishBatch({ cursor, addresses }, [...firstRows, ...rows], advanceOf(cursor), poll);
  await drop();
  return idleOutcome(done.cursor);
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
  const outcome = thefts === null ? before : await publishRead(before, thefts, poll);
  return readOnWhileEarly(outcome, poll, async (last, going) => {
    const part = { reading: going, isKept: going.position === reading.position, seen };
    const more = await readOn({ ...last.cursor, start }, part, poll);
    return publishRead(last, more, poll);
  });
}
