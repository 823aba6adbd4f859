import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { dispatchVariables, pollVariables, type Resources } from '../environment.ts';
import { pollingLimits, workersFor } from '../limits.ts';
import { type ApiKeyParameter, allow, ChainbellFunction, parameterByName } from './function.ts';
import { makeQueue, taking } from './queue.ts';
import type { Settings } from './settings/definitions.ts';
import type { Tables } from './tables.ts';
import type { Topics } from './topics.ts';

const { megabytes } = pollingLimits;
const timeout = Duration.seconds(pollingLimits.timeout);
const visibilityTimeout = Duration.seconds(pollingLimits.visibilitySeconds);
const reading = ['BatchGetItem', 'GetItem', 'Query'].map((call) => `dynamodb:${call}`);
const writing = ['BatchWriteItem', 'DeleteItem', 'PutItem', 'UpdateItem'].map((call) => `dynamodb:${call}`);

interface PollingProps {
  readonly name: string;
  readonly apiKey: ApiKeyParameter;
  readonly settings: Settings;
  readonly tables: Tables;
  readonly topics: Topics;
}

/** Every minute the dispatch function puts the due wallets on a queue, from which poll functions take them. */
export class Polling extends Construct {
  readonly dispatchPolls: ChainbellFunction;
  readonly pollWallets: ChainbellFunction;
  readonly polls: Queue;
  readonly deadPolls: Queue;
  /** Null if only ticks ask nodes. */
  private readonly wakeUps: Queue | null;

  constructor(scope: Construct, id: string, props: PollingProps) {
    super(scope, id);
    this.deadPolls = makeQueue(this, 'DeadPolls', { retentionPeriod: Duration.days(14), visibilityTimeout });
    this.polls = makeQueue(this, 'Polls', {
      // A poll waits at most ten minutes for its turn: older messages are of no use.
      retentionPeriod: Duration.minutes(15),
      visibilityTimeout,
      deadLetterQueue: { queue: this.deadPolls, maxReceiveCount: pollingLimits.maxReceives },
    });
    this.wakeUps = props.settings.scanEvery < 60 ? this.makeWakeUps() : null;
    this.dispatchPolls = this.makeDispatch(props);
    if (this.wakeUps !== null) this.wakeBy(this.wakeUps);
    this.pollWallets = this.makePoll(props);
    tickEveryMinute(this, this.dispatchPolls.function.functionArn);
  }

  /** A tick's messages to its own function, for scans before the next tick. */
  private makeWakeUps(): Queue {
    const noDeadLetters =
      'A message that nobody takes is stale within seconds: the next tick scans the same blocks.';
    const retentionPeriod = Duration.minutes(2);
    return makeQueue(this, 'WakeUps', { retentionPeriod, visibilityTimeout, noDeadLetters });
  }

  private wakeBy(queue: Queue): void {
    new EventSourceMapping(this, 'TakeWakeUps', {
      target: this.dispatchPolls.function,
      eventSourceArn: queue.queueArn,
      batchSize: 1,
      maxConcurrency: 2,
    });
  }

  private makeDispatch(props: PollingProps): ChainbellFunction {
    const { settings, tables, topics } = props;
    const environment = dispatchVariables(settings, this.resources(props));
    const state = tables.state.tableArn;
    const nodes = parameterByName(this, settings.rpcParameters).parameterArn;
    const heartbeat = parameterByName(this, settings.heartbeatParameter).parameterArn;
    const wakeUps = this.wakeUps?.queueArn;
    const bothTopics = [topics.alerts.topicArn, topics.operations.topicArn];
    const dispatch = new ChainbellFunction(this, 'DispatchPolls', {
      folder: 'dispatch-polls',
      description: 'Chainbell: every minute, puts the wallets that are due on the polls queue',
      timeout,
      memoryMegabytes: megabytes.dispatch,
      environment,
      tracing: settings.tracing,
      permissions: [
        allow('ReadWatchlist', tables.watchlist.tableArn, 'dynamodb:Scan'),
        allow('ReadState', state, ...reading, 'dynamodb:Scan'),
        allow('WriteState', state, ...writing),
        allow('SendPolls', this.polls.queueArn, 'sqs:SendMessage'),
        ...(wakeUps === undefined
          ? []
          : [allow('SendWakeUps', wakeUps, 'sqs:SendMessage'), allow('TakeWakeUps', wakeUps, ...taking)]),
        allow('PublishSummary', topics.alerts.topicArn, 'sns:Publish'),
        allow('TellOperations', topics.operations.topicArn, 'sns:Publish'),
        // Once a day: lost and unconfirmed subscriptions.
        allow('ReadSubscriptions', bothTopics, 'sns:ListSubscriptionsByTopic'),
        // Once an hour, if somebody gets SMS: whether the limit is nearly spent.
        allow('ReadSmsSpend', '*', 'cloudwatch:GetMetricStatistics', 'sns:GetSMSAttributes'),
        allow('ReadNodes', `${nodes}/*`, 'ssm:GetParameter'),
        allow('ReadHeartbeat', heartbeat, 'ssm:GetParameter'),
      ],
    });
    Validations.of(dispatch).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ssm:<AWS::Region>:<AWS::AccountId>:parameter${settings.rpcParameters}/*]`,
      reason:
        'One parameter a chain, and the chains are those of the Watchlist, which nobody knows at deploy.',
    });
    Validations.of(dispatch).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'The limit and the spend of SMS belong to the account: a policy can name no resource for either action.',
    });
    // A failed tick is not retried: the retry would run beside the next tick.
    dispatch.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    return dispatch;
  }

  private makePoll(props: PollingProps): ChainbellFunction {
    const { settings, apiKey, tables, topics } = props;
    const workers = workersFor(settings.callsPerSecond);
    const environment = pollVariables(settings, workers, this.resources(props));
    const state = tables.state.tableArn;
    const poll = new ChainbellFunction(this, 'PollWallets', {
      folder: 'poll-wallets',
      description: 'Chainbell: polls wallets and tells what is new',
      timeout,
      memoryMegabytes: megabytes.poll,
      environment,
      tracing: settings.tracing,
      permissions: [
        allow('TakePolls', this.polls.queueArn, ...taking),
        // AWS's own SSM key lets this account decrypt through SSM.
        allow('ReadApiKey', apiKey.parameterArn, 'ssm:GetParameter'),
        // To look up whether the other side of a transfer is watched too, and its label.
        allow('ReadWatchlist', tables.watchlist.tableArn, 'dynamodb:Query'),
        allow('ReadContacts', tables.contacts.tableArn, 'dynamodb:BatchGetItem'),
        allow('ReadState', state, ...reading),
        allow('WriteState', state, ...writing),
        allow('WriteHistory', tables.history.tableArn, 'dynamodb:BatchWriteItem'),
        // To read the rows of unsettled blocks, of an open batch, and of reverted alerts.
        allow('ReadHistory', tables.history.tableArn, 'dynamodb:Query'),
        allow('PublishAlerts', topics.alerts.topicArn, 'sns:Publish'),
        allow('TellOperations', topics.operations.topicArn, 'sns:Publish'),
      ],
    });
    new EventSourceMapping(this, 'TakePolls', {
      target: poll.function,
      eventSourceArn: this.polls.queueArn,
      // One message holds up to fifty wallets; a failing one fails no other.
      batchSize: 1,
      reportBatchItemFailures: true,
      // Each worker publishes at its share of the pace.
      maxConcurrency: workers.concurrency,
    });
    return poll;
  }

  private resources({ name, apiKey, tables, topics }: PollingProps): Resources {
    const { watchlist, state, history, contacts } = tables;
    return {
      stackName: name,
      apiKeyParameter: apiKey.parameterName,
      tables: {
        watchlist: watchlist.tableName,
        state: state.tableName,
        history: history.tableName,
        contacts: contacts.tableName,
      },
      alertsTopicArn: topics.alerts.topicArn,
      opsTopicArn: topics.operations.topicArn,
      pollsQueueUrl: this.polls.queueUrl,
      wakeUpsQueueUrl: this.wakeUps?.queueUrl ?? '',
    };
  }
}

/** Invokes the dispatch function every minute, with the minute. */
function tickEveryMinute(scope: Construct, dispatchArn: string): void {
  const role = new Role(scope, 'TickRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });
  role.addToPolicy(
    new PolicyStatement({ sid: 'Tick', actions: ['lambda:InvokeFunction'], resources: [dispatchArn] }),
  );
  const tick = new CfnSchedule(scope, 'Tick', {
    description: 'Chainbell: one tick a minute',
    // Unlike rate, cron's scheduled time is the minute itself.
    scheduleExpression: 'cron(* * * * ? *)',
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: dispatchArn,
      roleArn: role.roleArn,
      input: JSON.stringify({ time: '<aws.scheduler.scheduled-time>' }),
      // A late tick beside the next one would spend the plan's calls twice.
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
  tick.node.addDependency(role);
}
