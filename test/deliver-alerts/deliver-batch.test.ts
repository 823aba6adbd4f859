import { describe, expect, it } from 'vitest';
import { deliverBatch } from '../../functions/deliver-alerts/deliver-batch.ts';
import type { DestinationKind } from '../../functions/deliver-alerts/environment.ts';
import { revertedAlert, transferAlert } from '../support/alerts.ts';
import { deliverWorld, parameters } from '../support/worlds/deliver-world.ts';
import { a, alertOf, b, hour, idsOf, movingChat, statesOf } from './stories.ts';

const refusedConnection = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

describe('a failure', () => {
  it('holds back later messages of its wallet only, and they follow in order', async () => {
    const world = deliverWorld('webhook');
    let broken = true;
    world.answer((call) => ({ status: broken && call.body.includes(a) ? 500 : 200 }));
    world.transfers(8, [a, b]);
    await world.pass(20_000);
    expect(idsOf(world).filter((id) => id !== 'a0000')).toEqual(['a0001', 'a0003', 'a0005', 'a0007']);
    broken = false;
    await world.pass(60_000);
    expect(idsOf(world).slice(-4)).toEqual(['a0000', 'a0002', 'a0004', 'a0006']);
    expect(world.queue()).toEqual([]);
  });

  it('keeps the order if the worker with the later messages is the first to begin', async () => {
    const world = deliverWorld('webhook');
    // The first worker gets the last ten messages, the second one the five before.
    world.teamQueue.order = (visible) => visible.toReversed();
    world.transfers(15);
    await world.pass(60_000);
    expect(idsOf(world)).toEqual(idsOf(world).toSorted());
    expect(idsOf(world)).toHaveLength(15);
  });
});

describe('a destination is switched off', () => {
  it.each([
    ['webhook', 410],
    ['discord', 404],
    ['telegram', 401],
  ] as const)('%s by %i, until its parameter has another value', async (kind, status) => {
    const world = deliverWorld(kind as DestinationKind);
    world.answer(() => ({ status, body: '{"description":"gone for good"}' }));
    world.transfers(12, [a, b]);
    await world.pass(10_000);
    const before = world.made.length;
    // The first messages of both wallets may be sent at once.
    expect(before).toBeLessThanOrEqual(2);
    expect(world.dead()).toHaveLength(12);
    expect(world.dead()[0]).toMatchObject({
      status: String(status),
      reason: expect.stringContaining('gone for good'),
    });
    expect(world.told).toMatchObject([
      { type: 'destination.failing', state: 'began', destination: 'team', wallet: null, chain: null },
    ]);
    expect(world.told[0]?.reason).toBe(
      `It answered ${status}: gone for good. It is switched off until its parameter has another value.`,
    );
    world.answer(() => ({ status: 200, body: '{"id":"12","result":{"message_id":7}}' }));
    world.transfers(1);
    await world.pass(600_000);
    expect(world.made.length).toBe(before);
    world.put({ ...parameters[kind as DestinationKind], note: 'another value' });
    await world.pass(300_000);
    await alertOf(world, 'later');
    expect(world.made.length).toBe(before + 1);
    expect(statesOf(world)).toEqual(['began', 'ended']);
  });

  it('not by a redirect, of which operations hear what to do', async () => {
    const world = deliverWorld('slack');
    world.answer(() => ({ status: 302 }));
    world.transfers(1);
    await world.pass(10_000);
    expect(world.told[0]?.reason).toBe('It answered 302, a redirect: set the address that it leads to.');
    expect(world.dead()).toEqual([]);
  });
});

describe('a parameter', () => {
  it.each([
    ['missing', null],
    ['not JSON', 'hello'],
    ['incomplete', { url: 'https://example.org' }],
    ['at a forbidden address', { ...parameters.webhook, url: 'https://169.254.169.254/latest' }],
  ])(
    'that is %s: messages wait without a call, operations hear of it once, and the parameter is read every 30 s',
    async (_what, bad) => {
      const world = deliverWorld('webhook');
      world.put(bad);
      world.transfers(3);
      await world.pass(300_000);
      expect([world.made, world.dead()]).toEqual([[], []]);
      expect(world.reads()).toBeGreaterThanOrEqual(10);
      expect(world.told).toHaveLength(1);
      expect(world.told[0]).toMatchObject({ type: 'destination.failing', state: 'began' });
      expect(world.told[0]?.reason).toContain('/chainbell/destinations/team');
      world.put(parameters.webhook);
      await world.pass(35_000);
      expect(idsOf(world)).toEqual(['a0000', 'a0001', 'a0002']);
      expect(statesOf(world)).toEqual(['began', 'ended']);
    },
  );

  it('takes effect five minutes after a change at the latest, even for messages that wait longer', async () => {
    const world = deliverWorld('webhook');
    world.answer(({ url }) => (url.includes('new') ? {} : refusedConnection));
    world.transfers(1);
    await world.pass(3 * hour);
    world.put({ ...parameters.webhook, url: 'https://hooks.example.org/new' });
    const since = world.now();
    await world.pass(300_000);
    expect(world.queue()).toEqual([]);
    expect((world.made.at(-1)?.at ?? 0) - since).toBeLessThanOrEqual(300_000);
  });
});

describe('a read that SSM refuses', () => {
  it('makes messages wait: none is lost, none counts as tried, and no failure is reported', async () => {
    const world = deliverWorld('webhook');
    world.failReads(Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' }));
    world.transfers(3, [a, b]);
    await world.pass(300_000);
    expect([world.made, world.dead(), world.told]).toEqual([[], [], []]);
    expect(world.lambda.threw).not.toEqual([]);
    world.failReads(null);
    await world.pass(75_000);
    expect(idsOf(world).toSorted()).toEqual(['a0000', 'a0001', 'a0002']);
    expect([world.queue(), world.dead(), world.told]).toEqual([[], [], []]);
  });
});

describe('a taken-back transfer', () => {
  it.each([
    ['telegram', /\/editMessageText$/, 'POST'],
    ['discord', /\/webhooks\/1\/yyyyyyyyyyyy\/messages\/1234567890$/, 'PATCH'],
  ] as const)('is an edit of its message in %s', async (kind, url, method) => {
    const world = deliverWorld(kind);
    world.alert(transferAlert());
    world.alert(revertedAlert());
    await world.deliverVisible();
    expect(world.made).toHaveLength(2);
    expect(world.made[1]).toMatchObject({ method, url: expect.stringMatching(url) });
    expect(world.made[1]?.body).toContain('reverted');
    if (kind === 'telegram') expect(JSON.parse(world.made[1]?.body ?? '')).toMatchObject({ message_id: 7 });
  });

  it.each([
    ['telegram', { status: 400, body: '{"description":"Bad Request: message to edit not found"}' }],
    ['telegram', { status: 403, body: '{"description":"Forbidden: MESSAGE_AUTHOR_REQUIRED"}' }],
    ['discord', { status: 404, body: '{"message":"Unknown Message","code":10008}' }],
  ] as const)('is a new message in %s if the edit is refused: %j', async (kind, refused) => {
    const world = deliverWorld(kind);
    world.alert(transferAlert());
    world.alert(revertedAlert());
    world.answer(({ url }) =>
      /edit|messages/.test(url) ? refused : { body: '{"id":"12","result":{"message_id":7}}' },
    );
    await world.deliverVisible();
    expect([world.made.length, world.dead()]).toEqual([3, []]);
  });
});

it('a Telegram group that moved twice is followed to its last chat', async () => {
  const world = deliverWorld('telegram', movingChat);
  const next = new Map([
    [-5, -6],
    [-6, -7],
  ]);
  world.answer(({ body }) => {
    const chat = next.get(JSON.parse(body).chat_id);
    const moved = { ok: false, parameters: { migrate_to_chat_id: chat } };
    return chat === undefined ? {} : { status: 400, body: JSON.stringify(moved) };
  });
  world.transfers(1);
  await world.pass(10_000);
  expect(world.made.map(({ body }) => JSON.parse(body).chat_id)).toEqual([-5, -6, -7]);
  expect([world.queue(), world.dead(), world.told]).toEqual([[], [], []]);
});

it.each([
  [['new'], [1_000]],
  [['back', 'new'], [1_000]],
  // SQS's clock may be ahead.
  [['ahead', 'new'], [1_000]],
  [['back'], []],
])('a batch of %j waits for messages queued at the same time: %j ms', async (ids, waits) => {
  const slept: number[] = [];
  const deps = {
    clock: { now: () => 60_000, sleep: async (ms: number) => void slept.push(ms) },
    states: { take: async () => null },
    storesOf: () => ({
      line: { join: async ({ id }: { id: string }) => id === 'new' },
      queue: { hide: async () => {} },
    }),
  };
  const queuedAt = { new: 60_000, ahead: 90_000, back: 0 };
  // The time of publishing does not count: SNS may be slow, and engines round it to a second.
  const messages = ids.map((id) => ({ id, publishedAt: 0, queuedAt: queuedAt[id as keyof typeof queuedAt] }));
  await deliverBatch({ name: 'team', kind: 'webhook', queueArn: '' }, messages as never, deps as never, 0);
  expect(slept).toEqual(waits);
});
