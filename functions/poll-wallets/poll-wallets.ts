import { createFloodGuard } from '../operations/flood-guard.ts';
import { metricNames } from '../operations/metric-names.ts';
import { findProblems, problemStateKey } from '../operations/problem-table.ts';
import { readRow } from '../wallet/read-row.ts';
import { findState, type StateItems, stateKey } from '../wallet/state-table.ts';
import type { WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import { RowUnreadable } from '../wallet/watchlist-row.ts';
import { apiProblem, apiProblemTypes, recordApiProblem } from './api-problems.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import { pollEach } from './poll-each.ts';
import type { PollMessage } from './poll-message.ts';
import { problemOf, settlePoll } from './settle-poll.ts';

/** What a poll needs after its last page: the coin lookup, the saves and the publishing. */
const timeToTell = 15_000;

/**
 * Polls the wallets of one message, each by itself: none waits for another beyond its turn to call.
 * @param until epoch milliseconds at which this invocation must be done
 */
export async function pollWallets(
  message: PollMessage,
  deps: PollDependencies,
  until: number,
): Promise<void> {
  if (deps.clock.now() > message.deadline) {
    deps.log.info('polls dropped: they came too late, and a later tick makes them again', {
      polls: message.rows.length,
    });
    return;
  }
  const watches = rotated(message.rows, deps.clock.now()).flatMap((row) => understood(row, deps));
  const items = await deps.states.readItems([
    ...watches.map(stateKey),
    ...apiProblemTypes.map(problemStateKey), // read along, so that recovery costs no read of its own
  ]);
  const open = findProblems(items.values());
  if ((await deps.apiKey.load()) === null && deps.apiKey.required) {
    const reason = `There is no API key in the SSM parameter ${deps.apiKey.parameter}.`;
    deps.log.error(`error: ${reason} No wallet is polled until it is set.`, { polls: watches.length });
    deps.count(metricNames.pollsBlocked, watches.length);
    return recordApiProblem(apiProblem('key.missing', reason, deps.apiKey.howToSet), false, open, deps);
  }
  const now = deps.clock.now();
  const polls = watches.flatMap((watch) => withState(watch, items, now, deps));
  const results = await pollEach(polls, deps, {
    ...(await deps.gate.begin(message.tick, polls.length)),
    deadline: until - timeToTell,
    bulk: message.bulk,
  });
  const problem = problemOf(results, deps.apiKey);
  if (problem?.type === 'key.refused') deps.apiKey.forget();
  await recordApiProblem(
    problem,
    results.some(({ outcome }) => outcome !== null),
    open,
    deps,
  );
  const guard = createFloodGuard(deps.tellOperations);
  const guarded = { ...deps, tellOperations: guard.tell };
  await Promise.all(results.map((result) => settlePoll(result, problem, guarded)));
  await guard.flush();
  await deps.gate.settle();
}

/** A state that can't be read is one wallet's trouble: it is logged, and the others are polled. */
function withState(
  watch: Watch,
  items: StateItems,
  now: number,
  { log }: Pick<PollDependencies, 'log'>,
): { watch: Watch; state: WalletState }[] {
  try {
    return [{ watch, state: findState(watch, items, now) }];
  } catch (error) {
    log.error("error: a wallet's state can't be read", { wallet: watch.wallet, error: String(error) });
    return [];
  }
}

/** Begins with another wallet at every tick: where the time is too short for all, it is not always the same that wait. */
function rotated<Row>(rows: readonly Row[], now: number): readonly Row[] {
  const first = Math.floor(now / 60_000) % Math.max(rows.length, 1);
  return [...rows.slice(first), ...rows.slice(0, first)];
}

function understood(row: PollMessage['rows'][number], { log }: Pick<PollDependencies, 'log'>): Watch[] {
  try {
    return [readRow(row)];
  } catch (error) {
    if (!(error instanceof RowUnreadable)) throw error;
    log.warn('a row changed into an unreadable one on its way', {
      wallet: row.wallet,
      reason: error.message,
    });
    return [];
  }
}
