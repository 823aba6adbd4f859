import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { alertSchema } from '../alert/alert.ts';
import { isUrgent } from '../alert/severity.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import { parsedJson } from '../runtime/parsed-json.ts';

export type QueuedMessage = Readonly<NonNullable<ReturnType<typeof readQueuedMessage>>>;

const notification = parsedJson(
  z.object({
    Type: z.literal('Notification'),
    MessageId: z.string().min(1),
    TopicArn: z.string(),
    Subject: z.string().nullish(),
    Message: z.string(),
    Timestamp: z.string(),
  }),
);
const identified = parsedJson(
  z.object({ id: z.string().min(1), wallet: z.object({ address: z.string().min(1) }).nullable() }),
);
const anyAlert = parsedJson(alertSchema);

/** Null: SNS did not send it, somebody put it into the queue by hand. */
export function readQueuedMessage(record: SQSRecord, operationsTopicArn: string) {
  const { data } = notification.safeParse(record.body);
  if (data === undefined) return null;
  const { Message: content, MessageId, TopicArn, Timestamp } = data;
  const fromOperations = TopicArn === operationsTopicArn;
  const named = fromOperations ? undefined : identified.safeParse(content).data;
  const alert = (fromOperations ? undefined : anyAlert.safeParse(content).data) ?? null;
  const publishedAt: EpochMilliseconds = Date.parse(Timestamp) || 0;
  const queuedAt: EpochMilliseconds = Number(record.attributes.SentTimestamp) || 0;
  return {
    /** SQS's own, the same each time it is received. */
    messageId: record.messageId,
    receiptHandle: record.receiptHandle,
    body: record.body,
    /** As published: an alert's JSON, or anything else. */
    content,
    /** The alert's id, else SNS's. */
    id: named?.id ?? MessageId,
    /** Messages of one line are delivered in order: a wallet's alerts, summaries, operations messages. */
    line: named === undefined ? 'operations' : (named.wallet?.address.toLowerCase() ?? 'summary'),
    /** 0 if unknown. */
    publishedAt,
    /** 0 if unknown. */
    queuedAt,
    /** Sorts by the time of publishing, also after a redrive; within a millisecond by the queue's own time. */
    position: [publishedAt, record.attributes.SentTimestamp, record.messageId]
      .map((part) => String(part).padStart(14, '0'))
      .join('-'),
    fromOperations,
    topicArn: TopicArn,
    /** Null if this version knows no such alert. */
    alert,
    isUrgent: alert !== null && isUrgent(alert),
    /** The subject that the publisher gave SNS. If a message is neither Chainbell's nor an alarm, a chat shows only its subject. */
    subject: data.Subject ?? null,
  };
}
