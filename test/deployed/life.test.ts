import { DeleteItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { DeleteParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../support/fakes/fake-api.ts';
import { startReceiver } from '../support/fakes/receiver.ts';
import { setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, tick } = stack;
const scene = await setScene();
const monitor = await startReceiver();
const secret = 'hush-hush-0123456789';
const Name = '/chainbell/heartbeat';
const began = Date.now();

const setUrl = (Value: string) =>
  aws.ssm.send(new PutParameterCommand({ Name, Type: 'SecureString', Value, Overwrite: true }));
const called = () => monitor.received.map(({ method, url }) => `${method} ${url}`);

beforeAll(async () => {
  await scene.watched();
  await setUrl(`${monitor.url}/ping/${secret}`);
  await tick();
});
afterEach(() => {
  scene.api.fault = null;
  monitor.received.length = 0;
});
afterAll(async () => {
  await aws.ssm.send(new DeleteParameterCommand({ Name }));
  await monitor.close();
  const lines = (await aws.logLines(outputs.DispatchPollsFunctionName, began)).join('\n');
  expect(lines).toContain('"message":"tick"');
  expect(lines).not.toContain(secret);
});

const week = 7 * 86_400_000;
/** Midnight of the next Monday, as a tick's time. */
const nextMonday = (Math.floor((Date.now() - 4 * 86_400_000) / week) + 1) * week + 4 * 86_400_000;
const tickAfter = (weeks: number) => tick({ time: new Date(nextMonday + weeks * week).toISOString() });
const summaries = () => scene.alerts.all(({ type }) => type === 'summary');

/** Deletes the records of the daily checks: this file's ticks ran in future weeks. */
async function forgetTasks(): Promise<void> {
  const TableName = outputs.StateTableName;
  const ofTasks = { ':daily': { S: '#daily' } };
  const { Items = [] } = await aws.dynamodb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'wallet = :daily',
      ExpressionAttributeValues: ofTasks,
    }),
  );
  for (const { wallet, chain } of Items)
    await aws.dynamodb.send(
      new DeleteItemCommand({ TableName, Key: { wallet: wallet ?? { S: '' }, chain: chain ?? { S: '' } } }),
    );
}

describe('the summary of a deployed stack', () => {
  afterAll(forgetTasks);

  it('reaches all subscribers of a busy week, once, with its figures', { timeout: 60_000 }, async () => {
    const wallet = await scene.watched();
    const received = scene.receive(wallet);
    await tick();
    await scene.alertOf(received);
    await tickAfter(0);
    await tickAfter(0);
    const [only, ...more] = await summaries();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ wallet: null, severity: 'info', summary: { period: 'week' } });
    expect(only?.summary.to).toBe(new Date(nextMonday).toISOString());
    expect(only?.summary.wallets).toBeGreaterThan(1);
    expect(only?.summary.alerts['transfer.received']).toBeGreaterThan(0);
  });
});

describe('the heartbeat of a deployed stack', () => {
  it('goes out after the polls of the previous tick were answered', { timeout: 60_000 }, async () => {
    await tick();
    expect(called()).toEqual([`GET /ping/${secret}`]);
  });

  it('says /fail if they were not', { timeout: 60_000 }, async () => {
    scene.api.fault = faults.keyRefused;
    await tick();
    monitor.received.length = 0;
    await tick();
    expect(called()).toEqual([`GET /ping/${secret}/fail`]);
  });
});
