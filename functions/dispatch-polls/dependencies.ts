import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Activity, type ActivityDependencies, createActivity } from '../activity/activity.ts';
import { DynamoActivity } from '../activity/activity-table.ts';
import { summaryMessage } from '../alert/text/summary-texts.ts';
import { isReadFromNode } from '../chain/chain-sources.ts';
import type { Chain } from '../chain/chains.ts';
import { createAnnouncements } from '../incidents/announcements.ts';
import { createIncidentLog } from '../incidents/incident-log.ts';
import { createIncidentTable } from '../incidents/incident-table.ts';
import { operationsOriginOf } from '../incidents/operations-message.ts';
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
import { tableItems } from '../runtime/table-items.ts';
import { createHeartbeatTable } from '../state/counts/heartbeat-table.ts';
import { readLateAlerts } from '../state/counts/late-alerts.ts';
import { createKnownTokens } from '../state/known-tokens.ts';
import { createNodeJournal } from '../state/node-journal.ts';
import { createReadItems } from '../state/state-items.ts';
import { keepRecent, rememberRows } from '../wallet/read-watchlist.ts';
import { createWatchlistScan } from '../wallet/watchlist-table.ts';
import { createCallSpread } from './call-spread.ts';
import { createPeriodic, createTaskRecords } from './daily-tasks.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import { type DispatchEnvironment, dispatchEnvironment } from './environment.ts';
import { callMonitor, createHeartbeat, type Heartbeat } from './heartbeat.ts';
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
  const settings = dispatchEnvironment.parse(environment);
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog('dispatch-polls');
  const client = overrides.dynamodb ?? new DynamoDBClient(awsClientOptions);
  const dynamodb = overrides.documents?.digits ?? documentClient(client);
  const sns = overrides.sns ?? new SNSClient(awsClientOptions);
  const sqs = overrides.sqs ?? new SQSClient(awsClientOptions);
  const journal = createNodeJournal(dynamodb, settings.STATE_TABLE, clock);
  const isFromNode = (chain: Chain) => isReadFromNode(chain, settings.SOURCES);
  const states = { readItems: createReadItems(dynamodb, settings.STATE_TABLE, clock) };
  const publishOperations = createOperationsPublisher({
    sns,
    topicArn: settings.OPS_TOPIC_ARN,
    origin: operationsOriginOf(settings),
    clock,
  });
  const sendTo = (queueUrl: string) => (messages: readonly OutgoingMessage[]) =>
    sendMessages(messages, { sqs, queueUrl, log });
  return {
    clock,
    ...keepRecent(rememberRows(createWatchlistScan(dynamodb, settings.WATCHLIST_TABLE)), clock),
    states: createWatchLifecycle(dynamodb, settings.STATE_TABLE, states, clock),
    send: sendTo(settings.POLLS_QUEUE_URL),
    wakeUps: wakeUpsOf(settings, sendTo),
    quota: createDailyQuota(dynamodb, settings.STATE_TABLE, settings.CALLS_PER_DAY, clock),
    incidents: createIncidentLog({
      table: createIncidentTable(dynamodb, settings.STATE_TABLE),
      publish: publishOperations,
      clock,
    }),
    announcements: createAnnouncements(dynamodb, settings.STATE_TABLE, clock),
    doPeriodic: createPeriodic(createTaskRecords(dynamodb, settings.STATE_TABLE, states), log),
    publishOperations,
    isReadFromNode: isFromNode,
    activity: activityOf(settings, overrides, {
      table: new DynamoActivity(dynamodb, settings.STATE_TABLE, clock),
      source: {
        isReadFromNode: isFromNode,
        tokens: createKnownTokens(dynamodb, settings.STATE_TABLE, clock),
        write: journal.write,
        putEvents: journal.putEvents,
      },
      clock,
      log,
    }),
    subscriptions:
      overrides.hasOutside === false ? undefined : subscriptionsOf(settings, sns, dynamodb, clock),
    summary: summaryOf(settings, { dynamodb, sns, clock, readItems: states.readItems }),
    heartbeat: heartbeatOf(settings, overrides, { dynamodb, clock, log }),
    sweepSeconds: settings.SWEEP_SECONDS,
    everySeconds: settings.EVERY_SECONDS,
    spread: createCallSpread(callWindows(settings.CALLS_PER_SECOND)),
    callsPerDay: settings.CALLS_PER_DAY,
    log,
  };
}

function wakeUpsOf(
  { SCAN_SECONDS: everySeconds, WAKE_UPS_QUEUE_URL: queueUrl }: DispatchEnvironment,
  sendTo: (queueUrl: string) => DispatchDependencies['send'],
): DispatchDependencies['wakeUps'] {
  return queueUrl === '' ? null : { everySeconds, send: sendTo(queueUrl) };
}

function subscriptionsOf(
  { ALERTS_TOPIC_ARN: alerts, OPS_TOPIC_ARN: operations, STATE_TABLE }: DispatchEnvironment,
  sns: SNSClient,
  dynamodb: DynamoDBDocumentClient,
  clock: Clock,
): Subscriptions {
  const arns = { alerts, operations };
  // Asked once an hour, and only if somebody gets SMS.
  const cloudwatch = once(async () => new CloudWatchClient(awsClientOptions));
  return {
    list: (topic) => listTopicSubscriptions(sns, topic, arns[topic]),
    memory: createSubscriptionMemory(dynamodb, STATE_TABLE),
    smsSpend: async () => readSmsSpend({ sns, cloudwatch: await cloudwatch() }, clock.now()),
  };
}

function summaryOf(
  settings: DispatchEnvironment,
  {
    dynamodb,
    sns,
    ...rest
  }: Pick<SummaryDependencies, 'readItems' | 'clock'> & { dynamodb: DynamoDBDocumentClient; sns: SNSClient },
): SummaryDependencies | undefined {
  const {
    SUMMARY: every,
    STACK_NAME: stackName,
    CALLS_PER_DAY: callsPerDay,
    STATE_TABLE: TableName,
  } = settings;
  if (every === 'none') return undefined;
  const items = tableItems(dynamodb, TableName);
  const key = { wallet: '#summary', chain: 'last' };
  return {
    ...{ every, stackName, callsPerDay, ...rest },
    lateWallets: (...days) => readLateAlerts(dynamodb, TableName, days),
    async lastSent() {
      const item = await items.get(key);
      return item === undefined ? null : String(item.id);
    },
    async remember(id) {
      await items.put({ ...key, id });
    },
    async publish(alert) {
      const message = { TopicArn: settings.ALERTS_TOPIC_ARN, ...summaryMessage(alert) };
      await sns.send(new PublishCommand(message));
    },
  };
}

function heartbeatOf(
  { HEARTBEAT_PARAMETER: parameter, STATE_TABLE, LOOPBACK }: DispatchEnvironment,
  { ssm, hasOutside }: DispatchOverrides,
  { dynamodb, clock, log }: Readonly<{ dynamodb: DynamoDBDocumentClient; clock: Clock; log: Log }>,
): Heartbeat | undefined {
  if (hasOutside === false) return undefined;
  const client = ssm ?? new SSMClient(awsClientOptions);
  return createHeartbeat({
    table: createHeartbeatTable(dynamodb, STATE_TABLE, clock),
    readUrl: () => readParameter(client, parameter, AbortSignal.timeout(3_000)),
    call: (url, isWell) => callMonitor(url, isWell, LOOPBACK === 'allowed'),
    clock,
    log,
  });
}

function activityOf(
  { RPC_PARAMETERS: path }: DispatchEnvironment,
  { ssm, findNode, post = postToNode }: DispatchOverrides,
  rest: Pick<ActivityDependencies, 'table' | 'source' | 'clock' | 'log'>,
): Activity | undefined {
  if (path === '' && findNode === undefined) return undefined;
  const ofParameters = () => createNodeParameters(ssm ?? new SSMClient(awsClientOptions), path);
  return createActivity({ ...rest, post, findNode: findNode ?? ofParameters() });
}
