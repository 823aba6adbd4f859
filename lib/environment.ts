import type { DeliverEnvironment } from '../functions/deliver-alerts/environment.ts';
import type { DispatchEnvironment } from '../functions/dispatch-polls/environment.ts';
import type { PollEnvironment } from '../functions/poll-wallets/environment.ts';
import type { Settings } from './aws/settings/definitions.ts';
import type { Workers } from './limits.ts';
import type { TableName } from './table-keys.ts';

type Variables<Environment> = Record<keyof Environment, string>;

export interface Resources {
  /** Metrics and operations mails name the stack by it. */
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
    ...ofBoth(settings, resources),
    POLLS_QUEUE_URL: resources.pollsQueueUrl,
    EVERY_SECONDS: String(settings.every),
    RPC_PARAMETERS: settings.rpcParameters,
    SWEEP_SECONDS: String(settings.sweepEvery),
    SCAN_SECONDS: String(settings.scanEvery),
    WAKE_UPS_QUEUE_URL: resources.wakeUpsQueueUrl,
    SUMMARY: settings.summary,
    HEARTBEAT_PARAMETER: settings.heartbeatParameter,
    LOOPBACK: loopback(settings.localEngine),
  };
}

export function pollVariables(
  settings: Settings,
  worker: Pick<Workers, 'alertsPerSecond'>,
  resources: Resources,
): Variables<PollEnvironment> {
  return {
    ...ofBoth(settings, resources),
    CONTACTS_TABLE: resources.tables.contacts,
    HISTORY_TABLE: resources.tables.history,
    BASE_URL: settings.baseUrl,
    API_VERSION: settings.apiVersion,
    COIN_BASE_URL: settings.coinBaseUrl,
    COIN_ARRAY_STYLE: settings.coinArrayStyle,
    COINS: JSON.stringify(settings.coins),
    PRICE_BASE_URL: settings.prices === 'none' ? '' : settings.priceBaseUrl,
    API_KEY_PARAMETER: resources.apiKeyParameter,
    WORKER_ALERTS_PER_SECOND: String(worker.alertsPerSecond),
    HISTORY_DAYS: String(settings.historyDays),
  };
}

function ofBoth(settings: Settings, { tables, alertsTopicArn, opsTopicArn, stackName }: Resources) {
  return {
    WATCHLIST_TABLE: tables.watchlist,
    STATE_TABLE: tables.state,
    ALERTS_TOPIC_ARN: alertsTopicArn,
    OPS_TOPIC_ARN: opsTopicArn,
    RUNBOOK_URL: settings.runbookUrl,
    STACK_NAME: stackName,
    SOURCES: JSON.stringify(settings.source),
    CALLS_PER_SECOND: String(settings.callsPerSecond),
    /** Empty for a plan without a daily limit. */
    CALLS_PER_DAY: String(settings.callsPerDay ?? ''),
  };
}

interface DeliveryResources extends Pick<Resources, 'stackName' | 'opsTopicArn'> {
  readonly deliveriesTable: string;
  readonly stateTable: string;
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
    LOOPBACK: loopback(localEngine),
  };
}

const loopback = (isAllowed: boolean) => (isAllowed ? 'allowed' : 'refused');
