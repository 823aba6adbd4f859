import { type CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { GetSMSAttributesCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { EpochMilliseconds } from '../../chain/units.ts';
import type { Incident } from '../../incidents/incident.ts';
import { dayOf } from '../../runtime/clock.ts';

/** US dollars of this UTC month in this region; beyond the limit SNS sends no SMS. */
type SmsSpend = Readonly<Awaited<ReturnType<typeof readSmsSpend>>>;

/** AWS's own limit for an account that never asked for more. */
const firstLimit = 1;
const timeout = 10_000;

/** Early enough to have the limit raised, which takes AWS a day or so. */
export function isNearlySpent({ dollars, limit }: SmsSpend): boolean {
  return dollars >= 0.8 * limit;
}

/** SNS says the limit, CloudWatch the spend. @throws whatever they throw */
export async function readSmsSpend(
  { sns, cloudwatch }: { readonly sns: SNSClient; readonly cloudwatch: CloudWatchClient },
  now: EpochMilliseconds,
) {
  const abortSignal = AbortSignal.timeout(timeout);
  const [{ attributes = {} }, { Datapoints = [] }] = await Promise.all([
    sns.send(new GetSMSAttributesCommand({ attributes: ['MonthlySpendLimit'] }), { abortSignal }),
    cloudwatch.send(
      new GetMetricStatisticsCommand({
        Namespace: 'AWS/SNS',
        MetricName: 'SMSMonthToDateSpentUSD',
        StartTime: new Date(`${dayOf(now).slice(0, '2026-01'.length)}-01`),
        // CloudWatch refuses an end that is not after the start, as in the month's first second.
        EndTime: new Date(now + 60_000),
        Period: 86_400,
        Statistics: ['Maximum'],
      }),
      { abortSignal },
    ),
  ]);
  return {
    dollars: Math.max(0, ...Datapoints.map(({ Maximum = 0 }) => Maximum)),
    limit: Number(attributes.MonthlySpendLimit ?? firstLimit),
  };
}

export function smsIncident({ dollars, limit }: SmsSpend): Incident {
  return {
    type: 'sms.spent',
    wallet: null,
    chain: null,
    reason: `This month's SMS of the account cost $${dollars.toFixed(2)} of the $${limit} that it may spend: beyond it SNS sends none.`,
    whatToDo:
      'Raise the limit in the console (SNS, Text messaging) before it is spent; AWS takes a day or so for more than the quota. Else SMS go on with the next month, and what they miss is in the History table.',
  };
}
