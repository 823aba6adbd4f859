import { type PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { dispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { createDispatchHandler } from '../../../functions/dispatch-polls/handler.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { createPollHandler } from '../../../functions/poll-wallets/handler.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { readSettings } from '../../../lib/aws/settings/read-settings.ts';
import { latency } from '../../../lib/cost/lambda-time.ts';
import type { Load } from '../../../lib/cost/load.ts';
import { dispatchVariables, pollVariables } from '../../../lib/environment.ts';
import { fixedApiKey } from '../../../lib/fixed-api-key.ts';
import { workersFor } from '../../../lib/limits.ts';
import { fixedNodes } from '../../../lib/local/lambda/functions.ts';
import { plainCalls } from '../../simulation/aws/aws-calls.ts';
import { PollQueue } from '../../simulation/aws/poll-queue.ts';
import { withDigits } from '../../simulation/aws/tables.ts';
import { quietLog, resources } from '../../simulation/stack.ts';
import { Scheduler } from '../../support/scheduler.ts';
import { testKey } from '../../support/test-key.ts';
import { countedTables } from './counted-tables.ts';
import { DayChain } from './day-chain.ts';
import { Tally } from './tally.ts';

/** A request with more counts as several. */
const bytesPerRequest = 65_536;

/** The functions as the stack makes them for this load, on stand-ins in virtual time. @param isReadFromNode chains are read from nodes */
export function dayFunctions(
  load: Pick<Load, 'callsPerSecond' | 'callsPerDay' | 'node' | 'scanSeconds'>,
  start: number,
  isReadFromNode = false,
) {
  const { callsPerSecond, callsPerDay, scanSeconds } = load;
  const scheduler = new Scheduler(start);
  const clock = scheduler.clock();
  const tally = new Tally();
  const wait = () => clock.sleep(latency.aws * 1_000);
  const tables = countedTables(tally, clock, wait);
  const chain = new DayChain(scheduler, tally);
  const settings = readSettings({
    baseUrl: 'https://api.example',
    callsPerSecond,
    callsPerDay: callsPerDay ?? 'none',
    scanEvery: scanSeconds === 60 ? '1m' : `${scanSeconds}s`,
    source: isReadFromNode ? 'node' : 'api',
  });
  const workers = workersFor(callsPerSecond);
  const queue = new PollQueue(plainCalls(wait), scheduler, () => ({ late: 0, twice: false }));
  const sqs = Object.assign(Object.create(SQSClient.prototype), {
    send(command: SendMessageBatchCommand) {
      const bytes = command.input.Entries?.reduce((sum, { MessageBody = '' }) => sum + MessageBody.length, 0);
      tally.add('sending polls', { sqsRequests: Math.ceil((bytes ?? 0) / bytesPerRequest) });
      return queue.sqs.send(command);
    },
  });
  const sns = Object.assign(Object.create(SNSClient.prototype), {
    async send({ input: { Message = '' } }: PublishCommand) {
      await wait();
      chain.published(Message);
      tally.add('publishing', { snsPublishes: 1 });
      return { MessageId: 'taken' };
    },
  });
  const documents = {
    digits: tables.client(withDigits),
    plain: tables.client((item) => structuredClone(item)),
  };
  const common = { documents, sns, clock, log: quietLog(null) };
  const nodes = fixedNodes(new Map(load.node ? [['0x1', 'https://node.example']] : []));
  const dispatch = createDispatchHandler(() =>
    dispatchDependencies(dispatchVariables(settings, resources), {
      hasOutside: false,
      ...common,
      sqs,
      findNode: nodes,
      post: chain.post,
    }),
  );
  const poll = () =>
    createPollHandler(() =>
      pollDependencies(pollVariables(settings, workers, resources), {
        ...common,
        apiKey: fixedApiKey(testKey, { required: true }),
        random: () => 0.5,
        dispatcher: chain.api(),
        hasMetrics: false,
      }),
    );
  /** A wallet on eth, watched since the day before. @param row the row's other attributes */
  const watch = (wallet: string, row: Readonly<Record<string, string>>) => {
    tables.put('Watchlist', { wallet, chain: 'eth', ...row });
    const block = chain.head;
    const since = new Date(start - 86_400_000).toISOString();
    const begun = { since, block: block - 7_200, timedTo: 0 };
    const blocks = { block, settled: block, newest: block };
    const cursor = { ...neverPolled, version: 1, born: 1, start: begun, ...blocks };
    tables.put('State', { wallet, chain: '0x1', ...cursor });
  };
  return { scheduler, tally, chain, watch, dispatch, queue, poll, concurrency: workers.concurrency };
}
