import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSend } from '../../functions/deliver-alerts/net/send.ts';
import { revertedAlert } from '../support/alerts.ts';
import { startReceiver } from '../support/fakes/receiver.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { type DeliverWorld, deliverWorld, parameters } from '../support/worlds/deliver-world.ts';
import {
  a,
  alertOf,
  answersFirst,
  b,
  minute,
  movesChat,
  movingChat,
  putNewUrl,
  waitsOf,
  walletsOf,
} from './stories.ts';

describe("a 429's waiting time is kept", () => {
  const header = (value: string) => () => ({ status: 429, headers: { 'retry-after': value } });

  it('to its end, also by messages that arrive meanwhile', async () => {
    const world = deliverWorld('webhook');
    answersFirst(world, header('10'));
    world.transfers(1, [a]);
    await world.pass(3_000);
    const began = world.made[0]?.at ?? 0;
    // Each message is of another wallet, so that none waits for another.
    for (const wallet of walletsOf(28)) {
      world.transfers(1, [wallet]);
      await world.pass(250);
    }
    await world.pass(minute);
    expect(world.made.length).toBe(30);
    for (const { at } of world.made.slice(1)) expect(at - began).toBeGreaterThanOrEqual(10_000);
    expect(waitsOf(world)[0]).toBeLessThan(12_500);
  });

  it('to the latest of several ends', async () => {
    const world = deliverWorld('webhook');
    // Both calls run at once, and the second answer asks for a shorter wait.
    world.answer(({ body }) => {
      const [wait, after] = body.includes(a) ? ['60', 20] : ['1', 500];
      return world.made.length > 2 ? {} : { ...header(wait)(), after };
    });
    world.transfers(4, [a, b]);
    await world.pass(5 * minute);
    const [first = 0] = world.made.map(({ at }) => at);
    for (const { at } of world.made.slice(2)) expect(at - first).toBeGreaterThanOrEqual(60_000);
    expect(world.queue()).toEqual([]);
  });

  it('only for that value of the parameter: with a new one the call is made at once', async () => {
    const world = deliverWorld('webhook');
    answersFirst(world, header('3600'));
    world.transfers(2, [a, b]);
    await world.pass(5_000);
    putNewUrl(world);
    await world.pass(6 * minute);
    expect([world.made.length, world.queue()]).toEqual([3, []]);
  });

  it('longer each time, if it never says how long', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: world.made.length > 3 ? 200 : 429 }));
    world.transfers(1);
    await world.pass(minute);
    expect(waitsOf(world).map((ms) => Math.round(ms / 1_000 / 5) * 5)).toEqual([5, 10, 20]);
  });

  it('without counting as a try: the back-off does not grow', async () => {
    const world = deliverWorld('webhook');
    world.answer(() =>
      world.made.length <= 4 ? header('1')() : { status: world.made.length === 5 ? 503 : 200 },
    );
    world.transfers(1);
    await world.pass(minute);
    expect(waitsOf(world).at(-1)).toBeLessThan(6_500);
    expect(world.made).toHaveLength(6);
  });
});

describe("Discord's headers", () => {
  it('are kept: nothing more is sent before the limit is reset', async () => {
    const world = deliverWorld('discord');
    answersFirst(world, () => ({
      body: '{"id":"11"}',
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '9.5' },
    }));
    world.transfers(3);
    await world.pass(minute);
    expect(waitsOf(world)[0]).toBeGreaterThanOrEqual(9_500);
    expect(world.made).toHaveLength(3);
  });
});

describe('the time limit of ten seconds', () => {
  const call = { method: 'POST', headers: {}, body: 'x' } as const;

  it('ends a slow body on a real connection: the status says that the message was taken', async () => {
    const service = await startReceiver(() => ({ status: 200, cut: 'drip' }));
    const clock = virtualClock();
    const { promise: dripping, resolve } = Promise.withResolvers<unknown>();
    subscribe('undici:request:bodyChunkReceived', resolve);
    onTestFinished(() => void unsubscribe('undici:request:bodyChunkReceived', resolve));
    const send = createSend(new Agent(), clock);
    const answered = send({ ...call, url: service.url }).catch((error: unknown) => error);
    await dripping;
    await clock.advance(10_000);
    expect(await answered).toMatchObject({ status: 200, body: '.' });
    await service.close();
  });

  it('leaves no timer after an answer', async () => {
    const service = await startReceiver();
    const clock = virtualClock();
    await createSend(new Agent(), clock)({ ...call, url: service.url });
    expect([clock.slept, clock.sleepers()]).toEqual([[10_000], 0]);
    await service.close();
  });
});

describe('an edit', () => {
  /** The chat gets an alert, and then becomes another chat. */
  async function movedChat(): Promise<DeliverWorld> {
    const world = deliverWorld('telegram', movingChat);
    await alertOf(world, 'a1');
    movesChat(world);
    return world;
  }
  const chats = (world: DeliverWorld) =>
    world.made.map(({ url, body }) => `${url.split('/').at(-1)} ${JSON.parse(body).chat_id}`);

  it('changes a message of the same chat; if the parameter names another chat, it becomes a new message', async () => {
    const world = deliverWorld('telegram');
    await alertOf(world, 'a1');
    world.put({ ...parameters.telegram, chat: 43 });
    await world.pass(2 * minute);
    world.alert(revertedAlert());
    await world.pass(10_000);
    expect(chats(world)).toEqual(['sendMessage 42', 'sendMessage 43']);
  });

  it('does not touch a message from before the chat moved', async () => {
    const world = await movedChat();
    world.transfers(1, [a]);
    await world.pass(10_000);
    world.alert(revertedAlert());
    await world.pass(minute);
    expect(chats(world)).toEqual([-5, -5, -1001, -1001].map((chat) => `sendMessage ${chat}`));
  });

  it('that is the first call after the move becomes a new message', async () => {
    const world = await movedChat();
    world.alert(revertedAlert());
    await world.pass(minute);
    expect(chats(world).slice(1)).toEqual(['editMessageText -5', 'sendMessage -1001']);
  });

  it('changes a message that the chat got after the move', async () => {
    const world = deliverWorld('telegram', movingChat);
    movesChat(world);
    await alertOf(world, 'a1');
    world.alert(revertedAlert());
    await world.pass(minute);
    expect(chats(world).at(-1)).toBe('editMessageText -1001');
    expect(JSON.parse(world.made.at(-1)?.body ?? '').message_id).toBe(9);
  });

  it('of a message that this destination never got becomes a new message', async () => {
    const world = deliverWorld('discord');
    world.alert(revertedAlert());
    await world.pass(10_000);
    expect(world.made.map(({ method }) => method)).toEqual(['POST']);
  });
});

describe('no secret', () => {
  it.each([
    ['webhook', ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
    ['slack', ['xxxxxxxxxxxx']],
    ['discord', ['yyyyyyyyyyyy']],
    ['telegram', ['abcdefghij']],
  ] as const)(
    'of %s is in a log, an operations message, a dead letter or the table',
    async (kind, secrets) => {
      const quoting = (text: string) => [
        { status: 403, body: JSON.stringify({ description: text }) },
        { status: 422, body: text },
        { status: 500, body: `no ${encodeURIComponent(text)}` },
        Object.assign(new Error(`connect ${text}`), { code: 'ECONNREFUSED' }),
        { status: 404, body: JSON.stringify({ message: text }) },
      ];
      for (let i = 0; i < 5; i += 1) {
        const world = deliverWorld(kind);
        world.answer(
          ({ url, headers }) =>
            quoting(`${url} ${headers['webhook-signature']} ${secrets.join(' ')}`)[i] ?? {},
        );
        world.transfers(2, [a, b]);
        await world.pass(minute);
        const tables = [...world.tables.table('Deliveries').values()];
        const everything = JSON.stringify([world.told, world.logged, world.dead(), tables]);
        expect(world.told).toHaveLength(1);
        for (const secret of secrets)
          expect([i, everything]).toEqual([i, expect.not.stringContaining(secret)]);
      }
    },
  );
});
