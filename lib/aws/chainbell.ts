import { Annotations, Aspects, CfnOutput, Stack } from 'aws-cdk-lib';
import { type Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { metricNames } from '../../functions/runtime/metric-names.ts';
import { version } from '../../functions/runtime/version.ts';
import { type ChainbellProps, settingsOf } from './chainbell-props.ts';
import { Destinations } from './destinations.ts';
import { type ApiKeyParameter, parameterByName } from './function.ts';
import { LocalEngine } from './local-engine.ts';
import { ownMetric } from './metrics.ts';
import { Monitoring } from './monitoring.ts';
import { Polling } from './polling.ts';
import type { Settings } from './settings/definitions.ts';
import { Tables } from './tables.ts';
import { Topics } from './topics.ts';

export type { ChainbellProps };

const delivers = 'Delivers alerts to chats and signed webhooks';

/** Alerts of the wallets in a table: `new Chainbell(stack, 'Alerts', { emails: ['you@example.org'] })`. */
export class Chainbell extends Construct {
  /** One row a wallet. */
  readonly watchlistTable: ITable;
  /** What each watch has seen; written by the functions only. */
  readonly stateTable: ITable;
  /** Alerts and hidden transfers. */
  readonly historyTable: ITable;
  /** Names of addresses in alerts. */
  readonly contactsTable: ITable;
  readonly alertsTopic: ITopic;
  readonly operationsTopic: ITopic;
  readonly pollsQueue: Queue;
  readonly pollsDeadLetterQueue: Queue;
  /** Alerts that a webhook refused to the last retry; null without webhooks. */
  readonly webhooksDeadLetterQueue: Queue | null;
  /** Puts the due polls on their queue, every minute. */
  readonly dispatchPolls: LambdaFunction;
  readonly pollWallets: LambdaFunction;
  /** Delivers alerts to chats and signed webhooks; null without destinations. */
  readonly deliverAlerts: LambdaFunction | null;
  /** The prefix of the names of alarms and of destinations' queues, and the metrics' dimension. */
  readonly name: string;

  /**
   * @param settings internal: ChainbellStack has read them from chainbell.json, and the settings among the props are then ignored
   * @throws SettingWrong for the first prop whose value can't be used
   */
  constructor(
    scope: Construct,
    id: string,
    props: ChainbellProps = {},
    settings: Settings = settingsOf(props),
  ) {
    super(scope, id);
    this.name = props.name ?? nameOf(this);
    const tables = new Tables(this, 'Tables', {
      destroy: settings.removalPolicy === 'destroy',
      watchlist: props.watchlistTable,
    });
    const topics = new Topics(this, 'Topics', {
      ...settings,
      alertsTopic: props.alertsTopic,
      operationsTopic: props.operationsTopic,
    });
    const apiKey: ApiKeyParameter =
      typeof props.apiKeyParameter === 'object'
        ? props.apiKeyParameter
        : parameterByName(this, settings.apiKeyParameter);
    const polling = new Polling(this, 'Polling', { name: this.name, settings, apiKey, tables, topics });
    const destinations =
      settings.destinations.length === 0
        ? null
        : new Destinations(this, 'Destinations', { name: this.name, settings, topics, state: tables.state });
    const { runbookUrl } = settings;
    new Monitoring(this, 'Monitoring', { name: this.name, polling, topics, destinations, runbookUrl });

    this.watchlistTable = tables.watchlist;
    this.stateTable = tables.state;
    this.historyTable = tables.history;
    this.contactsTable = tables.contacts;
    this.alertsTopic = topics.alerts;
    this.operationsTopic = topics.operations;
    this.pollsQueue = polling.polls;
    this.pollsDeadLetterQueue = polling.deadPolls;
    this.webhooksDeadLetterQueue = topics.deadWebhookAlerts;
    this.dispatchPolls = polling.dispatchPolls.function;
    this.pollWallets = polling.pollWallets.function;
    this.deliverAlerts = destinations?.deliverAlerts.function ?? null;

    this.grantKeysOf(props);
    if (settings.localEngine) this.fitLocalEngine();
  }

  /**
   * Adds the outputs that `npx chainbell --stack …` reads. Their names are fixed, so only one Chainbell of a stack can have them.
   * Give that one the stack's name.
   */
  addOutputs(): void {
    const outputs: readonly (readonly [string, string, string | undefined])[] = [
      ['WatchlistTableName', 'Add a row here for each wallet to watch', this.watchlistTable.tableName],
      ['StateTableName', 'The state of each watch', this.stateTable.tableName],
      ['HistoryTableName', 'Alerts and hidden transfers', this.historyTable.tableName],
      ['ContactsTableName', 'Add a row here for each address that has a name', this.contactsTable.tableName],
      ['AlertsTopicArn', 'Subscribe here to get alerts', this.alertsTopic.topicArn],
      ['OpsTopicArn', 'Subscribe here to get messages about problems', this.operationsTopic.topicArn],
      ['DispatchPollsFunctionName', 'Invoke this for a tick by hand', this.dispatchPolls.functionName],
      ['PollWalletsFunctionName', 'Polls the wallets', this.pollWallets.functionName],
      ['DeliverAlertsFunctionName', delivers, this.deliverAlerts?.functionName],
      ['Version', 'Deployed version of Chainbell', version],
    ];
    for (const [name, description, value] of outputs)
      if (value !== undefined) new CfnOutput(Stack.of(this), name, { description, value });
  }

  grantManageWatchlist(grantee: IGrantable): Grant {
    return this.watchlistTable.grantReadWriteData(grantee);
  }

  grantReadHistory(grantee: IGrantable): Grant {
    return this.historyTable.grantReadData(grantee);
  }

  grantSubscribe(grantee: IGrantable): Grant {
    return this.alertsTopic.grantSubscribe(grantee);
  }

  /** Invokes the dispatch function: a tick by hand. */
  grantTick(grantee: IGrantable): Grant {
    return this.dispatchPolls.grantInvoke(grantee);
  }

  /** Reported transfers. Each count is a sum over 5 minutes unless chosen otherwise. */
  metricTransfersTold(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.transfersTold, options);
  }

  metricTransfersHidden(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.transfersHidden, options);
  }

  /** Polls not made because the API key is missing or refused, or the plan is used up. */
  metricPollsBlocked(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.pollsBlocked, options);
  }

  /** Polls that came too late, or got no call at the plan's pace. */
  metricPollsSkipped(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.pollsSkipped, options);
  }

  metricWalletsFailing(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.walletsFailing, options);
  }

  /** Wallets whose last poll ended before the chain's head. */
  metricWalletsBehind(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.walletsBehind, options);
  }

  /** Seconds from block to publish: the median unless chosen otherwise. */
  metricAlertLatency(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.alertLatency, { statistic: Stats.p(50), ...options });
  }

  /** Alerts more than ten minutes later than their wallet's interval. */
  metricAlertsLate(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.alertsLate, options);
  }

  /** Dead letters of all destinations together. */
  metricDeadLetters(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.deadLetters, options, 'deliver-alerts');
  }

  private fitLocalEngine(): void {
    Aspects.of(this).add(new LocalEngine());
    // settings-at-hand.ts may have switched it on: tell the user.
    Annotations.of(this).addInfo('localEngine is on: this template is for an engine on this machine.');
  }

  /** Tables and topics that the user brings may have KMS keys of their own. */
  private grantKeysOf({ alertsTopic, operationsTopic, watchlistTable }: ChainbellProps): void {
    for (const polling of [this.dispatchPolls, this.pollWallets]) {
      watchlistTable?.encryptionKey?.grantDecrypt(polling);
      alertsTopic?.grantPublish(polling);
      operationsTopic?.grantPublish(polling);
    }
    if (this.deliverAlerts !== null) operationsTopic?.grantPublish(this.deliverAlerts);
  }
}

/** Stack name and path; as in CDK's own names, an id `Default` is left out. */
function nameOf(construct: Construct): string {
  const stack = Stack.of(construct);
  const scopes = construct.node.scopes;
  const path = scopes.slice(scopes.indexOf(stack) + 1).map(({ node }) => node.id);
  return [stack.stackName, ...path.filter((id) => id !== 'Default')].join('-');
}
