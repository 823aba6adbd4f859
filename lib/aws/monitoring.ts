import { Annotations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import { repositoryRunbook, runbookLink } from '../../functions/incidents/operations-message.ts';
import { withStackNote } from '../../functions/text/phrases.ts';
import { type AlarmRule, alarmRules } from './alarms.ts';
import { type Metrics, metricsOf, type Watched } from './metrics.ts';

interface MonitoringProps extends Watched {
  readonly runbookUrl: string;
}

const noRunbook =
  'Operations messages and alarms link a runbook that nobody can open: the remote of this checkout is not at GitHub or GitLab. Set runbookUrl to the address of your docs/runbook.md.';

/** Alarms (alarms.ts) and the dashboard. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, watched: MonitoringProps) {
    super(scope, id);
    const metrics = metricsOf(watched);
    for (const rule of alarmRules(metrics)) this.ring(rule, watched);
    makeDashboard(this, metrics);
    if (watched.runbookUrl === repositoryRunbook)
      Annotations.of(this).addWarningV2('chainbell:no-runbook', noRunbook);
  }

  private ring(rule: AlarmRule, { name: stack, topics, runbookUrl }: MonitoringProps): void {
    const { name, of, metric, threshold = 1, silence, periods = 1, outOf = periods } = rule;
    const id = name.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
    const whatToDo = withStackNote(rule.whatToDo, stack, ' ');
    const alarm = new Alarm(this, id + (of === undefined ? '' : `-${of}`), {
      // The name is the subject of the email.
      alarmName: `${stack}: ${name}${of === undefined ? '' : `, ${of}`}`,
      alarmDescription: `${rule.loss} What to do: ${whatToDo} Runbook: ${runbookLink(runbookUrl, name)}`,
      metric,
      threshold,
      evaluationPeriods: outOf,
      ...(outOf === periods ? {} : { datapointsToAlarm: periods }),
      comparisonOperator: silence
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Missing data rings an alarm on silence, but not an alarm on faults.
      treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(topics.operations);
    alarm.addAlarmAction(action);
    if (rule.tellsEnd) alarm.addOkAction(action);
  }
}

/** An account's first three dashboards are free if they have at most fifty metrics: up to ten destinations. */
function makeDashboard(scope: Construct, metrics: Metrics): void {
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        graph('Transfers', [metrics.transfersTold, metrics.transfersHidden]),
        graph('Polls not made, wallets failing and behind', [
          metrics.pollsBlocked,
          metrics.pollsSkipped,
          metrics.walletsFailing,
          metrics.walletsBehind,
        ]),
      ],
      [
        graph('Ticks', [metrics.dispatches, metrics.dispatchErrors], [metrics.dispatchDuration]),
        graph('Polls', [metrics.polls, metrics.pollErrors], [metrics.pollDuration]),
      ],
      [
        graph('Seconds from block to alert', metrics.alertLatencies),
        graph('Alerts that were late', [metrics.alertsLate]),
      ],
      [
        graph('Seconds the oldest poll waits', [metrics.oldestPoll]),
        graph('Deliveries that failed', [
          metrics.failedDeliveries,
          ...(metrics.deadAlerts === null ? [] : [metrics.deadAlerts]),
        ]),
      ],
      ...(metrics.deliveries === null ? [] : [deliveryGraphs(metrics.deliveries)]),
    ],
  });
}

function deliveryGraphs({ done, waiting, dead, deadLetters }: NonNullable<Metrics['deliveries']>) {
  return [
    graph('Messages delivered, or given up, by destination', done, waiting),
    graph('Dead letters by destination', [...dead, deadLetters]),
  ];
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 12, height: 6 });
}
