import type { OpenIncident } from '../../incidents/incident.ts';
import type { IncidentLog } from '../../incidents/incident-log.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { SubscriptionMemory } from './remembered-subscriptions.ts';
import type { SmsSpend } from './sms-spend.ts';
import type { TopicName, TopicSubscription } from './topic-subscriptions.ts';

export interface Subscriptions {
  list(topic: TopicName): Promise<readonly TopicSubscription[]>;
  readonly memory: SubscriptionMemory;
  /** Of this month. */
  readonly smsSpend: () => Promise<SmsSpend>;
}

export interface TopicCheck {
  readonly topic: TopicName;
  readonly listed: readonly TopicSubscription[];
  /** Ids of those that get what is published. */
  readonly confirmed: ReadonlySet<string>;
  /** Of all types and topics. */
  readonly open: readonly OpenIncident[];
  readonly memory: SubscriptionMemory;
  readonly incidents: IncidentLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Of one type and topic: a person mends them one by one, and a later check reports the others. */
export const mostOnRecord = 100;

/** A type's incidents on record for this topic, by their part. */
export function onRecord(
  type: OpenIncident['type'],
  { topic, open }: Pick<TopicCheck, 'topic' | 'open'>,
): ReadonlyMap<string, OpenIncident> {
  return new Map(
    open.flatMap((incident) =>
      incident.type === type && incident.part?.startsWith(`${topic}/`)
        ? [[incident.part, incident] as const]
        : [],
    ),
  );
}
