import type { OpenIncident } from '../../incidents/incident.ts';
import type { IncidentLog } from '../../incidents/incident-log.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { SubscriptionMemory } from './remembered-subscriptions.ts';
import type { SmsSpend } from './sms-spend.ts';
import type { TopicName, TopicSubscription } from './topic-subscriptions.ts';

/** What the checks of subscriptions and of what SMS cost read and write. */
export interface Subscriptions {
  /** All of a topic. */
  list(topic: TopicName): Promise<readonly TopicSubscription[]>;
  readonly memory: SubscriptionMemory;
  /** Of this month. */
  readonly smsSpend: () => Promise<SmsSpend>;
}

/** One topic's check, while it is made. */
export interface TopicCheck {
  readonly topic: TopicName;
  readonly listed: readonly TopicSubscription[];
  /** Ids of those that get what is published. */
  readonly confirmed: ReadonlySet<string>;
  /** What is on record, of all types and topics. */
  readonly open: readonly OpenIncident[];
  readonly memory: SubscriptionMemory;
  readonly incidents: IncidentLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Of one type and topic, on record at a time: a person mends them one by one. The others are told at a later check. */
export const mostOnRecord = 100;

/** The incidents of a type on record, by the part that tells them apart: those of this topic alone. */
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
