import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { type Alert, alertSchema } from '../alert/alert.ts';
import { isUrgent } from '../alert/severity.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import { parsedJson } from './parsed-json.ts';

export interface QueuedMessage {
  /** SQS's own, the same each time it is received. */
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** As published: an alert's JSON, or anything else. */
  readonly content: string;
  /** The alert's id, else SNS's. */
  readonly id: string;
  /** Kept in order: a wallet's messages, summaries, operations. */
  readonly line: string;
  /** Epoch milliseconds; 0: unknown. */
  readonly publishedAt: EpochMilliseconds;
  /** Sorts in the order of publishing. */
  readonly position: string;
  readonly fromOperations: boolean;
  /** Null: no alert that this version knows. */
  readonly alert: Alert | null;
  /** Goes before every message that is not urgent. */
  readonly isUrgent: boolean;
  /** An alarm's only words. */
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

/** Null: SNS did not send it, somebody put it into the queue by hand. */
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
    // Outlives a redrive; within a millisecond the queue's own time says which came first.
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
