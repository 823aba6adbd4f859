import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metrics } from './metrics.ts';

export interface AlarmRule {
  /** Also its heading in docs/runbook.md. */
  readonly name: string;
  /** The destination's name, which ends the alarm's name; for an alarm that each destination has. */
  readonly of?: string;
  readonly metric: IMetric;
  /** Rings at this value (default 1) and above; with `silence`, below the value and without data. */
  readonly threshold?: number;
  readonly silence?: true;
  /** Number of breaching periods (default 1). They count among the last `outOf` periods; without `outOf` they follow one another. */
  readonly periods?: number;
  readonly outOf?: number;
  readonly loss: string;
  readonly whatToDo: string;
  /** Mails the end, and "OK" once after the first deployment. False if an operations message tells the end, or only a person can. */
  readonly tellsEnd: boolean;
}

/** Ten alarms are free in CloudWatch. Webhooks add one alarm; destinations add two, and one for each destination. */
export function alarmRules(metrics: Metrics): AlarmRule[] {
  const { deadAlerts, deliveries } = metrics;
  return [
    ...ofEveryStack.map((rule) => ({ ...rule, metric: metrics[rule.metric] })),
    ...(deadAlerts === null ? [] : [{ ...webhookAlertsGivenUp, metric: deadAlerts }]),
    ...(deliveries === null ? [] : ofDestinations(deliveries)),
  ];
}

type MetricOfAlarm = { [Name in keyof Metrics]: Metrics[Name] extends IMetric ? Name : never }[keyof Metrics];

const ofEveryStack: readonly (Omit<AlarmRule, 'metric'> & { readonly metric: MetricOfAlarm })[] = [
  {
    name: 'polls blocked',
    metric: 'pollsBlocked',
    tellsEnd: false,
    loss: 'No wallet is polled with the API, and no alert from the API goes out: the key is missing or refused, or the plan is used up. Transfers from that time are reported once polls succeed.',
    whatToDo: 'npx chainbell doctor names the cause; npx chainbell key set sets a key.',
  },
  {
    name: 'wallets failing',
    metric: 'walletsFailing',
    // One failed poll is repeated within its interval.
    periods: 3,
    // No operations message tells failures that come and go.
    tellsEnd: true,
    loss: 'Alerts of at least one wallet are late: for a quarter of an hour polls have failed, or failed now and then. All other wallets are polled.',
    whatToDo: 'npx chainbell list says which, and why.',
  },
  {
    name: 'dispatch not invoked',
    metric: 'dispatches',
    silence: true,
    tellsEnd: true,
    loss: 'No wallet is polled and no alert goes out: no tick has come for five minutes. The next tick reports the transfers missed since.',
    whatToDo: 'npx chainbell doctor checks the schedule and the last tick.',
  },
  {
    name: 'polls not taken',
    metric: 'oldestPoll',
    // A poll waits at most ten minutes for its turn, and is dropped after fifteen.
    threshold: 13 * 60,
    tellsEnd: true,
    loss: 'No wallet is polled and no alert goes out: polls wait in their queue until they are too old, because the poll function takes none. Transfers from that time are reported once it takes polls again.',
    whatToDo: "npx chainbell doctor says whether the poll function's trigger is off.",
  },
  {
    name: 'dispatch failing',
    metric: 'dispatchErrors',
    // A single failed tick only delays alerts by a minute.
    threshold: 3,
    tellsEnd: true,
    loss: 'Alerts are late or do not go out: most ticks fail before any wallet is polled.',
    whatToDo: 'read the log of the dispatch function; throttling passes by itself.',
  },
  {
    name: 'polls failing',
    metric: 'pollErrors',
    threshold: 3,
    tellsEnd: true,
    loss: 'Alerts of some wallets are late: the function that polls them crashes or runs out of time.',
    whatToDo: 'read the log of the poll function; a slow API passes by itself.',
  },
  {
    name: 'polls given up',
    metric: 'deadPolls',
    tellsEnd: false,
    loss: 'Up to fifty wallets missed a poll, because it failed each time it was tried. Their transfers reach you with a later tick, unless each of their polls fails.',
    whatToDo:
      'npx chainbell doctor and npx chainbell list say why; then purge the queue in the console (SQS, DeadPolls).',
  },
  {
    name: 'polls late',
    metric: 'pollsSkipped',
    // A short API fault skips a few polls; three periods mean that the plan is too small.
    periods: 3,
    tellsEnd: true,
    loss: 'Alerts are late: for a quarter of an hour polls were skipped, because they came too late, the plan had no call for them or the API answered 429. The same wallets may be skipped each time.',
    whatToDo:
      'npx chainbell export | npx chainbell estimate --file - (with --every, if that setting is not 1m) says which plan the wallets need: poll less often (every), or set callsPerSecond to the rate of the plan.',
  },
  {
    name: 'alerts late',
    metric: 'alertsLate',
    // After an outage alerts are caught up within two of these periods.
    periods: 3,
    // Few wallets have an alert every quarter of an hour, so the periods need not be in a row.
    outOf: 12,
    // The alarm also ends if there are no alerts at all, so its end proves nothing.
    tellsEnd: false,
    loss: 'Alerts come late, though polls succeed: three times within three hours, alerts went out more than ten minutes later than the interval of their wallets. No alert is lost.',
    whatToDo:
      "compare a late alert's detectedAt with the time of its block: if the two are far apart, the API shows transfers late.",
  },
  {
    name: 'alerts undelivered',
    metric: 'failedDeliveries',
    tellsEnd: false,
    loss: 'An alert did not reach a subscriber of the alerts topic. An email address, phone, queue or function of yours misses that alert for good; a webhook is retried for most of an hour.',
    whatToDo:
      'npx chainbell subscriptions shows who gets alerts, npx chainbell history all alerts, npx chainbell doctor the dead letters, which you can send again.',
  },
];

/** The operations message destination.failing names the destination. */
function ofDestinations({ deadLetters, errors, untaken }: NonNullable<Metrics['deliveries']>): AlarmRule[] {
  return [
    {
      name: 'dead letters',
      metric: deadLetters,
      tellsEnd: false,
      loss: 'A destination (Telegram, Slack, Discord, PagerDuty or a signed webhook) did not get an alert, and gets it only if you send it again. The alert is kept for two weeks.',
      whatToDo:
        'npx chainbell doctor names the destination and the cause; mend the cause, then npx chainbell redrive <name>.',
    },
    {
      name: 'deliveries failing',
      metric: errors,
      threshold: 3,
      tellsEnd: true,
      loss: 'Alerts reach Telegram, Slack, Discord, PagerDuty and signed webhooks late or not at all: the function that delivers them crashes or runs out of time. All other subscribers get theirs.',
      whatToDo: 'read the log of the deliver function; throttling passes by itself.',
    },
    ...untaken.map(
      ({ destination, metric }): AlarmRule => ({
        name: 'deliveries not taken',
        of: destination,
        metric,
        // Messages that wait for a retry are invisible. At a chat's pace a storm of a thousand takes an hour.
        periods: 12,
        tellsEnd: true,
        loss: 'Alerts lie in the queue of a destination (Telegram, Slack, Discord, PagerDuty or a signed webhook) for an hour, and the function that delivers them takes none. They are kept for two weeks and sent once it takes them.',
        whatToDo: "npx chainbell doctor says whether the deliver function's trigger is off.",
      }),
    ),
  ];
}

const webhookAlertsGivenUp: Omit<AlarmRule, 'metric'> = {
  name: 'webhook alerts given up',
  tellsEnd: false,
  loss: 'A webhook did not get an alert, and gets it only if you send it again. The alert is kept for two weeks.',
  whatToDo: 'mend the webhook, then send the alerts again with the commands of the runbook.',
};
