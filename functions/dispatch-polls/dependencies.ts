import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { PublishCommand } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createActivity } from '../activity/activity.ts';
import { createActivityTable } from '../activity/activity-table.ts';
import type { SummaryAlert } from '../alert/alert.ts';
import { summaryMessage } from '../alert/text/summary-texts.ts';
import { isReadFromNode } from '../chain/chain-sources.ts';
import type { Chain } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import { createAnnouncements } from '../incidents/announcements.ts';
import { createIncidentLog } from '../incidents/incident-log.ts';
import { createOperationsPublisher } from '../incidents/publish-operations.ts';
import { createNodeParameters, type FindNode } from '../node/node-parameters.ts';
import { type PostToNode, postToNode } from '../node/post-to-node.ts';
import { type OutgoingMessage, sendMessages } from '../queue/poll-queue.ts';
import { callWindows, createCallSpread } from '../rate/call-windows.ts';
import { createDailyQuota } from '../rate/daily-quota.ts';
import { awsClientOptions, documentClient, readParameter } from '../runtime/aws-clients.ts';
import type { Clock } from '../runtime/clock.ts';
import { once } from '../runtime/once.ts';
import { type Replacements, startUp } from '../runtime/start-up.ts';
import { type Table, tableItems } from '../runtime/table-items.ts';
import { createHeartbeatTable } from '../state/counts/heartbeat-table.ts';
import { createMetadataStore } from '../state/metadata-store.ts';
import { createNodeJournal } from '../state/node-journal.ts';
import { createReadItems } from '../state/state-items.ts';
import { rememberRows } from '../wallet/read-watchlist.ts';
import { createWatchlistScan } from '../wallet/watchlist-table.ts';
import { type DispatchEnvironment, dispatchEnvironment } from './environment.ts';
import { callMonitor, createHeartbeat } from './heartbeat.ts';
import { createTaskRunner } from './periodic-tasks.ts';
import { createNotBegun } from './rows/not-begun.ts';
import { createExpireOrphans } from './rows/orphaned-states.ts';
import { readSmsSpend } from './subscriptions/sms-spend.ts';
import {
  createSubscriptionMemory,
  listTopicSubscriptions,
  type TopicName,
} from './subscriptions/topic-subscriptions.ts';

export type DispatchDependencies = Readonly<Awaited<ReturnType<typeof dispatchDependencies>>>;

interface DispatchOverrides extends Replacements {
  /** False: there are no subscribers and no monitor, as in a local run. */
  readonly hasOutside?: boolean;
  readonly sqs?: SQSClient;
  readonly findNode?: FindNode;
  readonly post?: PostToNode;
}

/** Made once a cold start. @throws ZodError naming the variable that is missing or wrong */
export async function dispatchDependencies(
  environment: Record<string, string | undefined>,
  overrides: DispatchOverrides = {},
) {
  const settings = dispatchEnvironment.parse(environment);
  const started = startUp('dispatch-polls', overrides);
  const { clock, log, sns, dynamodb } = started;
  const { sqs = new SQSClient(awsClientOptions), documents } = overrides;
  const digits = documents?.digits ?? documentClient(dynamodb);
  const table = tableItems(digits, settings.STATE_TABLE);
  const made: Made = { ...started, settings, overrides, table };
  const readItems = createReadItems(table, clock);
  const publishOperations = createOperationsPublisher(settings, { sns, clock });
  const sendTo = (queueUrl: string) => (messages: readonly OutgoingMessage[]) =>
    sendMessages(messages, { sqs, queueUrl, log });
  const isFromNode = (chain: Chain) => isReadFromNode(chain, settings.SOURCES);
  const hasOutside = overrides.hasOutside !== false;
  return {
    clock: clock as Pick<Clock, 'now'>,
    ...rememberRows(createWatchlistScan(tableItems(digits, settings.WATCHLIST_TABLE)), clock),
    /** Ticks of this process, in minutes, whose polls were not sent: the tick just after them sends these. */
    lostTicks: new Set<EpochMinutes>(),
    findNotBegun: createNotBegun(readItems, clock),
    expireOrphans: createExpireOrphans(table, publishOperations, clock, isFromNode),
    /** Returns how many polls the queue did not take. */
    send: sendTo(settings.POLLS_QUEUE_URL),
    /** Wakes this function between two ticks. */
    wakeUps: { everySeconds: settings.SCAN_SECONDS, send: sendTo(settings.WAKE_UPS_QUEUE_URL) },
    quota: createDailyQuota(table, settings.CALLS_PER_DAY, clock),
    incidents: createIncidentLog(table, publishOperations, clock),
    summariseImport: createAnnouncements(table, clock).summarise,
    runDueTasks: createTaskRunner(table, log),
    publishOperations,
    isReadFromNode: isFromNode,
    activity: activityOf(made),
    subscriptions: hasOutside ? subscriptionsOf(made) : undefined,
    summary: settings.SUMMARY === 'none' ? undefined : { ...summaryOf(made, settings.SUMMARY), readItems },
    heartbeat: hasOutside ? heartbeatOf(made) : undefined,
    /** Between two polls of a wallet without activity in its node's logs. */
    sweepSeconds: settings.SWEEP_SECONDS,
    everySeconds: settings.EVERY_SECONDS,
    spread: createCallSpread(callWindows(settings.CALLS_PER_SECOND)),
    /** The plan's calls a UTC day; null: no limit. */
    callsPerDay: settings.CALLS_PER_DAY,
    log,
  };
}

interface Made extends ReturnType<typeof startUp> {
  readonly settings: DispatchEnvironment;
  readonly overrides: DispatchOverrides;
  readonly table: Table;
}

function subscriptionsOf({ settings, sns, table, clock }: Made) {
  const arns = { alerts: settings.ALERTS_TOPIC_ARN, operations: settings.OPS_TOPIC_ARN };
  // Made only if somebody gets SMS.
  const cloudwatch = once(async () => new CloudWatchClient(awsClientOptions));
  return {
    list: (topic: TopicName) => listTopicSubscriptions(sns, topic, arns[topic]),
    memory: createSubscriptionMemory(table),
    smsSpend: async () => readSmsSpend({ sns, cloudwatch: await cloudwatch() }, clock.now()),
  };
}

function summaryOf({ settings, table, sns }: Made, every: 'daily' | 'weekly') {
  const { ALERTS_TOPIC_ARN: TopicArn, STACK_NAME: stackName } = settings;
  const publish = async (alert: SummaryAlert): Promise<void> => {
    await sns.send(new PublishCommand({ TopicArn, ...summaryMessage(alert, stackName) }));
  };
  return { every, stackName, table, publish };
}

function heartbeatOf({ settings, ssm, table, clock, log }: Made) {
  const { HEARTBEAT_PARAMETER: parameter, LOOPBACK } = settings;
  return createHeartbeat({
    table: createHeartbeatTable(table, clock),
    readUrl: () => readParameter(ssm, parameter, AbortSignal.timeout(3_000)),
    call: (url, isWell) => callMonitor(url, isWell, LOOPBACK === 'allowed'),
    clock,
    log,
  });
}

function activityOf({ settings, overrides, ssm, table, clock, log }: Made) {
  const { RPC_PARAMETERS: path, SOURCES } = settings;
  const { findNode = createNodeParameters(ssm, path), post = postToNode } = overrides;
  return createActivity({
    findNode,
    post,
    table: createActivityTable(table, clock),
    isReadFromNode: (chain) => isReadFromNode(chain, SOURCES),
    tokens: createMetadataStore(table, clock),
    journal: createNodeJournal(table, clock),
    clock,
    log,
  });
}
