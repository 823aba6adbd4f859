import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Metrics } from './metrics.ts';

/** An account's first three dashboards are free. */
export function makeDashboard(scope: Construct, metrics: Metrics): void {
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        graph('Transfers', [metrics.transfersTold, metrics.transfersHidden]),
        graph('What keeps wallets from being polled', [
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

function deliveryGraphs({
  done,
  waiting,
  dead,
  deadLetters,
}: NonNullable<Metrics['deliveries']>): GraphWidget[] {
  return [
    graph('Messages delivered, or given up, by destination', done, waiting),
    graph('Dead letters by destination', [...dead, deadLetters]),
  ];
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 12, height: 6 });
}
