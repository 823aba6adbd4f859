import type { Advance, Cursor } from '../state/cursor.ts';
import { nobodyKnown } from '../state/known-addresses.ts';
import { waitingDigests } from '../state/rations.ts';
import type { LastRow, NewRow } from '../state/row.ts';
import type { Watch } from '../wallet/watch.ts';
import { assertLedger } from './assert-ledger.ts';
import { batchesOf, holdBack, inTurn, rowsAfter, rowsOfBatch } from './decide/batches.ts';
import { type Beginning, beginWatch } from './decide/begin-watch.ts';
import { compareWithLedger, isOneMissed } from './decide/compare.ts';
import { judgeTransfers } from './decide/judge-transfers.ts';
import { rationsAfter } from './decide/rations.ts';
import { takeBack } from './decide/take-back.ts';
import { isApproval, rowsOfEvents, untoldOf } from './decide/tell-events.ts';
import { tellDue } from './decide/tell-waiting.ts';
import type { PollDependencies, PollLimits } from './poll-dependencies.ts';
import { addToOutcome, idleOutcome, type PollOutcome, withPast, withRead } from './poll-outcome.ts';
import { askingOnce } from './read/ask-ledger.ts';
import { readHead } from './read/head-read.ts';
import { readingOf, readOn, readThefts } from './read/long-read.ts';
import { lookAhead } from './read/look-ahead.ts';
import type { BegunCursor, PollRead } from './read/poll-read.ts';
import { readOnWhileEarly, waiting } from './read/read-on.ts';
import { advance, advanceOf, changesOf } from './save/advance.ts';
import { begin, type Committed, commit, record } from './save/open-batch.ts';
import { publish } from './save/publish.ts';
import { recover } from './save/recover.ts';

/**
 * One poll of one wallet: every transfer above its stored block is published once and recorded.
 * @throws VersionConflict if another worker polls it, and the errors of transfer/source-errors.ts, open-batch.ts and publish.ts. The
 * saved cursor never passes an unpublished alert, so the next poll continues there.
 */
export async function pollWallet(
  watch: Watch,
  stored: Cursor,
  shared: PollDependencies,
  limits: PollLimits,
): Promise<PollOutcome> {
  const deps = { ...shared, history: askingOnce(shared.history) };
  const recovered = await recover(watch, stored, deps, limits); // left behind by a crash
  // Before the read: a digest that is due must not wait for an API that is down.
  const before = await tellWaiting(watch, recovered, deps, limits);
  const outcome = await tellNews(watch, before, deps, limits);
  return { ...outcome, cursor: await tellWaiting(watch, outcome.cursor, deps, limits) };
}

async function tellNews(
  watch: Watch,
  stored: Cursor,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<PollOutcome> {
  const begun = await beginWatch(watch, stored, deps, limits);
  const { cursor, first, past } = await tellEvents(watch, begun, deps, limits);
  if (readingOf(cursor, deps) !== null)
    return catchUp(watch, cursor, { ...idleOutcome(cursor), behind: true }, deps, limits);
  const read = past !== null ? null : await readHead(watch, { ...cursor, reading: null }, deps, limits);
  if (read === null) {
    // An idle poll costs one GET, without a query or a write.
    const done = { cursor, addresses: nobodyKnown };
    const dealt = await deal(watch, done, inTurn(first), advanceOf(cursor), deps, limits);
    return withPast(idleOutcome(dealt.cursor), past, watch);
  }
  const outcome = await tell(watch, idleOutcome(cursor), first, read, deps, limits);
  return catchUp(watch, cursor, outcome, deps, limits).catch((error: unknown) => waiting(outcome, error));
}

/** Reports events of a node that are not transfers, in a batch of their own. */
async function tellEvents(
  watch: Watch,
  begun: Beginning,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<Beginning> {
  const events = deps.isReadFromNode(watch.chain) ? await deps.journal.events(watch) : [];
  if (events.length === 0) return begun;
  const { cursor, first } = begun;
  const untold = await untoldOf(events, watch, cursor, deps);
  const addresses = untold.some(isApproval) ? await deps.states.readAddresses(watch) : nobodyKnown;
  const rows = inTurn([...first, ...(await rowsOfEvents(untold, watch, addresses, deps))]);
  const done = { cursor, addresses };
  const dealt = await deal(watch, done, rows, advanceOf(cursor), deps, limits);
  await deps.journal.dropEvents(watch, events);
  return { ...begun, cursor: { ...dealt.cursor, start: cursor.start }, first: [] };
}

/** Continues a read of several parts. Thefts that a look ahead finds are reported first. */
async function catchUp(
  watch: Watch,
  { start }: Pick<BegunCursor, 'start'>,
  before: PollOutcome,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<PollOutcome> {
  const { reading } = before.cursor;
  if (reading === null) return before;
  const cursor = { ...before.cursor, start };
  const seen = await lookAhead(watch, cursor, deps, limits);
  const thefts = await readThefts(watch, cursor, reading, seen, deps);
  const outcome = thefts === null ? before : await tell(watch, before, [], thefts, deps, limits);
  return readOnWhileEarly(outcome, deps.clock, limits, async (last, going) => {
    const more = await readOn(watch, { ...last.cursor, start }, going, seen, deps, limits);
    return tell(watch, last, [], more, deps, limits);
  });
}

/** Judges, writes, publishes and commits the transfers of a read that have no row yet, batch by batch. */
async function tell(
  watch: Watch,
  before: PollOutcome,
  first: readonly NewRow[],
  read: PollRead,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<PollOutcome> {
  const { news, held } = holdBack(await compareWithLedger(watch, before.cursor, read, deps), read, watch);
  if (read.reading !== null) await deps.history.hold(watch, read.reading.name, held);
  const addresses = news.fresh.length === 0 ? nobodyKnown : await deps.states.readAddresses(watch);
  let done: Committed = { cursor: before.cursor, addresses };
  let outcome = withRead(before, read, watch);
  let after: readonly LastRow[] = read.known.values().toArray();
  for (const { fresh, edits, dropped, next } of batchesOf(news, first)) {
    const judged = await judgeTransfers(fresh, watch, done.addresses, outcome, deps, limits);
    const told = rowsOfBatch(judged, done.cursor, deps.clock);
    const rows = inTurn([...edits, ...(await takeBack(dropped, watch, deps)), ...told]);
    after = rowsAfter(after, rows);
    const rations = rationsAfter(done.cursor, judged, rows, deps.clock.now());
    const then = advance({ ...done.cursor, rations }, read, after, next);
    done = await deal(watch, done, rows, then, deps, limits);
    outcome = addToOutcome({ ...outcome, cursor: done.cursor, missed: isOneMissed(after) }, judged);
    // The rest waits for the next poll: an invocation that Lambda cuts off would fail the other wallets too.
    if (next !== undefined && deps.clock.now() > limits.deadline) return { ...outcome, behind: true };
  }
  return outcome;
}

/** Publishes the digests that are due. Their commit makes their transfers count as reported, without new rows. */
async function tellWaiting(
  watch: Watch,
  cursor: Cursor,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<Cursor> {
  const now = deps.clock.now();
  const isDue = waitingDigests(cursor.rations).some(({ due }) => due <= now);
  if (!isDue || now > limits.deadline) return cursor;
  const { rows, rations } = await tellDue(watch, cursor, deps);
  const then = { ...advanceOf(cursor), rations };
  return (await deal(watch, { cursor, addresses: nobodyKnown }, inTurn(rows), then, deps, limits)).cursor;
}

/** Writes, publishes and commits one batch. Without rows only the cursor may have to move. */
async function deal(
  watch: Watch,
  { cursor, addresses }: Committed,
  rows: readonly NewRow[],
  then: Advance,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<Committed> {
  assertLedger(watch, cursor, rows, then);
  if (rows.length === 0) {
    const isSame = Object.keys(changesOf(cursor, then)).length === 0;
    return { cursor: isSame ? cursor : await deps.states.save(watch, { ...cursor, ...then }), addresses };
  }
  const begun = await begin(watch, cursor, rows, then, deps);
  await record(watch, begun.open, rows, deps, limits);
  await publish(watch, begun, rows, deps, limits);
  return commit(watch, begun, rows, addresses, deps);
}
