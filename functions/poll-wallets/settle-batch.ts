import { apiProblem, recordApiProblem } from '../operations/api-problems.ts';
import { createFloodGuard } from '../operations/flood-guard.ts';
import { metricNames } from '../operations/metric-names.ts';
import type { OpenProblem } from '../operations/problem.ts';
import type { PollMessage } from '../polls/poll-message.ts';
import { noteFirstTry } from './first-try.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import type { PollResult, WatchedState } from './poll-each.ts';
import { settlePoll } from './settle-poll.ts';
import { sharedProblem } from './shared-problem.ts';

/** Says once, for all of them, why they are not polled. */
export async function settleWithoutKey(
  polls: readonly WatchedState[],
  { bulk }: PollMessage,
  open: readonly OpenProblem[],
  deps: PollDependencies,
): Promise<void> {
  const { parameter, howToSet } = deps.apiKey;
  const reason = `There is no API key in the SSM parameter ${parameter}.`;
  deps.log.error(`error: ${reason} No wallet is polled until it is set.`, { polls: polls.length });
  deps.count(metricNames.pollsBlocked, polls.length);
  await recordApiProblem(apiProblem('key.missing', reason, howToSet), false, open, deps);
  for (const { watch, state } of polls) await noteFirstTry(watch, state, bulk, deps);
}

/** Tells operations what became of the polls. What can't be told now is told at a later tick: no poll is made again for it. */
export async function settleBatch(
  results: readonly PollResult[],
  open: readonly OpenProblem[],
  deps: PollDependencies,
): Promise<void> {
  const shared = sharedProblem(results, deps.apiKey);
  if (shared?.type === 'key.refused') deps.apiKey.forget();
  const answered = results.some(({ outcome }) => outcome !== null);
  const guard = createFloodGuard(deps.tellOperations);
  try {
    await recordApiProblem(shared, answered, open, deps);
    await Promise.all(
      results.map((result) => settlePoll(result, shared, { ...deps, tellOperations: guard.tell })),
    );
    await guard.flush();
  } catch (error) {
    deps.log.error('error: operations could not be told', { error: String(error) });
  }
}
