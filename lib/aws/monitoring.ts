import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import { type MetricName, metricNames, metricNamespace } from '../../functions/operations/metric-names.ts';
import type { Polling } from './polling.ts';
import type { Topics } from './topics.ts';

export interface MonitoringProps {
  readonly polling: Polling;
  readonly topics: Topics;
}

interface AlarmProps {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly fewer?: boolean;
  readonly periods?: number;
  /** What the user loses while it rings; the rest of the description is the link to its heading in the runbook. */
  readonly loss: string;
}

/**
 * Eight alarms (ten are free) and one dashboard (three are free). What AWS measures by itself is taken from AWS;
 * only what it can't know is a metric of our own.
 */
export class Monitoring extends Construct {
  private readonly topics: Topics;

  constructor(scope: Construct, id: string, { polling, topics }: MonitoringProps) {
    super(scope, id);
    this.topics = topics;
    const period = Duration.minutes(5);
    const dispatch = polling.dispatchPolls.function;
    const poll = polling.pollWallets.function;
    const pollsBlocked = ownMetric(metricNames.pollsBlocked);
    const walletsFailing = ownMetric(metricNames.walletsFailing);
    const walletsBehind = ownMetric(metricNames.walletsBehind);
    const dispatchErrors = dispatch.metricErrors({ period });
    const pollErrors = poll.metricErrors({ period });
    const oldestPoll = polling.polls.metricApproximateAgeOfOldestMessage({
      period,
      statistic: Stats.MAXIMUM,
    });
    const failedDeliveries = topics.alerts.metricNumberOfNotificationsFailed({
      period,
      statistic: Stats.SUM,
    });

    this.alarm('polls blocked', {
      metric: pollsBlocked,
      threshold: 1,
      loss: 'No wallet is polled and no alert goes out: the API key is missing or refused, or the plan is used up. What happens meanwhile is told once polls are made again.',
    });
    this.alarm('wallets failing', {
      metric: walletsFailing,
      threshold: 1,
      // One failed poll is repeated within its interval; a quarter of an hour of them is not a hiccup.
      periods: 3,
      loss: 'Alerts of at least one wallet are late: its polls have failed for a quarter of an hour. All other wallets are told.',
    });
    this.alarm('dispatch not invoked', {
      metric: dispatch.metricInvocations({ period }),
      threshold: 1,
      fewer: true,
      loss: 'No wallet is polled and no alert goes out: no tick has come for five minutes. What happens meanwhile is told at the next tick.',
    });
    this.alarm('dispatch failing', {
      metric: dispatchErrors,
      // One failed tick delays alerts by a minute and mends itself; three of five do not.
      threshold: 3,
      loss: 'Alerts are late or do not go out: most ticks fail before any wallet is polled.',
    });
    this.alarm('polls failing', {
      metric: pollErrors,
      threshold: 3,
      loss: 'Alerts of some wallets are late: the function that polls them crashes or runs out of time.',
    });
    this.alarm('polls given up', {
      metric: polling.deadPolls.metricApproximateNumberOfMessagesVisible({
        period,
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
      loss: 'Up to fifty wallets missed a poll, because it crashed its function twice. Their transfers are told at a later tick, unless each of their polls crashes.',
    });
    this.alarm('polls late', {
      metric: oldestPoll,
      // Seconds. Polls of a tick are sent with up to a minute of delay and are old once the next tick sends theirs.
      threshold: 120,
      periods: 2,
      loss: 'Alerts are late by minutes: polls wait longer than a tick, so that some wallets miss theirs.',
    });
    this.alarm('alerts undelivered', {
      metric: failedDeliveries,
      threshold: 1,
      loss: 'At least one alert did not reach a subscriber of the alerts topic (email, phone, webhook or queue) and will not be sent to it again.',
    });

    const row = (...graphs: GraphWidget[]) => graphs;
    const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
      new GraphWidget({ title, left, right, width: 12, height: 6 });
    new Dashboard(this, 'Dashboard', {
      widgets: [
        row(
          graph('Transfers', [ownMetric(metricNames.transfersTold), ownMetric(metricNames.transfersHidden)]),
          graph('What keeps wallets from being polled', [pollsBlocked, walletsFailing, walletsBehind]),
        ),
        row(
          graph(
            'Ticks',
            [dispatch.metricInvocations({ period }), dispatchErrors],
            [dispatch.metricDuration({ period })],
          ),
          graph('Polls', [poll.metricInvocations({ period }), pollErrors], [poll.metricDuration({ period })]),
        ),
        row(
          graph('Seconds the oldest poll waits', [oldestPoll]),
          graph('Deliveries that failed', [failedDeliveries]),
        ),
      ],
    });
  }

  private alarm(name: string, { metric, threshold, fewer = false, periods = 1, loss }: AlarmProps): void {
    const action = new SnsAction(this.topics.operations);
    const alarm = new Alarm(this, pascalCase(name), {
      // The name is the subject of the email.
      alarmName: `${Stack.of(this).stackName}: ${name}`,
      alarmDescription: `${loss} What to do: docs/runbook.md#${name.replaceAll(' ', '-')}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: fewer
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Of things that should happen silence is the fault; of faults it is good news.
      treatMissingData: fewer ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

function ownMetric(metricName: MetricName): Metric {
  return new Metric({
    namespace: metricNamespace,
    metricName,
    // The poll function counts them all, under its own name.
    dimensionsMap: { service: 'poll-wallets' },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}

function pascalCase(words: string): string {
  return words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}
