import type { EpochMilliseconds } from '../chain/units.ts';
import { concernsAny, findIncidents, incidentStateKey } from '../incidents/incident.ts';
import { apiIncidentTypes } from '../incidents/incident-kinds.ts';
import type { PollMessage } from '../queue/poll-message.ts';
import { metricNames } from '../runtime/metric-names.ts';
import type { Cursor } from '../state/cursor.ts';
import { type StateItems, stateKey } from '../state/state-items.ts';
import { findCursor } from '../state/state-table.ts';
import { KeyMissing } from '../transfer/source-errors.ts';
import { understandRow } from '../wallet/read-watchlist.ts';
import { nodeWatch, type Watch } from '../wallet/watch.ts';
import type { PollDependencies, SharedDependencies } from './dependencies.ts';
import { noteFirstTry, type PollResult, pollEach, type WatchedCursor } from './poll-each.ts';
import { createPollMarks, type PollMarks } from './poll-marks.ts';
import { reportBatch } from './report/report-batch.ts';
import { AlertsRefused } from './save/open-batch.ts';

/** Milliseconds that a poll needs after its last page: for the coin lookup, the saves and the publishing. */
const publishMargin = 15_000;

/** @param until this invocation must be done by then */
export async function pollWallets(
  message: PollMessage,
  shared: SharedDependencies,
  until: EpochMilliseconds,
): Promise<void> {
  const rows = message.rows.flatMap((row) => readableWatch(row, shared));
  const watches = message.part === undefined ? rows : rows.flatMap((watch) => nodeWatch(watch) ?? []);
  const marks = createPollMarks(message, watches, shared);
  const { bulk, pace } = message;
  const deps = { ...shared, owePoll: marks.owe, bulk, pace };
  let results: readonly PollResult[] | null = null;
  try {
    results = await pollMarked(message, watches, marks, deps, until);
  } finally {
    await marks.end(results ?? []);
  }
  // A missing key is no sign of life, whatever nodes answered.
  const isBlocked = results?.some(({ error }) => error instanceof KeyMissing);
  if (results !== null && !isBlocked) await countForHeartbeat(message, results, deps);
}

function readableWatch(row: PollMessage['rows'][number], { log }: Pick<PollDependencies, 'log'>): Watch[] {
  const read = understandRow(row);
  if ('watch' in read) return [read.watch];
  const details = { wallet: row.wallet, reason: read.error.message };
  log.warn('a row of a poll message could not be read', details);
  return [];
}

/** Null: the message is stale, and no poll is made. */
async function pollMarked(
  message: PollMessage,
  watches: readonly Watch[],
  marks: PollMarks,
  deps: PollDependencies,
  until: EpochMilliseconds,
): Promise<readonly PollResult[] | null> {
  // The same read gets the incidents, so that noticing a recovery costs no read of its own.
  const items = await deps.states.readItems([
    ...watches.map(stateKey),
    ...apiIncidentTypes.map(incidentStateKey),
  ]);
  const now = deps.clock.now();
  const polls = watches.flatMap((watch) => withCursor(watch, items, now, deps));
  if (now > message.deadline) {
    deps.log.info('polls dropped: they came too late', { polls: polls.length });
    deps.count(metricNames.pollsSkipped, polls.length);
    for (const poll of polls) await noteFirstTry(poll, deps);
    return null;
  }
  await marks.begin(polls);
  const open = findIncidents(items.values());
  const counted = polls.filter(({ watch }) => !deps.isReadFromNode(watch.chain)).length;
  const opened = counted === 0 ? deps : await withKey(deps, counted);
  const batch = counted === 0 ? null : await deps.limiter.begin(message.tick, counted, message.kept);
  const deadline = until - publishMargin;
  const chains = new Set(watches.map(({ chain }) => chain.id));
  const repeats = !open.some((one) => one.type === 'api.unavailable' && concernsAny(one, chains));
  const limits = { ...batch, deadline, publishUntil: until, repeats };
  const results = await pollEach(polls, opened, limits, message.activity?.wallets);
  await reportBatch(results, open, deps);
  return results;
}

/** A cursor that can't be read is logged, and the other wallets are polled. */
function withCursor(
  watch: Watch,
  items: StateItems,
  now: EpochMilliseconds,
  { log, count }: Pick<PollDependencies, 'log' | 'count'>,
): WatchedCursor[] {
  try {
    return [{ watch, cursor: findCursor(watch, items, now) }];
  } catch (error) {
    log.error("error: a wallet's cursor can't be read", { wallet: watch.wallet, error: String(error) });
    count(metricNames.walletsFailing, 1);
    return [];
  }
}

/** Without a key, polls that need one fail at their first call. Before that they publish recorded alerts. @param polls their number */
async function withKey(deps: PollDependencies, polls: number): Promise<PollDependencies> {
  const { source, isReadFromNode, log, count } = deps;
  try {
    await source.open();
    return deps;
  } catch (missing) {
    if (!(missing instanceof KeyMissing)) throw missing;
    log.error(`error: ${missing.message} No wallet is polled until it is set.`, { polls });
    count(metricNames.pollsBlocked, polls);
    const pages: typeof source.pages = (request, limits) => {
      if (!isReadFromNode(request.chain)) throw missing;
      return source.pages(request, limits);
    };
    return { ...deps, source: { ...source, pages } };
  }
}

/** Milliseconds until an alert is late. */
const lateAfter = 600_000;

/** A failed count is only logged: the polls then count as unanswered, which the monitor hears. */
async function countForHeartbeat(
  { heartbeat, rows }: PollMessage,
  results: readonly PollResult[],
  { countForHeartbeat: count, clock, log }: PollDependencies,
): Promise<void> {
  if (heartbeat === undefined) return;
  const isLate = ({ open, failing }: Cursor) =>
    open !== null && failing !== null && clock.now() - failing.since > lateAfter;
  const answered = results.filter(({ error }) => error === null || error instanceof AlertsRefused).length;
  const late = results.filter(({ cursor }) => isLate(cursor)).length;
  await count(heartbeat, { returned: rows.length, answered, late }).catch((error: unknown) =>
    log.error('error: polls could not be counted for the heartbeat', { error: String(error) }),
  );
}
