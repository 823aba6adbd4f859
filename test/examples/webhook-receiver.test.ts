import { createServer } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SeenInMemory } from '../../docs/examples/seen/seen-in-memory.ts';
import { createReceiver } from '../../docs/examples/webhook-receiver/receiver.ts';
import type { Alert } from '../../functions/alert/alert.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { createWebhook } from '../../functions/deliver-alerts/kinds/webhook.ts';
import { served } from '../../lib/simulated-api/serve-api.ts';
import { transferAlert } from '../support/alerts.ts';

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;
const secret = secretOf('the one');
const nextSecret = secretOf('the next');
const begin = Date.parse('2026-01-02T03:04:05Z');
const minute = 60_000;

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Chainbell's request for an alert, signed at that time. */
function signed(alert: Alert, { secrets = [secret], now = begin } = {}): SentRequest {
  const webhook = createWebhook({ url: 'https://example.org/hook', secrets });
  const sent = { id: alert.id, content: JSON.stringify(alert), alert, topicArn: '' };
  const message = { ...sent, chat: alertMessage(alert), now };
  const { headers = {}, body = '' } = webhook.callOf(message, null);
  return { headers, body: String(body) };
}

describe('the receiver of the signed webhook', () => {
  let clock = begin;
  let acted: unknown[] = [];
  let act = async (_message: unknown): Promise<void> => {};
  let receiver: ReturnType<typeof createReceiver>;
  let url = '';

  beforeAll(async () => {
    const { address, stop } = await served(createServer((...exchange) => receiver(...exchange)));
    url = address;
    return stop;
  });
  beforeEach(() => {
    clock = begin;
    acted = [];
    act = async () => {};
    receiver = createReceiver({
      secrets: [secret, nextSecret],
      seen: new SeenInMemory(() => clock),
      now: () => clock,
      act: async (message) => {
        acted.push(message);
        await act(message);
      },
    });
  });

  const post = async ({ headers, body }: SentRequest): Promise<number> =>
    (await fetch(url, { method: 'POST', headers, body })).status;

  it("accepts Chainbell's signature", async () => {
    expect(await post(signed(transferAlert()))).toBe(204);
    expect(acted).toEqual([transferAlert()]);
  });

  it.each([[[nextSecret]], [[nextSecret, secretOf('one that it does not know')]], [[secret, nextSecret]]])(
    'accepts either secret during a rotation',
    async (secrets) => {
      expect(await post(signed(transferAlert(), { secrets }))).toBe(204);
    },
  );

  const good = signed(transferAlert({ id: 'a' }));
  const other = signed(transferAlert({ id: 'b' }));
  const without = (name: string) => ({
    ...good,
    headers: Object.fromEntries(Object.entries(good.headers).filter(([key]) => key !== name)),
  });
  const withHeader = (name: string, value: string) => ({
    ...good,
    headers: { ...good.headers, [name]: value },
  });
  it.each<[string, SentRequest]>([
    ['a body that was tampered with', { ...good, body: good.body.replace('12500.5', '99999.5') }],
    ['a body that was written anew', { ...good, body: JSON.stringify(JSON.parse(good.body), null, 1) }],
    ["another request's signature", { ...good, headers: other.headers }],
    ['another id', withHeader('webhook-id', 'b')],
    ['another time', withHeader('webhook-timestamp', String(begin / 1000 + 1))],
    ['a time that is none', withHeader('webhook-timestamp', `${begin / 1000}e0`)],
    ["a stranger's secret", signed(transferAlert(), { secrets: [secretOf('a stranger')] })],
    [
      'a signature that is cut',
      withHeader('webhook-signature', (good.headers['webhook-signature'] ?? '').slice(0, -8)),
    ],
    ['an empty signature', withHeader('webhook-signature', 'v1,')],
    [
      'a signature of another version',
      withHeader('webhook-signature', (good.headers['webhook-signature'] ?? '').replace('v1,', 'v2,')),
    ],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name): [string, SentRequest] => [
      `no ${name}`,
      without(name),
    ]),
  ])('refuses %s', async (_, request) => {
    expect(await post(request)).toBe(401);
    expect(acted).toEqual([]);
  });

  it.each([
    [5 * minute, 204],
    [5 * minute + 1_000, 401],
    [-5 * minute, 204],
    [-5 * minute - 1_000, 401],
  ])('answers a request that is %d ms old with %d', async (age, status) => {
    clock = begin + age;
    expect(await post(signed(transferAlert()))).toBe(status);
  });

  it('drops an alert that it took before, also with a new signature hours later, and answers that it is taken', async () => {
    expect(await post(good)).toBe(204);
    expect(await post(good)).toBe(204);
    clock = begin + 20 * 60 * minute;
    expect(await post(signed(transferAlert({ id: 'a' }), { now: clock }))).toBe(204);
    expect(acted).toHaveLength(1);
  });

  it('does not store refused requests, so that the real one is taken after a forged one', async () => {
    expect(await post({ ...good, body: '{}' })).toBe(401);
    expect(await post(good)).toBe(204);
    expect(acted).toHaveLength(1);
  });

  it('asks for a retry if acting failed, and then acts', async () => {
    act = async () => {
      throw new Error('the ledger is away');
    };
    expect(await post(good)).toBe(503);
    act = async () => {};
    expect(await post(good)).toBe(204);
    expect(acted).toHaveLength(2);
  });

  it('asks for a retry of the second of two concurrent requests', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    act = () => promise;
    const first = post(good);
    await expect.poll(() => acted.length).toBe(1);
    expect(await post(good)).toBe(503);
    resolve();
    expect(await first).toBe(204);
  });

  it('never gives an answer that would switch the destination off', async () => {
    const { judge } = createWebhook({ url: 'https://example.org/hook', secrets: [secret] });
    const answers = [
      (await fetch(url)).status,
      await post(without('webhook-id')),
      await post({ ...good, body: 'x' }),
    ];
    for (const status of answers) {
      expect(judge({ status, headers: {}, body: '' }, begin).kind).toBe('refused');
    }
  });
});
