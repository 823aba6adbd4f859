import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { deliverBatch } from '../../functions/deliver-alerts/deliver-batch.ts';
import type { DeliverDependencies } from '../../functions/deliver-alerts/deliver-dependencies.ts';
import type { Answered } from '../../functions/deliver-alerts/delivery/destination-queue.ts';
import { createDestinationStates } from '../../functions/deliver-alerts/delivery/destination-state.ts';
import { createPace } from '../../functions/deliver-alerts/delivery/pace.ts';
import { createParameters } from '../../functions/deliver-alerts/delivery/parameter.ts';
import { createSentMessages } from '../../functions/deliver-alerts/delivery/sent-messages.ts';
import { createWaitingLine } from '../../functions/deliver-alerts/delivery/waiting-line.ts';
import type { DestinationKind } from '../../functions/deliver-alerts/environment.ts';
import type { Answer, Call } from '../../functions/deliver-alerts/net/send.ts';
import { readQueuedMessage } from '../../functions/deliver-alerts/queued-message.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import {
  type EmbeddedDynamoDB,
  makeTable,
  startEmbeddedDynamoDB,
} from '../../lib/local/engine/embedded-dynamodb.ts';
import { deliveryKeys } from '../../lib/table-keys.ts';
import { transferAlert } from './alerts.ts';
import { operationsOrigin } from './operations-origin.ts';

const opsTopicArn = 'arn:aws:sns:us-east-1:000000000000:operations';
const alertsTopicArn = 'arn:aws:sns:us-east-1:000000000000:alerts';

/** A call that a service got, and when. */
export interface Made extends Call {
  readonly at: number;
}

interface Queued {
  readonly body: string;
  readonly messageId: string;
  readonly sentAt: number;
  visibleAt: number;
  received: number;
}

export type Answering = (call: Call, at: number) => Partial<Answer> | Error;

/** Parameters that work, by kind. */
export const parameters = {
  webhook: { url: 'https://hooks.example.org/in', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
  slack: { url: 'https://hooks.slack.com/services/T0/B0/xxxxxxxxxxxx' },
  discord: { url: 'https://discord.com/api/webhooks/1/yyyyyyyyyyyy' },
  telegram: { token: '1234:abcdefghij', chat: 42 },
};

const answers = {
  webhook: { status: 200 },
  slack: { status: 200, body: 'ok' },
  discord: { status: 200, body: '{"id":"1234567890"}' },
  telegram: { status: 200, body: '{"ok":true,"result":{"message_id":7}}' },
};

export type DeliverWorld = Awaited<ReturnType<typeof deliverWorld>>;

/** Worlds for the tests of a file, on one embedded DynamoDB. */
export function useDeliverWorlds(): (
  kind: DestinationKind,
  over?: { readonly parameter?: unknown },
) => Promise<DeliverWorld> {
  let started: EmbeddedDynamoDB | undefined;
  beforeAll(async () => {
    started = await startEmbeddedDynamoDB();
  });
  afterAll(async () => {
    await started?.stop();
  });
  return async (kind, { parameter = parameters[kind] } = {}) => {
    if (started === undefined)
      throw new Error('the embedded DynamoDB starts before the first test, not earlier');
    return deliverWorld(started.dynamodb, kind, parameter);
  };
}

let worlds = 0;

/**
 * One destination with its queue on a clock that stands still but where somebody sleeps: the real tables' code on an
 * embedded DynamoDB, SQS and the service as a test has them.
 */
async function deliverWorld(dynamodb: DynamoDBClient, kind: DestinationKind, parameter: unknown) {
  worlds += 1;
  const table = `Deliveries${worlds}`;
  await makeTable(dynamodb, table, deliveryKeys);
  const documents = plainDocumentClient(dynamodb);
  const name = 'team';
  let now = Date.parse('2026-01-02T03:04:05.000Z');
  let sequence = 0;
  let value: string | null = JSON.stringify(parameter);
  let answering: Answering = () => answers[kind];
  let reads = 0;
  const made: Made[] = [];
  const queue: Queued[] = [];
  const dead: ({ readonly body: string } & Answered)[] = [];
  const told: OperationsMessage[] = [];
  const logged: string[] = [];
  const clock = {
    now: () => now,
    async sleep(ms: number) {
      now += ms;
    },
  };
  const note = (message: string, details?: unknown) =>
    void logged.push(`${message} ${JSON.stringify(details)}`);
  const ssm = {
    async send() {
      reads += 1;
      if (value === null)
        throw new (await import('@aws-sdk/client-ssm')).ParameterNotFound({ message: '', $metadata: {} });
      return { Parameter: { Value: value } };
    },
  };
  const deps: DeliverDependencies = {
    clock,
    allowLoopback: false,
    // biome-ignore lint/suspicious/noExplicitAny: of the client one method is called
    parameters: createParameters(ssm as any, clock),
    states: createDestinationStates(documents, table, clock, randomUUID),
    pace: createPace(documents, table, clock),
    async send(call) {
      made.push({ ...call, at: now });
      const answer = answering(call, now);
      if (answer instanceof Error) throw answer;
      return { status: 200, headers: {}, body: '', ...answer };
    },
    lineOf: (destination) => createWaitingLine(documents, table, destination, clock),
    sentTo: (destination) => createSentMessages(documents, table, destination, clock),
    queueOf: () => ({
      async hide({ receiptHandle }, milliseconds) {
        const message = queue.find(({ messageId }) => messageId === receiptHandle);
        if (message !== undefined)
          message.visibleAt = now + Math.max(1, Math.ceil(milliseconds / 1000)) * 1000;
      },
      async bury({ body }, answered) {
        dead.push({ body, ...answered });
      },
    }),
    publishOperations: async (message) => void told.push(message),
    origin: operationsOrigin,
    count: () => {},
    log: { info: note, warn: note, error: note },
  };

  function send(content: string, { fromOperations = false, subject = null as string | null } = {}): void {
    now += 1;
    sequence += 1;
    const body = JSON.stringify({
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: fromOperations ? opsTopicArn : alertsTopicArn,
      ...(subject === null ? {} : { Subject: subject }),
      Message: content,
      Timestamp: new Date(now - 1_000).toISOString(),
    });
    // A message id says nothing of the order.
    const messageId = `${(sequence * 7919) % 1000}-${sequence}`;
    queue.push({ body, messageId, sentAt: now, visibleAt: now, received: 0 });
  }

  /** Batches are given to the function until nothing is visible now. Returns how many there were. */
  async function deliverVisible(
    pick: (visible: Queued[]) => Queued[] = (visible) => visible,
  ): Promise<number> {
    let batches = 0;
    for (;;) {
      const batch = pick(queue.filter(({ visibleAt }) => visibleAt <= now)).slice(0, 10);
      if (batch.length === 0) return batches;
      batches += 1;
      if (batches > 5_000) throw new Error('it goes round in circles');
      await deliver(batch);
    }
  }

  /** What a worker does with messages that it was given. */
  async function deliver(batch: readonly Queued[]): Promise<void> {
    for (const message of batch) {
      message.visibleAt = now + 70_000;
      message.received += 1;
    }
    const messages = batch.flatMap(({ body, messageId, sentAt }) => {
      const attributes = { SentTimestamp: String(sentAt) };
      const record = { body, messageId, receiptHandle: messageId, attributes } as unknown as SQSRecord;
      const read = readQueuedMessage(record, opsTopicArn);
      return read === null ? [] : [read];
    });
    const times = { waitUntil: now + 30_000, tryUntil: now + 45_000, end: now + 60_000 };
    const kept = new Set(
      (await deliverBatch({ name, kind }, messages, deps, times)).map((one) => one.messageId),
    );
    for (const { messageId } of batch) {
      if (!kept.has(messageId))
        queue.splice(
          queue.findIndex((one) => one.messageId === messageId),
          1,
        );
    }
  }

  return {
    deps,
    made,
    dead,
    told,
    logged,
    queue,
    send,
    deliver,
    deliverVisible,
    now: () => now,
    reads: () => reads,
    alert: (alert: Alert) => send(JSON.stringify(alert)),
    /** So many transfers of wallets, the wallets in turn, each alert with an id and an amount of its own that tell its place. */
    transfers(
      count: number,
      wallets: readonly string[] = ['0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
    ): void {
      for (let i = 0; i < count; i += 1) {
        const wallet = i % wallets.length;
        const value = BigInt(i + 1) * 1_000_000n;
        const { wallet: of, ...alert } = transferAlert({
          id: `a${String(i).padStart(4, '0')}`,
          watch: { label: `Wallet ${wallet}` },
          transfer: { value },
        });
        send(JSON.stringify({ ...alert, wallet: { ...of, address: wallets[wallet] } }));
      }
    },
    answer(next: Answering): void {
      answering = next;
    },
    put(next: unknown): void {
      value = next === null ? null : typeof next === 'string' ? next : JSON.stringify(next);
    },
    /** Time passes; what becomes visible is delivered at its time. */
    async pass(ms: number, pick?: (visible: Queued[]) => Queued[]): Promise<void> {
      const until = now + ms;
      for (;;) {
        await deliverVisible(pick);
        const next = Math.min(...queue.map(({ visibleAt }) => visibleAt));
        if (next > until) break;
        now = Math.max(now, next);
      }
      now = Math.max(now, until);
    },
  };
}
