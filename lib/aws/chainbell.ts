import { Annotations, Aspects, Stack } from 'aws-cdk-lib';
import { type Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { metricNames } from '../../functions/runtime/metric-names.ts';
import { type ApiKeyParameter, parameterByName } from './api-key-parameter.ts';
import { type ChainbellProps, settingsOf } from './chainbell-props.ts';
import { Destinations } from './destinations.ts';
import { LocalEngine } from './local-engine.ts';
import { ownMetric } from './metrics.ts';
import { Monitoring } from './monitoring.ts';
import { addOutputs } from './outputs.ts';
import { Polling } from './polling.ts';
import { Tables } from './tables.ts';
import { Topics } from './topics.ts';

export type { ChainbellProps };

/**
 * Alerts of the ERC20 transfers of the wallets in a table.
 *
 * ```ts
 * const chainbell = new Chainbell(stack, 'Alerts', { emails: ['you@example.org'] });
 * chainbell.grantManageWatchlist(admin);
 * ```
 */
export class Chainbell extends Construct {
  /** What to watch: a row a wallet. */
  readonly watchlistTable: ITable;
  /** What each watch has seen. The functions' own. */
  readonly stateTable: ITable;
  /** Alerts and hidden transfers. */
  readonly historyTable: ITable;
  /** Whom alerts call by which name. */
  readonly contactsTable: ITable;
  /** Where alerts are published. */
  readonly alertsTopic: ITopic;
  /** Where operations messages and alarms are published. */
  readonly operationsTopic: ITopic;
  /** Polls that are due. */
  readonly pollsQueue: Queue;
  /** Polls that failed each time they were tried. */
  readonly pollsDeadLetterQueue: Queue;
  /** Alerts that a webhook did not take within its retries; null without webhooks. */
  readonly webhooksDeadLetterQueue: Queue | null;
  /** Every minute, puts the polls that are due on their queue. */
  readonly dispatchPolls: LambdaFunction;
  /** Polls wallets and publishes their alerts. */
  readonly pollWallets: LambdaFunction;
  /** Delivers alerts to chats and signed webhooks; null without destinations. */
  readonly deliverAlerts: LambdaFunction | null;
  /** What alarms, dashboard and metrics are called by. */
  readonly name: string;

  /** @throws SettingWrong for the first prop whose value can't be used */
  constructor(scope: Construct, id: string, props: ChainbellProps = {}) {
    super(scope, id);
    const settings = settingsOf(props);
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
        : new Destinations(this, 'Destinations', { name: this.name, settings, topics });
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
   * Adds the outputs by which `npx chainbell --stack …` finds it. They have fixed names, so that a stack can have those of one
   * Chainbell only, which is best named like the stack: that is what its operations messages say and where its destinations'
   * queues are looked for.
   */
  addOutputs(): void {
    addOutputs(Stack.of(this), this);
  }

  /** Lets somebody read and change what is watched. */
  grantManageWatchlist(grantee: IGrantable): Grant {
    return this.watchlistTable.grantReadWriteData(grantee);
  }

  /** Lets somebody look alerts and hidden transfers up. */
  grantReadHistory(grantee: IGrantable): Grant {
    return this.historyTable.grantReadData(grantee);
  }

  /** Lets somebody subscribe to alerts. */
  grantSubscribe(grantee: IGrantable): Grant {
    return this.alertsTopic.grantSubscribe(grantee);
  }

  /** Lets somebody make a tick by hand: invoke the dispatch function. */
  grantTick(grantee: IGrantable): Grant {
    return this.dispatchPolls.grantInvoke(grantee);
  }

  /** Transfers that alerts told of: a sum over 5 minutes unless chosen otherwise, as with all counts here. */
  metricTransfersTold(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.transfersTold, options);
  }

  /** Transfers that were kept back as spam. */
  metricTransfersHidden(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.transfersHidden, options);
  }

  /** Polls not made: the API key is missing or refused, or the plan's calls are used up. */
  metricPollsBlocked(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.pollsBlocked, options);
  }

  /** Polls that came too late, or got no turn at the plan's pace. */
  metricPollsSkipped(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.pollsSkipped, options);
  }

  /** Wallets whose last poll failed for a reason of their own. */
  metricWalletsFailing(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.walletsFailing, options);
  }

  /** Wallets whose last poll ended before the chain's head. */
  metricWalletsBehind(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.walletsBehind, options);
  }

  /** Seconds from a transfer's block to the moment when SNS took its alert: the median unless chosen otherwise. */
  metricAlertLatency(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.alertLatency, { statistic: Stats.p(50), ...options });
  }

  /** Alerts that took ten minutes longer than the interval at which their wallet is polled. */
  metricAlertsLate(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.alertsLate, options);
  }

  /** Alerts that went to the dead-letter queue of a destination, all destinations together. */
  metricDeadLetters(options?: MetricOptions): Metric {
    return ownMetric(this.name, metricNames.deadLetters, options, 'deliver-alerts');
  }

  private fitLocalEngine(): void {
    Aspects.of(this).add(new LocalEngine());
    // It may be on by itself, so it says so.
    Annotations.of(this).addInfo('localEngine is on: this template is for an engine on this machine.');
  }

  /** What was brought along may be encrypted with keys of its own, which the functions then must use. */
  private grantKeysOf({ alertsTopic, operationsTopic, watchlistTable }: ChainbellProps): void {
    watchlistTable?.encryptionKey?.grantDecrypt(this.dispatchPolls);
    watchlistTable?.encryptionKey?.grantDecrypt(this.pollWallets);
    alertsTopic?.grantPublish(this.pollWallets);
    alertsTopic?.grantPublish(this.dispatchPolls);
    operationsTopic?.grantPublish(this.pollWallets);
    operationsTopic?.grantPublish(this.dispatchPolls);
    if (this.deliverAlerts !== null) operationsTopic?.grantPublish(this.deliverAlerts);
  }
}

/** The stack's name and the path in it; an id `Default` is none, as in CDK's own names. */
function nameOf(construct: Construct): string {
  const stack = Stack.of(construct);
  const scopes = construct.node.scopes;
  const path = scopes.slice(scopes.indexOf(stack) + 1).map(({ node }) => node.id);
  return [stack.stackName, ...path.filter((id) => id !== 'Default')].join('-');
}
