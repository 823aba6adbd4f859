import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { type Alert, alertSchema } from '../alert/alert.ts';
import { isUrgent } from '../alert/severity.ts';
import { parsedJson } from './parsed-json.ts';

/** A message of a destination's queue, as far as delivering it takes. */
export interface QueuedMessage {
  /** SQS's own, the same each time it is received. */
  readonly messageId: string;
  readonly receiptHandle: string;
  /** As SNS put it into the queue. */
  readonly body: string;
  /** What was published: an alert's JSON, or whatever else the topic has. */
  readonly content: string;
  /** The alert's id; of what has none the id that SNS gave it. */
  readonly id: string;
  /** What is kept in order: a wallet's messages, summaries, and those of operations. */
  readonly line: string;
  /** Epoch milliseconds; 0 where nobody knows. */
  readonly publishedAt: number;
  /** Text whose order is the order of publishing. */
  readonly position: string;
  readonly fromOperations: boolean;
  /** Null if it is no alert that this version knows. */
  readonly alert: Alert | null;
  /** Goes before every message that is not urgent. */
  readonly isUrgent: boolean;
  /** What SNS calls the subject of an email; alarms have no other words. */
  readonly subject: string | null;
}

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

/** Null for what SNS did not send: somebody put it into the queue by hand. */
export function readQueuedMessage(record: SQSRecord, operationsTopicArn: string): QueuedMessage | null {
  const { data } = notification.safeParse(record.body);
  if (data === undefined) return null;
  const { Message: content, MessageId, TopicArn, Timestamp } = data;
  const fromOperations = TopicArn === operationsTopicArn;
  const named = fromOperations ? undefined : identified.safeParse(content).data;
  const alert = (fromOperations ? undefined : parsedJson(alertSchema).safeParse(content).data) ?? null;
  const { SentTimestamp } = record.attributes;
  const publishedAt = Date.parse(Timestamp) || 0;
  return {
    messageId: record.messageId,
    receiptHandle: record.receiptHandle,
    body: record.body,
    content,
    id: named?.id ?? MessageId,
    line: named === undefined ? 'operations' : (named.wallet?.address.toLowerCase() ?? 'summary'),
    // The time of publishing outlives a redrive; within a millisecond the queue's own says which came first.
    publishedAt,
    position: [publishedAt, SentTimestamp, record.messageId].map(padded).join('-'),
    fromOperations,
    alert,
    isUrgent: alert !== null && isUrgent(alert),
    subject: data.Subject ?? null,
  };
}

function padded(part: number | string): string {
  return String(part).padStart(14, '0');
}
