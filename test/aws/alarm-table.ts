import { markdownTable } from '../support/docs/docs-section.ts';
import { named } from './permissions.ts';
import { everyPart, resources, synthesised } from './synthesised.ts';

export const withAll = synthesised(everyPart);

/** The template's alarms as a Markdown table, for docs/runbook.md between its two markers. */
export function alarmTable(): string {
  const linked = (name: string) => `[${name}](#${anchorOf(name)})`;
  const rows = resources(withAll, 'AWS::CloudWatch::Alarm').map(({ properties: alarm }) => [
    linked(alarm.AlarmName.replace('Chainbell: ', '')),
    `${alarm.Statistic} of ${alarm.Namespace} ${alarm.MetricName}`,
    alarm.Dimensions.map(({ Value }: { Value: unknown }) =>
      typeof Value === 'string' ? Value : named(Value),
    ).join(', '),
    `${conditions[alarm.ComparisonOperator]} ${alarm.Threshold}`,
    `${alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods} of ${alarm.EvaluationPeriods} × ${alarm.Period / 60} min`,
    silences[alarm.TreatMissingData] ?? '',
    alarm.OKActions === undefined ? '' : 'yes',
  ]);
  return markdownTable(
    ['alarm', 'metric', 'of', 'rings at', 'in periods', 'no data means', 'mails when over'],
    rows,
  );
}

/** An alarm's heading in docs/runbook.md; the alarms of all destinations share one. */
export function headingOf(alarmName: string): string {
  return alarmName.replace('Chainbell: ', '').replace(/, .*/, '');
}

/** The heading as a link's anchor. */
export function anchorOf(alarmName: string): string {
  return headingOf(alarmName).replaceAll(' ', '-');
}

const conditions: Record<string, string> = { GreaterThanOrEqualToThreshold: '≥', LessThanThreshold: '<' };
const silences: Record<string, string> = { notBreaching: 'no problem', breaching: 'the problem' };
