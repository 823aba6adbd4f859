import { publishAlerts } from '../../functions/alert/publish.ts';
import { createTransferSource } from '../../functions/api/transfers.ts';
import { createCoinLookup } from '../../functions/coin/coin-lookup.ts';
import type { DispatchDependencies } from '../../functions/dispatch-polls/dispatch-dependencies.ts';
import { createStateKeeper } from '../../functions/dispatch-polls/watch-lifecycle.ts';
import { createAnnouncements } from '../../functions/incidents/announcements.ts';
import { createProblemLog } from '../../functions/incidents/incident-log.ts';
import { createProblemTable } from '../../functions/incidents/incident-table.ts';
import { tellOperations } from '../../functions/incidents/publish-operations.ts';
import { fixedApiKey } from '../../functions/poll-wallets/api-key.ts';
import type { PollFunction } from '../../functions/poll-wallets/dependencies.ts';
import { sendMessages } from '../../functions/queue/poll-queue.ts';
import { createDailyBudget, unlimitedBudget } from '../../functions/rate/daily-quota.ts';
import { createPace } from '../../functions/rate/publish-limiter.ts';
import { createCallGate } from '../../functions/rate/rate-limiter.ts';
import { paceWithin } from '../../functions/rate/share-calls.ts';
import { createTickGate } from '../../functions/rate/tick-limiter.ts';
import type { Log } from '../../functions/runtime/log.ts';
import { createHistoryTable } from '../../functions/state/history-table.ts';
import { createStateTable } from '../../functions/state/state-table.ts';
import { scanWatchlist } from '../../functions/wallet/watchlist-table.ts';
import { testKey } from '../support/test-key.ts';
import { alertsTopic, operationsTopic } from './aws/topics.ts';
import type { Worker } from './worker.ts';
import type { World } from './world.ts';

/** What dependencies.ts of both functions make at a cold start, on the world's clock, tables, topics and API. */

const alertsPerSecond = 8;
const historyDays = 90;
/** Poll functions that run at once, as lib/aws/polling.ts has it for plans of up to twenty calls a second. */
export const concurrency = 2;

export function pollFunction(world: World, worker: Worker): PollFunction {
  const { clock } = worker;
  const { settings, log } = world;
  const shared = sharedDependencies(world, worker);
  const gate = createTickGate(
    createCallGate({ callsPerSecond: paceWithin(settings.callsPerSecond / concurrency), clock }),
    shared.budget,
    clock,
  );
  const random = () => world.random.next();
  const pace = createPace({ perSecond: alertsPerSecond, burst: 1, clock });
  const deps = {
    clock,
    gate,
    log,
    apiKey: fixedApiKey(testKey, { required: true }),
    source: createTransferSource({
      apiKey: () => testKey,
      gate,
      clock,
      random,
      dispatcher: world.api,
      baseUrl: 'https://api.example',
      apiVersion: 'v2',
    }),
    coins: createCoinLookup({ source: null, coinTypes: new Map(), clock, log }),
    states: shared.states,
    history: createHistoryTable(world.historyClient, 'History', historyDays, clock),
    announcements: shared.announcements,
    problems: shared.problems,
    publish: (alerts: Parameters<typeof publishAlerts>[0], deadline: number) =>
      publishAlerts(alerts, { sns: world.sns, topicArn: alertsTopic, pace, clock, deadline }),
    tellOperations: shared.tellOperations,
    count() {},
  };
  return { deps, flush() {} };
}

export function dispatchFunction(world: World, worker: Worker): DispatchDependencies {
  const { clock } = worker;
  const { settings, log, stateClient } = world;
  const shared = sharedDependencies(world, worker);
  return {
    clock,
    log,
    readRows: () => scanWatchlist(stateClient, 'Watchlist'),
    states: createStateKeeper(stateClient, 'State', shared.states, clock),
    send: (messages) => sendMessages(messages, { sqs: world.queue.sqs, queueUrl: 'polls', log }),
    budget: shared.budget,
    problems: shared.problems,
    announcements: shared.announcements,
    tellOperations: shared.tellOperations,
    everySeconds: 60,
    pollsPerMessage: 50,
    callsPerDay: settings.budget?.callsPerDay ?? null,
  };
}

function sharedDependencies({ stateClient, sns, settings }: World, { clock }: Worker) {
  const tell = (message: Parameters<typeof tellOperations>[0]) =>
    tellOperations(message, sns, operationsTopic);
  const { budget } = settings;
  return {
    states: createStateTable(stateClient, 'State', clock),
    budget:
      budget === null ? unlimitedBudget : createDailyBudget(stateClient, 'State', budget.callsPerDay, clock),
    problems: createProblemLog({ table: createProblemTable(stateClient, 'State'), tell, clock }),
    announcements: createAnnouncements(stateClient, 'State', clock),
    tellOperations: tell,
  };
}

/** Logs into nothing, or where a person replays a seed. */
export function quietLog(print: ((line: string) => void) | null): Log {
  const write = (level: string) => (message: string, details?: Record<string, unknown>) =>
    print?.(`${level} ${message} ${JSON.stringify(details ?? {})}`);
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
