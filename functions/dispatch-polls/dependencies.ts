import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { type Activity, createActivity } from '../activity/activity.ts';
import { DynamoActivity } from '../activity/activity-table.ts';
import { summaryMessage } from '../alert/text/summary-texts.ts';
import { isReadFromNode } from '../chain/chain-sources.ts';
import { createAnnouncements } from '../incidents/announcements.ts';
import { createIncidentLog } from '../incidents/incident-log.ts';
import { createOperationsPublisher } from '../incidents/publish-operations.ts';
import { createNodeParameters, type FindNode } from '../node/node-parameters.ts';
import { type PostToNode, postToNode } from '../node/post-to-node.ts';
import { type OutgoingMessage, sendMessages } from '../queue/poll-queue.ts';
import { callWindows } from '../rate/call-windows.ts';
import { createDailyQuota } from '../rate/daily-quota.ts';
import { awsClientOptions, type DocumentClients, documentClient } from '../runtime/aws-clients.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { once } from '../runtime/lazy.ts';
import { createLog, type Log } from '../runtime/log.ts';
import { readParameter } from '../runtime/read-parameter.ts';
import { type Table, tableItems } from '../runtime/table-items.ts';
import { createHeartbeatTable } from '../state/counts/heartbeat-table.ts';
import { readLateAlerts } from '../state/counts/late-alerts.ts';
import { createKnownTokens } from '../state/known-tokens.ts';
import { createNodeJournal } from '../state/node-journal.ts';
import { createReadItems } from '../state/state-items.ts';
import { keepRecent, rememberRows } from '../wallet/read-watchlist.ts';
import { createWatchlistScan } from '../wallet/watchlist-table.ts';
import { createCallSpread } from './call-spread.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import { type DispatchEnvironment, dispatchEnvironment } from './environment.ts';
import { callMonitor, createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { createPeriodic, createTaskRecords } from './periodic-tasks.ts';
import { createWatchLifecycle } from './rows/watch-lifecycle.ts';
import { readSmsSpend } from './subscriptions/sms-spend.ts';
import type { Subscriptions } from './subscriptions/subscription-incidents.ts';
import { createSubscriptionMemory, listTopicSubscriptions } from './subscriptions/topic-subscriptions.ts';
import type { SummaryDependencies } from './summary/send-summary.ts';

interface DispatchOverrides {
  readonly dynamodb?: DynamoDBClient;
  readonly documents?: DocumentClients;
  readonly sns?: SNSClient;
  /** False in a local run or a test: there are no subscribers and no monitor. */
  readonly hasOutside?: boolean;
  readonly sqs?: SQSClient;
  readonly ssm?: SSMClient;
  readonly findNode?: FindNode;
  readonly post?: PostToNode;
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Made once a cold start. @throws ZodError naming the variable that is missing or wrong */
export async function dispatchDependencies(
  environment: Record<string, string | undefined>,
  overrides: DispatchOverrides = {},
): Promise<DispatchDependencies> {
  const { clock = systemClock, log = createLog('dispatch-polls') } = overrides;
  const { sns = new SNSClient(awsClientOptions), sqs = new SQSClient(awsClientOptions) } = overrides;
  const settings = dispatchEnvironment.parse(environment);
  const client = overrides.dynamodb ?? new DynamoDBClient(awsClientOptions);
  const dynamodb = overrides.documents?.digits ?? documentClient(client);
  const table = tableItems(dynamodb, settings.STATE_TABLE);
  const made: Made = { settings, overrides, table, sns, clock, log };
  const states = { readItems: createReadItems(table, clock) };
  const publishOperations = createOperationsPublisher(settings, { sns, clock });
  const sendTo = (queueUrl: string) => (messages: readonly OutgoingMessage[]) =>
    sendMessages(messages, { sqs, queueUrl, log });
  const { SCAN_SECONDS: everySeconds, WAKE_UPS_QUEUE_URL: wakeUps } = settings;
  const hasOutside = overrides.hasOutside !== false;
  return {
    clock,
    ...keepRecent(rememberRows(createWatchlistScan(tableItems(dynamodb, settings.WATCHLIST_TABLE))), clock),
    states: createWatchLifecycle(table, states, clock),
    send: sendTo(settings.POLLS_QUEUE_URL),
    wakeUps: wakeUps === '' ? null : { everySeconds, send: sendTo(wakeUps) },
    quota: createDailyQuota(table, settings.CALLS_PER_DAY, clock),
    incidents: createIncidentLog(table, publishOperations, clock),
    announcements: createAnnouncements(table, clock),
    doPeriodic: createPeriodic(createTaskRecords(table, states), log),
    publishOperations,
    isReadFromNode: (chain) => isReadFromNode(chain, settings.SOURCES),
    activity: activityOf(made),
    subscriptions: hasOutside ? subscriptionsOf(made) : undefined,
    summary: summaryOf(made, states),
    heartbeat: hasOutside ? heartbeatOf(made) : undefined,
    sweepSeconds: settings.SWEEP_SECONDS,
    everySeconds: settings.EVERY_SECONDS,
    spread: createCallSpread(callWindows(settings.CALLS_PER_SECOND)),
    callsPerDay: settings.CALLS_PER_DAY,
    log,
  };
}

/** What all dependencies are made of. */
interface Made {
  readonly settings: DispatchEnvironment;
  readonly overrides: DispatchOverrides;
  readonly table: Table;
  readonly sns: SNSClient;
  readonly clock: Clock;
  readonly log: Log;
}

function subscriptionsOf({ settings, sns, table, clock }: Made): Subscriptions {
  const arns = { alerts: settings.ALERTS_TOPIC_ARN, operations: settings.OPS_TOPIC_ARN };
  // Asked once an hour, and only if somebody gets SMS.
  const cloudwatch = once(async () => new CloudWatchClient(awsClientOptions));
  return {
    list: (topic) => listTopicSubscriptions(sns, topic, arns[topic]),
    memory: createSubscriptionMemory(table),
    smsSpend: async () => readSmsSpend({ sns, cloudwatch: await cloudwatch() }, clock.now()),
  };
}

function summaryOf(
  { settings, table, sns, clock }: Made,
  { readItems }: Pick<SummaryDependencies, 'readItems'>,
): SummaryDependencies | undefined {
  const { SUMMARY: every, STACK_NAME: stackName, CALLS_PER_DAY: callsPerDay } = settings;
  if (every === 'none') return undefined;
  const key = { wallet: '#summary', chain: 'last' };
  return {
    ...{ every, stackName, callsPerDay, readItems, clock },
    lateWallets: (...days) => readLateAlerts(table, days),
    async lastSent() {
      const item = await table.get(key);
      return item === undefined ? null : String(item.id);
    },
    async remember(id) {
      await table.put({ ...key, id });
    },
    async publish(alert) {
      const message = { TopicArn: settings.ALERTS_TOPIC_ARN, ...summaryMessage(alert) };
      await sns.send(new PublishCommand(message));
    },
  };
}

function heartbeatOf({ settings, overrides, table, clock, log }: Made): Heartbeat {
  const ssm = overrides.ssm ?? new SSMClient(awsClientOptions);
  const { HEARTBEAT_PARAMETER: parameter, LOOPBACK } = settings;
  return createHeartbeat({
    table: createHeartbeatTable(table, clock),
    readUrl: () => readParameter(ssm, parameter, AbortSignal.timeout(3_000)),
    call: (url, isWell) => callMonitor(url, isWell, LOOPBACK === 'allowed'),
    clock,
    log,
  });
}

function activityOf({ settings, overrides, table, clock, log }: Made): Activity | undefined {
  const { RPC_PARAMETERS: path, SOURCES } = settings;
  const { ssm, findNode, post = postToNode } = overrides;
  if (path === '' && findNode === undefined) return undefined;
  const { write, putEvents } = createNodeJournal(table, clock);
  return createActivity({
    findNode: findNode ?? createNodeParameters(ssm ?? new SSMClient(awsClientOptions), path),
    post,
    table: new DynamoActivity(table, clock),
    source: {
      isReadFromNode: (chain) => isReadFromNode(chain, SOURCES),
      tokens: createKnownTokens(table, clock),
      write,
      putEvents,
    },
    clock,
    log,
  });
}
