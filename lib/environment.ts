import type { DeliverEnvironment } from '../functions/deliver-alerts/environment.ts';
import type { DispatchEnvironment } from '../functions/dispatch-polls/environment.ts';
import type { PollEnvironment } from '../functions/poll-wallets/environment.ts';
import type { Settings } from './aws/settings/definitions.ts';
import type { Workers } from './limits.ts';
import type { TableName } from './table-keys.ts';

type Variables<Environment> = Record<keyof Environment, string>;

export interface Resources {
  /** Dimension of the metrics, and a line of operations mails. */
  readonly stackName: string;
  readonly apiKeyParameter: string;
  readonly tables: Readonly<Record<TableName, string>>;
  readonly alertsTopicArn: string;
  readonly opsTopicArn: string;
  readonly pollsQueueUrl: string;
  /** Empty: nothing wakes the dispatch function between two ticks. */
  readonly wakeUpsQueueUrl: string;
}

/** Environment of a function, in the stack and in the local run. */
export function dispatchVariables(settings: Settings, resources: Resources): Variables<DispatchEnvironment> {
  return {
    WATCHLIST_TABLE: resources.tables.watchlist,
    STATE_TABLE: resources.tables.state,
    POLLS_QUEUE_URL: resources.pollsQueueUrl,
    ALERTS_TOPIC_ARN: resources.alertsTopicArn,
    OPS_TOPIC_ARN: resources.opsTopicArn,
    RUNBOOK_URL: settings.runbookUrl,
    STACK_NAME: resources.stackName,
    EVERY_SECONDS: String(settings.every),
    SOURCES: JSON.stringify(settings.source),
    CALLS_PER_SECOND: String(settings.callsPerSecond),
    CALLS_PER_DAY: callsPerDay(settings),
    RPC_PARAMETERS: settings.rpcParameters,
    SWEEP_SECONDS: String(settings.sweepEvery),
    SCAN_SECONDS: String(settings.scanEvery),
    WAKE_UPS_QUEUE_URL: resources.wakeUpsQueueUrl,
    SUMMARY: settings.summary,
    HEARTBEAT_PARAMETER: settings.heartbeatParameter,
    LOOPBACK: loopback(settings),
  };
}

export function pollVariables(
  settings: Settings,
  worker: Pick<Workers, 'alertsPerSecond'>,
  resources: Resources,
): Variables<PollEnvironment> {
  return {
    WATCHLIST_TABLE: resources.tables.watchlist,
    CONTACTS_TABLE: resources.tables.contacts,
    STATE_TABLE: resources.tables.state,
    HISTORY_TABLE: resources.tables.history,
    ALERTS_TOPIC_ARN: resources.alertsTopicArn,
    OPS_TOPIC_ARN: resources.opsTopicArn,
    RUNBOOK_URL: settings.runbookUrl,
    BASE_URL: settings.baseUrl,
    API_VERSION: settings.apiVersion,
    COIN_BASE_URL: settings.coinBaseUrl,
    COIN_ARRAY_STYLE: settings.coinArrayStyle,
    COINS: JSON.stringify(settings.coins),
    PRICE_BASE_URL: settings.prices === 'none' ? '' : settings.priceBaseUrl,
    API_KEY_PARAMETER: resources.apiKeyParameter,
    SOURCES: JSON.stringify(settings.source),
    CALLS_PER_SECOND: String(settings.callsPerSecond),
    WORKER_ALERTS_PER_SECOND: String(worker.alertsPerSecond),
    CALLS_PER_DAY: callsPerDay(settings),
    HISTORY_DAYS: String(settings.historyDays),
    STACK_NAME: resources.stackName,
  };
}

interface DeliveryResources {
  readonly stackName: string;
  readonly deliveriesTable: string;
  readonly stateTable: string;
  readonly opsTopicArn: string;
  /** Of any destination. */
  readonly queueUrl: string;
}

export function deliverVariables(
  { destinations, localEngine, runbookUrl }: Settings,
  resources: DeliveryResources,
): Variables<DeliverEnvironment> {
  return {
    STACK_NAME: resources.stackName,
    DELIVERIES_TABLE: resources.deliveriesTable,
    STATE_TABLE: resources.stateTable,
    OPS_TOPIC_ARN: resources.opsTopicArn,
    RUNBOOK_URL: runbookUrl,
    QUEUE_URL: resources.queueUrl,
    DESTINATIONS: JSON.stringify(Object.fromEntries(destinations.map(({ name, kind }) => [name, kind]))),
    LOOPBACK: loopback({ localEngine }),
  };
}

function loopback({ localEngine }: Pick<Settings, 'localEngine'>): string {
  return localEngine ? 'allowed' : 'refused';
}

/** Empty for a plan without a daily limit. */
function callsPerDay(settings: Settings): string {
  return settings.callsPerDay === null ? '' : String(settings.callsPerDay);
}
