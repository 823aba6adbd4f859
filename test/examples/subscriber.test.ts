import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SNSEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { leaseMs, rememberMs, type Seen } from '../../docs/examples/seen/seen.ts';
import { SeenInDynamoDB } from '../../docs/examples/seen/seen-in-dynamodb.ts';
import { SeenInMemory } from '../../docs/examples/seen/seen-in-memory.ts';
import { createSubscriber } from '../../docs/examples/subscriber/subscriber.ts';
import type { Alert } from '../../functions/alert/alert.ts';
import { toSnsMessage } from '../../functions/alert/publish.ts';
import { makeTable } from '../../lib/local/engine/embedded-aws.ts';
import {
  digestAlert,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../support/alerts.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();
let tables = 0;

const stores = {
  'a Map': async (now: () => number): Promise<Seen> => new SeenInMemory(now),
  DynamoDB: async (now: () => number): Promise<Seen> => {
    const client = DynamoDBDocumentClient.from(embedded.aws.dynamodb);
    return new SeenInDynamoDB(client, await makeSeenTable(), now);
  },
};

async function makeSeenTable(): Promise<string> {
  const name = `Seen-${++tables}`;
  await makeTable(embedded.aws.dynamodb, name, { partition: 'id' });
  return name;
}

/** Lambda's event when SNS delivers that alert. */
function eventOf(alert: Alert): SNSEvent {
  const { default: json } = JSON.parse(toSnsMessage(alert).Message);
  return { Records: [{ Sns: { Message: json } }] } as SNSEvent;
}

describe.each(Object.entries(stores))('the subscriber that remembers in %s', (_, makeSeen) => {
  /** A subscriber that notes the alerts that it acted on, at a time that a test sets. */
  async function subscriber(act: (alert: Alert) => Promise<void> = async () => {}) {
    const clock = { now: Date.parse('2026-01-02T03:04:05Z') };
    const acted: string[] = [];
    const handle = createSubscriber({
      seen: await makeSeen(() => clock.now),
      act: async (alert) => {
        acted.push(alert.id);
        await act(alert);
      },
    });
    return { clock, acted, deliver: (alert: Alert) => handle(eventOf(alert)) };
  }

  it('acts on an alert once, however often it comes', async () => {
    const { acted, deliver, clock } = await subscriber();
    await deliver(transferAlert({ id: 'a' }));
    await deliver(transferAlert({ id: 'a' }));
    clock.now += rememberMs - 1_000;
    await deliver(transferAlert({ id: 'a' }));
    expect(acted).toEqual(['a']);
  });

  it('acts on alerts that differ only in their id', async () => {
    const { acted, deliver } = await subscriber();
    await deliver(transferAlert({ id: 'a' }));
    await deliver(transferAlert({ id: 'b' }));
    expect(acted).toEqual(['a', 'b']);
  });

  it('acts again after a failure, and reports the failure to Lambda', async () => {
    let failures = 1;
    const { acted, deliver } = await subscriber(async () => {
      if (failures-- > 0) throw new Error('the ledger is away');
    });
    await expect(deliver(transferAlert({ id: 'a' }))).rejects.toThrow('the ledger is away');
    await deliver(transferAlert({ id: 'a' }));
    await deliver(transferAlert({ id: 'a' }));
    expect(acted).toEqual(['a', 'a']);
  });

  it('asks for the second of two concurrent deliveries again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { acted, deliver } = await subscriber(() => promise);
    const first = deliver(transferAlert({ id: 'a' }));
    await vi.waitFor(() => expect(acted).toEqual(['a']));
    await expect(deliver(transferAlert({ id: 'a' }))).rejects.toThrow('at work');
    resolve();
    await first;
    await deliver(transferAlert({ id: 'a' }));
    expect(acted).toEqual(['a']);
  });

  it('takes over from a subscriber that crashed in the middle', async () => {
    const { clock, acted, deliver } = await subscriber(() => new Promise(() => {}));
    void deliver(transferAlert({ id: 'a' })); // it never ends
    await vi.waitFor(() => expect(acted).toEqual(['a']));
    clock.now += leaseMs + 1;
    void deliver(transferAlert({ id: 'a' })); // it never ends
    await vi.waitFor(() => expect(acted).toEqual(['a', 'a']));
  });
});

describe('the handler', () => {
  it('prints a line for every type of alert, and stores its id until DynamoDB deletes it', async () => {
    const table = await makeSeenTable();
    const { credentials, region } = { credentials: { id: 'local', secret: 'local' }, region: 'us-east-1' };
    vi.stubEnv('SEEN_TABLE', table);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', embedded.aws.dynamodbEndpoint);
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.id);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secret);
    const lines: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => lines.push(String(line)) > 0);
    try {
      const { handler } = await import('../../docs/examples/subscriber/handler.ts');
      const alerts = [transferAlert(), revertedAlert(), digestAlert(), poisoningAlert(), watchingAlert()];
      for (const alert of [...alerts, transferAlert()]) await handler(eventOf(alert));
    } finally {
      write.mockRestore();
      vi.unstubAllEnvs();
    }
    expect(lines).toEqual([
      'transfer.received Treasury: 12500.5 USDC\n',
      'transfer.reverted Treasury: takes alert a1 back\n',
      'transfers.digest Treasury: 12 transfers\n',
      expect.stringMatching(/^wallet\.poisoning Treasury: 0x28c6\w+ imitates 0x28c6\w+\n$/),
      'wallet.watching Treasury: since 2026-01-02T03:04:00.000Z\n',
    ]);
    const { Item } = await embedded.aws.dynamodb.send(
      new GetItemCommand({ TableName: table, Key: { id: { S: 'a1' } } }),
    );
    const days = (Number(Item?.expiresAt?.N) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });
});
