import { type PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { fixedApiKey } from '../../../functions/api/api-key.ts';
import { dispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { createDispatchHandler } from '../../../functions/dispatch-polls/handler.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { createPollHandler } from '../../../functions/poll-wallets/handler.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { readSettings } from '../../../lib/aws/settings/read-settings.ts';
import type { Load } from '../../../lib/cost/load.ts';
import { dispatchVariables, pollVariables, type Resources } from '../../../lib/environment.ts';
import { workersFor } from '../../../lib/limits.ts';
import { fixedNodes } from '../../../lib/local/lambda/functions.ts';
import { quietLog } from '../../simulation/stack.ts';
import { testKey } from '../../support/test-key.ts';
import type { CountedTables } from './counted-tables.ts';
import type { DayChain } from './day-chain.ts';
import { DayQueue } from './day-queue.ts';
import type { Tally } from './tally.ts';

const resources: Resources = {
  stackName: 'Chainbell',
  apiKeyParameter: '/chainbell/api-key',
  tables: { watchlist: 'Watchlist', state: 'State', history: 'History', contacts: 'Contacts' },
  alertsTopicArn: 'alerts',
  opsTopicArn: 'operations',
  pollsQueueUrl: 'polls',
  wakeUpsQueueUrl: 'wake-ups',
};

/** What the functions of a day run on. */
export interface DayAws {
  readonly tables: CountedTables;
  readonly chain: DayChain;
  readonly tally: Tally;
  readonly clock: Clock;
  readonly wait: () => Promise<void>;
}

/** The functions as the stack makes them for this load, and the queue between them. */
export function dayFunctions(
  load: Pick<Load, 'callsPerSecond' | 'callsPerDay' | 'node' | 'scanSeconds'>,
  { tables, chain, tally, clock, wait }: DayAws,
) {
  const { callsPerSecond, callsPerDay, scanSeconds } = load;
  const settings = readSettings({
    baseUrl: 'https://api.example',
    callsPerSecond,
    callsPerDay: callsPerDay ?? 'none',
    scanEvery: scanSeconds === 60 ? '1m' : `${scanSeconds}s`,
    source: chain.isSource ? 'node' : 'api',
  });
  const workers = workersFor(callsPerSecond);
  const queue = new DayQueue(tally, clock, wait);
  const sns = Object.assign(Object.create(SNSClient.prototype), {
    async send({ input: { Message = '' } }: PublishCommand) {
      await wait();
      chain.published(Message);
      tally.add('publishing', { snsPublishes: 1 });
      return { MessageId: 'taken' };
    },
  });
  const documents = { digits: tables.client(), plain: tables.client((item) => structuredClone(item)) };
  const common = { documents, sns, clock, log: quietLog(null) };
  const nodes = fixedNodes(new Map(load.node ? [['0x1', 'https://node.example']] : []));
  const dispatch = createDispatchHandler(() =>
    dispatchDependencies(dispatchVariables(settings, resources), {
      hasOutside: false,
      ...common,
      sqs: queue.sqs,
      findNode: nodes,
      post: chain.post,
    }),
  );
  const worker = () =>
    createPollHandler(() =>
      pollDependencies(pollVariables(settings, workers, resources), {
        ...common,
        apiKey: fixedApiKey(testKey, { required: true }),
        random: () => 0.5,
        dispatcher: chain.api(),
        hasMetrics: false,
      }),
    );
  return { dispatch, queue, workers: Array.from({ length: workers.concurrency }, worker) };
}
