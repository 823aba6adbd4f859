import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DeleteParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../support/fake-api.ts';
import { startReceiver } from '../support/receiver.ts';
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

/** What the monitor answered last, as the State table has it. */
async function lastAnswer(): Promise<string | undefined> {
  const Key = { wallet: { S: '#heartbeat' }, chain: { S: 'last' } };
  const { Item } = await aws.dynamodb.send(new GetItemCommand({ TableName: outputs.StateTableName, Key }));
  expect(JSON.stringify(Item)).not.toContain(secret);
  return Item?.called?.M?.answer?.S;
}

beforeAll(async () => {
  await scene.watched();
  await setUrl(`${monitor.url}/ping/${secret}`);
  await tick();
});
afterEach(() => {
  scene.api.fault = null;
  monitor.answer(() => ({ status: 200 }));
  monitor.received.length = 0;
});
afterAll(async () => {
  await aws.ssm.send(new DeleteParameterCommand({ Name }));
  await monitor.close();
  const lines = (await aws.logLines(outputs.DispatchPollsFunctionName, began)).join('\n');
  expect(lines).toContain('the monitor took no heartbeat');
  expect(lines).not.toContain(secret);
});

describe('the heartbeat of a deployed stack', () => {
  it('goes out after the polls of the tick before were answered', { timeout: 60_000 }, async () => {
    await tick();
    expect(called()).toEqual([`GET /ping/${secret}`]);
  });

  it('says /fail where they were not', { timeout: 60_000 }, async () => {
    scene.api.fault = faults.keyRefused;
    await tick();
    monitor.received.length = 0;
    await tick();
    expect(called()).toEqual([`GET /ping/${secret}/fail`]);
  });

  it('stops no tick where the monitor is slow', { timeout: 60_000 }, async () => {
    await tick();
    monitor.answer(() => ({ status: 200, after: 20_000 }));
    await tick();
    expect(await lastAnswer()).toBe('no answer within 5 seconds');
  });

  it('goes to no forbidden address', { timeout: 60_000 }, async () => {
    await setUrl(`https://10.0.0.1/${secret}`);
    await tick();
    expect([called(), await lastAnswer()]).toEqual([
      [],
      expect.stringMatching(/^not called, for it names a forbidden/),
    ]);
  });
});
