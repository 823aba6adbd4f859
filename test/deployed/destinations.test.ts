import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueueUrlCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { PutParameterCommand } from '@aws-sdk/client-ssm';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../cli/chainbell.ts';
import { type Received, startReceiver } from '../support/fakes/receiver.ts';
import { deployOwnStack } from './support/own-stack.ts';
import { isOfDeliveries } from './support/policy-statements.ts';
import { setScene } from './support/scene.ts';

/** A separate stack with destinations of each kind; their services are on loopback. */
const stackName = 'Chats';
const keyParameter = '/chainbell/chats/key';
const destinations = JSON.stringify([
  { name: 'hook', kind: 'webhook' },
  { name: 'tg', kind: 'telegram' },
  { name: 'team', kind: 'slack' },
  { name: 'guild', kind: 'discord' },
  { name: 'gone', kind: 'webhook' },
  { name: 'big', kind: 'webhook', filter: { amount: [{ numeric: ['>=', 1_000] }] } },
  { name: 'ops', kind: 'slack', filter: { type: ['none'] }, operations: true },
]);
const without = process.env.CHAINBELL_WITHOUT ?? '';
const stack = await deployOwnStack({
  ...{ stackName, keyParameter, settings: { apiKeyParameter: keyParameter, destinations } },
  ...(isOfDeliveries(without) && { without }),
});
const { outputs } = stack;
const { aws } = stack;
const scene = await setScene({ stack, throwAway: true });

const taken = () => ({ status: 200 });
const hook = await startReceiver(taken);
const telegram = await startReceiver(() => ({ status: 200, body: '{"ok":true,"result":{"message_id":7}}' }));
const slack = await startReceiver(() => ({ status: 200, body: 'ok' }));
const discord = await startReceiver(() => ({ status: 200, body: '{"id":"1234567890"}' }));
const gone = await startReceiver(() => ({ status: 410, body: '{"message":"this webhook is no more"}' }));
const big = await startReceiver(taken);
const operations = await startReceiver(() => ({ status: 200, body: 'ok' }));
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const rotated = `whsec_${Buffer.from('another of twenty-four by').toString('base64')}`;

async function putDestination(name: string, value: unknown): Promise<void> {
  const Name = `/chainbell/destinations/${name}`;
  const Value = JSON.stringify(value);
  await aws.ssm.send(new PutParameterCommand({ Name, Type: 'SecureString', Value, Overwrite: true }));
}
await putDestination('hook', { url: `${hook.url}/in`, secrets: [secret, rotated] });
await putDestination('tg', { token: '1234:abc', chat: 42, api: telegram.url });
await putDestination('team', { url: `${slack.url}/services/T/B/x` });
await putDestination('guild', { url: `${discord.url}/api/webhooks/1/y` });
await putDestination('gone', { url: `${gone.url}/in`, secrets: [secret] });
await putDestination('big', { url: `${big.url}/in`, secrets: [secret] });
await putDestination('ops', { url: `${operations.url}/services/O` });

afterAll(async () => {
  for (const one of [hook, telegram, slack, discord, gone, big, operations]) await one.close();
});

const about = (text: string) => (all: readonly Received[]) => all.some(({ body }) => body.includes(text));

/** Publishes an alert for a wallet's next transfer, as the topic gets it. */
async function tell(wallet: string, value = 12_500_000n): Promise<string> {
  const mined = scene.receive(wallet, { value });
  await stack.tick();
  return (await scene.alertOf(mined)).id;
}

/** Reads a destination's dead letters without removing them. */
async function deadLetters(name: string) {
  const { QueueUrl } = await aws.sqs.send(
    new GetQueueUrlCommand({ QueueName: `${stackName}-${name}-dead-letters` }),
  );
  const letters = [];
  for (;;) {
    const { Messages = [] } = await aws.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 1,
        MessageAttributeNames: ['All'],
      }),
    );
    letters.push(...Messages);
    if (Messages.length === 0) break;
  }
  // Until they are visible again.
  await sleep(1_100);
  return letters.map(({ Body = '', MessageAttributes = {} }) => ({
    message: JSON.parse(JSON.parse(Body).Message),
    status: MessageAttributes.status?.StringValue,
    reason: MessageAttributes.reason?.StringValue,
  }));
}

describe('an alert', () => {
  it('arrives once at each kind of destination', async () => {
    const wallet = await scene.watched({ label: 'Treasury' });
    const id = await tell(wallet);
    await hook.until(about(id));
    for (const chat of [telegram, slack, discord]) await chat.until(about('Treasury received 12.5 USDC'));

    const [posted, ...repeats] = hook.received.filter(({ body }) => body.includes(id));
    if (posted === undefined) throw new Error('nothing was posted');
    expect(repeats).toEqual([]);
    expect(posted.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Chainbell/0.1.0',
      'webhook-id': id,
    });
    // Verified by the specification's own library.
    for (const one of [secret, rotated]) {
      const headers = Object.fromEntries(
        Object.entries(posted.headers).map(([name, value]) => [name, String(value)]),
      );
      expect(new Webhook(one).verify(posted.body, headers)).toMatchObject({ id });
    }
    const said = telegram.received.find(({ body }) => body.includes('12.5'));
    expect(said?.url).toBe('/bot1234:abc/sendMessage');
    expect(JSON.parse(said?.body ?? '')).toMatchObject({
      chat_id: 42,
      link_preview_options: { is_disabled: true },
    });
    expect(slack.received.find(({ body }) => body.includes('12.5'))?.url).toBe('/services/T/B/x');
    expect(discord.received.find(({ body }) => body.includes('12.5'))?.url).toBe(
      '/api/webhooks/1/y?wait=true',
    );
  });

  it('goes only where the filter lets it pass', async () => {
    const wallet = await scene.watched();
    const [small, large] = [await tell(wallet, 999_999_999n), await tell(wallet, 1_000_000_000n)];
    await big.until(about(large));
    await hook.until(about(small));
    expect(big.received.some(({ body }) => body.includes(small))).toBe(false);
  });
});

describe('a receiver that fails', () => {
  it('is retried in order, and delays no other wallet or destination', async () => {
    const [failing, other] = [await scene.watched(), await scene.watched()];
    await hook.until((all) => about(failing)(all) && about(other)(all));
    const ofFailing = () =>
      hook.taken().filter(({ body }) => body.includes(failing) && body.includes('"in"'));
    let broken = true;
    hook.answer(({ body }) => ({ status: broken && body.includes(failing) ? 500 : 200 }));
    const ids = [await tell(failing), await tell(failing)];
    const of = await tell(other);
    await hook.until((all) => all.some(({ body, status }) => body.includes(of) && status === 200));
    await telegram.until((all) => all.filter(({ body }) => body.includes('12.5')).length >= 2);
    expect(ofFailing()).toEqual([]);
    broken = false;
    await hook.until(() => ofFailing().length >= 2, 60_000);
    const told = ofFailing().flatMap(({ body }) => ids.filter((id) => body.includes(`"id":"${id}"`)));
    expect(told).toEqual(ids);
    hook.answer(taken);
  }, 120_000);
});

describe('a destination that is gone', () => {
  it('is switched off, operations hear of it, its messages become dead letters, and a redrive delivers them once it is back', async () => {
    const wallet = await scene.watched();
    const id = await tell(wallet);
    const began = await scene.operations.first(
      ({ type, destination }) => type === 'destination.failing' && destination === 'gone',
    );
    expect(began).toMatchObject({ state: 'began', wallet: null, chain: null, version: 1 });
    expect(began.reason).toContain('410: this webhook is no more');
    const calls = gone.received.length;
    const later = await tell(wallet);
    await hook.until(about(later));
    await expect
      .poll(async () => (await deadLetters('gone')).map(({ message }) => message.id), { timeout: 30_000 })
      .toContain(later);
    expect(gone.received).toHaveLength(calls);
    const letters = await deadLetters('gone');
    expect(letters.find(({ message }) => message.id === id)).toMatchObject({
      status: '410',
      reason: '410: this webhook is no more',
    });

    expect(await run(['redrive', 'nobody', '--stack', stackName])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*nobody[^\n]*\n$/),
    });
    gone.answer(taken);
    await putDestination('gone', { url: `${gone.url}/back`, secrets: [secret] });
    const count = (await deadLetters('gone')).length;
    const { code, stdout } = await run(['redrive', 'gone', '--stack', stackName]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${count} dead letters of gone sent again\\.`)),
    ]);
    await gone.until(() => gone.taken().length >= count, 60_000);
    expect(gone.taken().some(({ body }) => body.includes(id))).toBe(true);
    const ended = await scene.operations.first(
      ({ type, destination, state }) =>
        type === 'destination.failing' && destination === 'gone' && state === 'ended',
    );
    expect(ended.reason).toContain('410');
  }, 240_000);
});

describe('operations messages', () => {
  it('go only to the destination that asks for them', async () => {
    await stack.putRow({ wallet: 'not an address', chain: 'eth' });
    await stack.tick();
    await operations.until(about('NOT being watched'));
    expect(slack.received.some(({ body }) => body.includes('Watchlist can'))).toBe(false);
    expect(operations.received.some(({ body }) => body.includes('received'))).toBe(false);
    await stack.deleteRow({ wallet: 'not an address', chain: 'eth' });
  });
});

describe('what must not leak', () => {
  it('no secret is in the template, the environment or the log', async () => {
    const name = outputs.DeliverAlertsFunctionName ?? '';
    const everything = JSON.stringify([
      await aws.templateOf(stackName),
      await aws.configurationOf(name),
      await aws.logLines(name, 0),
    ]);
    for (const hidden of ['1234:abc', '/services/T/B', 'webhooks/1/y', secret, rotated]) {
      expect(everything).not.toContain(hidden);
    }
  });
});
