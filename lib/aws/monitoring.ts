import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { type AlarmRule, alarmRules } from './alarms.ts';
import { makeDashboard } from './dashboard.ts';
import { metricsOf, type Watched } from './metrics.ts';

/** Tells operations when something is wrong (alarms.ts), and shows how it goes (dashboard.ts). */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const metrics = metricsOf(watched);
    for (const rule of alarmRules(metrics)) this.ring(watched.name, rule, watched.topics.operations);
    makeDashboard(this, metrics);
  }

  private ring(
    stack: string,
    { name, metric, threshold, silence, periods, outOf = periods, loss, tellsEnd }: AlarmRule,
    topic: ITopic,
  ): void {
    const alarm = new Alarm(this, pascalCase(name), {
      // The name is the subject of the email.
      alarmName: `${stack}: ${name}`,
      alarmDescription: `${loss} What to do: docs/runbook.md#${name.replaceAll(' ', '-')}`,
      metric,
      threshold,
      evaluationPeriods: outOf,
      ...(outOf === periods ? {} : { datapointsToAlarm: periods }),
      comparisonOperator: silence
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Of things that should happen silence is the fault; of faults it is good news.
      treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(topic);
    alarm.addAlarmAction(action);
    if (tellsEnd) alarm.addOkAction(action);
  }
}

function pascalCase(words: string): string {
  return words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}
