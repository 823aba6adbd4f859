import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import { deploy, destroy } from './support/deploy.ts';
import { clientEnvironment } from './support/engine.ts';
import { freePort } from './support/free-port.ts';
import { startReceiver } from './support/receiver.ts';
import { setScene } from './support/scene.ts';
import { createStack } from './support/stack.ts';
import { stack as first } from './support/the-stack.ts';

/** A stack of its own with a destination of each kind, whose services are played on loopback. */
const { endpoint, region } = first.deployment;
const stackName = 'Chats';
const apiPort = await freePort();
const scratch = await mkdtemp(join(tmpdir(), 'chainbell-destinations-'));
const assembly = join(scratch, 'cdk.out');
const environment = clientEnvironment(endpoint, region);
const destinations = [
  { name: 'hook', kind: 'webhook' },
  { name: 'tg', kind: 'telegram' },
  { name: 'team', kind: 'slack' },
  { name: 'guild', kind: 'discord' },
];
const settings = {
  stackName,
  baseUrl: `http://127.0.0.1:${apiPort}`,
  apiKeyParameter: '/chainbell/chats/key',
  destinations: JSON.stringify(destinations),
};
const outputs = await deploy(assembly, settings, environment, false);
const stack = createStack({
  endpoint,
  region,
  apiPort,
  keyParameter: settings.apiKeyParameter,
  stackName,
  outputs,
});
const scene = await setScene({ stack, throwAway: true });

const hook = await startReceiver();
const telegram = await startReceiver(() => ({ status: 200, body: '{"ok":true,"result":{"message_id":7}}' }));
const slack = await startReceiver(() => ({ status: 200, body: 'ok' }));
const discord = await startReceiver(() => ({ status: 200, body: '{"id":"1234567890"}' }));
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;

async function putDestination(name: string, value: unknown): Promise<void> {
  const Name = `/chainbell/destinations/${name}`;
  const Value = JSON.stringify(value);
  await stack.aws.ssm.send(new PutParameterCommand({ Name, Type: 'SecureString', Value, Overwrite: true }));
}
await putDestination('hook', { url: `${hook.url}/in`, secrets: [secret] });
await putDestination('tg', { token: '1234:abc', chat: 42, api: telegram.url });
await putDestination('team', { url: `${slack.url}/services/T/B/x` });
await putDestination('guild', { url: `${discord.url}/api/webhooks/1/y` });

afterAll(async () => {
  for (const receiver of [hook, telegram, slack, discord]) await receiver.close();
  await destroy(assembly, environment);
  await rm(scratch, { recursive: true, force: true });
});

describe('an alert arrives', () => {
  it('at each kind of destination, once', async () => {
    const wallet = await scene.watched({ label: 'Treasury' });
    const mined = scene.receive(wallet);
    await stack.tick();
    const alert = await scene.alertOf(mined);
    const about = (body: string) => body.includes('12.5 USDC');
    await hook.until((all) => all.some(({ body }) => body.includes(alert.id)));
    for (const chat of [telegram, slack, discord])
      await chat.until((all) => all.some(({ body }) => about(body)));

    const posted = hook.received.find(({ body }) => body.includes(alert.id));
    expect(JSON.parse(posted?.body ?? '')).toEqual(alert);
    const { 'webhook-timestamp': timestamp } = posted?.headers ?? {};
    const signed = `${alert.id}.${timestamp}.${posted?.body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(posted?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Chainbell/0.1.0',
      'webhook-id': alert.id,
      'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    });
    const [said] = telegram.received.filter(({ body }) => about(body));
    expect(said?.url).toBe('/bot1234:abc/sendMessage');
    expect(JSON.parse(said?.body ?? '')).toMatchObject({
      chat_id: 42,
      text: expect.stringContaining('Treasury'),
    });
    expect(slack.received.filter(({ body }) => about(body))[0]?.url).toBe('/services/T/B/x');
    expect(discord.received.filter(({ body }) => about(body))[0]?.url).toBe('/api/webhooks/1/y?wait=true');
  });
});
