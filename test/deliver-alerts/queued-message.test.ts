import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { readQueuedMessage } from '../../functions/deliver-alerts/queued-message.ts';
import { transferAlert } from '../support/alerts.ts';

const operations = 'arn:operations';
const notification = {
  Type: 'Notification',
  MessageId: 'sns-1',
  TopicArn: 'arn:alerts',
  Message: '{"id":"a1","wallet":{"address":"0xAB"}}',
  Timestamp: '2026-01-02T03:04:05.678Z',
};
const record = (body: unknown, SentTimestamp = '1767323046000') =>
  ({
    messageId: 'sqs-1',
    receiptHandle: 'r',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: { SentTimestamp },
  }) as unknown as SQSRecord;
const read = (over: object = {}, sent?: string) =>
  readQueuedMessage(record({ ...notification, ...over }, sent), operations);

describe('a queued message', () => {
  it('is parsed once, into all that a delivery needs', () => {
    expect(read()).toEqual({
      ...{ messageId: 'sqs-1', receiptHandle: 'r', body: JSON.stringify(notification) },
      ...{ content: notification.Message, id: 'a1', line: '0xab', fromOperations: false, subject: null },
      ...{ publishedAt: Date.parse(notification.Timestamp), queuedAt: 1_767_323_046_000 },
      position: '01767323045678-01767323046000-000000000sqs-1',
      ...{ alert: null, isUrgent: false, topicArn: notification.TopicArn },
    });
  });

  it("has its alert's id, and a separate line if it concerns no single wallet", () => {
    expect(read({ Message: '{"id":"a1","wallet":null}' })).toMatchObject({ id: 'a1', line: 'summary' });
  });

  it('is urgent if money went out in a token that no stranger can make up', () => {
    const sent = JSON.stringify(transferAlert({ transfer: { direction: 'out' } }));
    const urgent = (Message: string) => read({ Message })?.isUrgent;
    expect(urgent(sent)).toBe(true);
    expect(urgent(JSON.stringify(transferAlert()))).toBe(false);
    const fromOperations = read({ Message: sent, TopicArn: operations });
    expect(fromOperations).toMatchObject({ alert: null, isUrgent: false });
  });

  it('is ordered by publishing time, and within a millisecond by arrival', () => {
    const positions = [
      read({ Timestamp: '2026-01-02T03:04:05.677Z' }, '1767323047000'),
      read({}, '999'),
      read({}, '1767323046000'),
      read({ Timestamp: '2026-01-02T03:04:06.000Z' }, '1'),
    ].map((message) => message?.position ?? '');
    expect(positions).toEqual(positions.toSorted());
    expect(new Set(positions).size).toBe(4);
  });

  it("of operations has a line of its own, SNS's id, and a subject", () => {
    expect(read({ TopicArn: operations, Subject: 'Chainbell: …' })).toMatchObject({
      fromOperations: true,
      id: 'sns-1',
      line: 'operations',
      subject: 'Chainbell: …',
    });
  });

  it.each([
    ['of another account', 'arn:aws:sns:us-east-1:999999999999:Chainbell-operations'],
    ['whose name only ends like it', 'arn:aws:sns:us-east-1:123456789012:My-Chainbell-operations'],
    ['whose ARN is the end of it', 'Chainbell-operations'],
    ['whose ARN ends with it', 'x:arn:aws:sns:us-east-1:123456789012:Chainbell-operations'],
  ])('counts as an operations message only by the whole ARN of the topic, not of one %s', (_, TopicArn) => {
    const body = record({ ...notification, TopicArn });
    const ofStack = 'arn:aws:sns:us-east-1:123456789012:Chainbell-operations';
    expect(readQueuedMessage(body, ofStack)).toMatchObject({ fromOperations: false, line: '0xab' });
  });

  const noAlerts = [
    '{"id":"","wallet":{"address":"0x"}}',
    '{"id":"a1"}',
    '{"id":"a1","wallet":{"address":""}}',
  ];
  it.each(['hello', ...noAlerts])("has SNS's id if it is not an alert (%s)", (Message) => {
    expect(read({ Message })).toMatchObject({ id: 'sns-1', line: 'operations', content: Message });
  });

  it('comes first if its time is unreadable', () => {
    expect(read({ Timestamp: 'soon' }, '')).toMatchObject({ publishedAt: 0, queuedAt: 0 });
  });

  const odd = [
    { ...notification, Type: 'SubscriptionConfirmation' },
    { ...notification, MessageId: '' },
  ];
  it.each(['hello', '{}', ...odd])('must come from SNS: %j', (body) => {
    expect(readQueuedMessage(record(body), operations)).toBeNull();
  });
});
