import { describe, expect, it } from 'vitest';
import { ForbiddenAddress } from '../../functions/runtime/address-guard.ts';
import { transferAlert } from '../support/alerts.ts';
import { deliverWorld, parameters } from '../support/worlds/deliver-world.ts';
import {
  a,
  alertOf,
  b,
  day,
  hour,
  idOf,
  idsOf,
  leftOf,
  letterIds,
  minute,
  movingChat,
  putNewUrl,
  statesOf,
  walletsOf,
} from './stories.ts';

describe('a message leaves its queue', () => {
  it('as soon as the service took it, not before', async () => {
    const world = deliverWorld('webhook');
    let taken = false;
    world.answer(() => ({ status: taken ? 200 : 503 }));
    world.transfers(3, [a, b]);
    await world.pass(minute);
    expect([world.queue().length, world.dead()]).toEqual([3, []]);
    taken = true;
    await world.pass(2 * minute);
    expect(leftOf(world)).toEqual([[], []]);
  });

  it.each(['a refused one', 'what SNS did not send'])(
    'only once its dead letter is stored: %s',
    async (what) => {
      const world = deliverWorld('webhook');
      world.answer(() => ({ status: 422 }));
      // Each batch loses one message; an invocation that fails is repeated.
      world.troubles.armAws('SQS refuses a batch', 0);
      if (what === 'a refused one') world.transfers(1);
      else world.enqueue('hello');
      await world.pass(10_000);
      expect([world.queue().length, world.dead()]).toEqual([1, []]);
      await world.pass(2 * minute);
      expect([world.queue(), world.dead().length]).toEqual([[], 1]);
      expect(world.counted).toEqual(what === 'a refused one' ? ['DeadLetters'] : []);
    },
  );

  it.each([
    ['SNS did not send it', 'webhook', 'hello', 'it is not a message from SNS'],
    ['no chat can say what it is', 'slack', null, 'this version does not know this alert'],
  ] as const)('for the dead letters if %s, and delays no other', async (_what, kind, body, reason) => {
    const world = deliverWorld(kind);
    if (body === null) world.send('{"id":"a9","type":"of another version"}');
    else world.enqueue(body);
    world.transfers(1);
    await world.pass(10_000);
    expect(world.dead()).toMatchObject([{ ...(body !== null && { body }), status: 'none', reason }]);
    expect([world.queue(), world.made.length]).toEqual([[], 1]);
  });

  it('once its delivery is recorded, however slow the table is: a repeat that arrives meanwhile is not sent, and holds up no later message', async () => {
    const world = deliverWorld('webhook');
    const alert = transferAlert();
    world.alert(alert);
    world.answer(() => {
      world.troubles.armAws('DynamoDB answers late', 0);
      return {};
    });
    await world.pass(2_000);
    world.alert(alert);
    await world.pass(2 * minute);
    await alertOf(world, 'a2', minute);
    expect([idsOf(world), world.queue()]).toEqual([['a1', 'a2'], []]);
  });

  it('and is sent again if its delivery could not be recorded', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => {
      if (world.made.length === 1) world.troubles.armAws('DynamoDB throttles a write', 0);
      return {};
    });
    world.transfers(1);
    await world.pass(10_000);
    expect(world.queue()).toHaveLength(1);
    // The worker that failed has released the destination: another wallet's message is delivered at once.
    world.transfers(1, [b]);
    await world.pass(2_000);
    expect([world.made.length, world.queue().length]).toEqual([2, 1]);
    await world.pass(2 * minute);
    expect([idsOf(world), world.queue()]).toEqual([['a0000', 'a0001', 'a0000'], []]);
    const cause = { message: expect.stringContaining('ProvisionedThroughputExceededException') };
    expect(world.lambda.threw).toMatchObject([
      { message: 'No message of the batch could be delivered.', cause },
    ]);
  });

  it('late if the function timed out, and none is lost', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ after: 9_000 }));
    world.transfers(20);
    await world.pass(30 * minute);
    expect(idsOf(world)).toEqual(Array.from({ length: 20 }, (_, i) => `a${String(i).padStart(4, '0')}`));
    expect([world.queue(), world.lambda.threw]).toEqual([[], []]);
  });
});

describe('a fault of AWS is reported', () => {
  it('whichever write DynamoDB refuses, and the message is delivered in the end', async () => {
    for (let skip = 0; ; skip += 1) {
      const world = deliverWorld('webhook');
      world.troubles.armAws('DynamoDB throttles a write', skip);
      world.transfers(1);
      await world.pass(3 * minute);
      expect([skip, world.queue().length, world.made.length > 0]).toEqual([skip, 0, true]);
      const refused = world.troubles.takeAws(['DynamoDB throttles a write']) === null;
      expect([skip, world.lambda.threw.length]).toEqual([skip, refused ? 1 : 0]);
      if (!refused) return;
    }
  });

  it('if a message can not be hidden until it is due', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: world.made.length > 1 ? 200 : 503 }));
    world.troubles.armAws('SQS refuses a batch', 0);
    world.transfers(1);
    await world.pass(30_000);
    expect([world.lambda.threw.length, world.made.length]).toEqual([1, 1]);
    await world.pass(minute);
    expect([world.queue(), world.made.length]).toEqual([[], 2]);
  });
});

it('a worker without a lease keeps its messages until no try could begin any more; then they return in seconds', async () => {
  const world = deliverWorld('webhook');
  world.answer(() => ({ after: 9_900 }));
  world.transfers(20);
  await world.pass(44_000);
  expect(world.queue().map(({ received }) => received)).toEqual(Array(20).fill(1));
  await world.pass(5_000);
  const isBack = world
    .queue()
    .filter(({ received, visibleAt }) => received === 2 || visibleAt <= world.now());
  expect(isBack).toHaveLength(10);
});

it.each([
  ['slack', {}],
  ['telegram', movingChat],
] as const)(
  'a message that waits for its turn in %s seldom returns before the turn',
  async (kind, options) => {
    const world = deliverWorld(kind, options);
    world.transfers(70, walletsOf(20));
    await world.pass(30_000);
    const received = world.queue().map((message) => message.received);
    expect(received.length).toBeGreaterThan(30);
    expect(received.reduce((sum, times) => sum + times, 0) / received.length).toBeLessThan(3);
  },
);

it("a wallet's later messages don't fill SQS's batches, even if SQS returns its first one last", async () => {
  const world = deliverWorld('webhook');
  world.answer(() => ({ status: world.made.length === 1 ? 503 : 200 }));
  world.transfers(60);
  const isFirst = ({ body }: { readonly body: string }) => Number(body.includes('a0000'));
  world.teamQueue.order = (visible) =>
    world.made.length === 0 ? visible : visible.toSorted((one, other) => isFirst(one) - isFirst(other));
  await world.pass(4 * minute);
  expect(world.queue()).toEqual([]);
  expect(idsOf(world).slice(1)).toEqual(idsOf(world).slice(1).toSorted());
});

describe('a wallet whose line fails in a batch', () => {
  it('does not fail the batch of the others: their messages leave the queue, and the log has the error', async () => {
    const world = deliverWorld('webhook');
    world.answer(({ body }) => {
      if (!body.includes(a)) return {};
      // Long after the other wallet's deliveries were recorded.
      world.scheduler.after(2_500, () => world.troubles.armAws('DynamoDB throttles a write', 0), null);
      return { after: 3_000 };
    });
    world.transfers(4, [a, b]);
    await world.pass(5_000);
    expect(world.lambda.threw).toEqual([]);
    expect(world.queue().map(idOf)).toEqual(['a0000', 'a0002']);
    expect(world.logged.join()).toContain('ProvisionedThroughputExceededException');
  });
});

describe('a batch', () => {
  it('is delivered within two seconds and in the order of publishing, whatever order SQS returns', async () => {
    const world = deliverWorld('webhook');
    world.teamQueue.order = (visible) => visible.toReversed();
    world.transfers(8);
    await world.pass(1_900);
    expect(idsOf(world)).toEqual(Array.from({ length: 8 }, (_, i) => `a000${i}`));
    expect(world.queue()).toEqual([]);
  });
});

describe('one destination delays no other', () => {
  const others = { second: 'slack' } as const;

  it.each([
    ['fails', () => ({ status: 503 })],
    ['hangs', () => ({ delivery: 'hang before the headers' as const })],
    ['asks to wait', () => ({ status: 429, headers: { 'retry-after': '3600' } })],
    ['is gone', () => ({ status: 410 })],
  ])('if it %s', async (_what, answer) => {
    const world = deliverWorld('webhook', { others });
    world.answer(({ url }) => (url.includes('slack') ? { body: 'ok' } : answer()));
    world.transfers(6, [a, b]);
    await world.pass(15_000);
    expect(idsOf(world, 'slack')).toHaveLength(6);
    expect([world.queue('second'), world.dead('second')]).toEqual([[], []]);
  });

  it("and does not count the other's messages as its own", async () => {
    const world = deliverWorld('webhook', { others: { second: 'webhook' } });
    world.put({ ...parameters.webhook, url: 'https://second.example.org/in' }, 'second');
    world.transfers(2, [a, b]);
    await world.pass(15_000);
    for (const host of ['hooks.', 'second.']) expect(idsOf(world, host)).toEqual(['a0000', 'a0001']);
  });
});

describe('a parameter that can not be used', () => {
  it.each([
    [
      'redirects',
      { status: 301, headers: { location: 'https://elsewhere.example.org' } },
      'It answered 301,',
    ],
    ['is forbidden', new ForbiddenAddress('it is no URL'), "Its address can't be used: it is no URL."],
  ])('because it %s keeps messages waiting for days, called every half a minute', async (_, answer, said) => {
    const world = deliverWorld('webhook');
    world.answer(() => answer);
    world.transfers(2, [a, b]);
    for (let i = 0; i < 3; i += 1) await world.sleepOver(day);
    expect([world.dead(), world.queue().length]).toEqual([[], 2]);
    expect(world.told[0]?.reason).toContain(said);
    const before = world.made.length;
    await world.pass(5 * minute);
    expect(world.made.length - before).toBeLessThanOrEqual(11);
    expect(world.made.length - before).toBeGreaterThanOrEqual(8);
    world.answer(() => ({}));
    await world.pass(minute);
    expect([world.queue(), new Set(world.made.map(({ url }) => url)).size]).toEqual([[], 1]);
    expect(statesOf(world)).toEqual(['began', 'ended']);
  });

  it.each([
    ['is missing', null, {}],
    ['redirects', parameters.webhook, { status: 301 }],
  ])(
    "because it %s brings only each wallet's first message back every half a minute: SQS and DynamoDB bill each look",
    async (_what, parameter, answer) => {
      const world = deliverWorld('webhook');
      world.put(parameter);
      world.answer(() => answer);
      world.transfers(6, [a, b]);
      const received = () => world.queue().reduce((sum, { received }) => sum + received, 0);
      await world.pass(40 * minute);
      const before = received();
      await world.pass(10 * minute);
      const [ofFirst, ofOthers] = [21, 4];
      expect(received() - before).toBeLessThanOrEqual(2 * ofFirst + 4 * ofOthers);
      world.put(parameters.webhook);
      world.answer(() => ({}));
      await world.pass(5 * minute);
      expect(leftOf(world)).toEqual([[], []]);
      for (const wallet of [0, 1]) {
        const ids = idsOf(world).filter((id) => Number(id?.slice(1)) % 2 === wallet);
        expect(ids).toEqual(ids.toSorted());
      }
    },
  );

  it("uses up no message's tries: they start anew once it can be used", async () => {
    const world = deliverWorld('webhook');
    let status = 503;
    world.answer(() => ({ status }));
    world.transfers(1);
    await world.pass(minute);
    await world.sleepOver(20 * hour);
    status = 302;
    await world.sleepOver(8 * hour);
    status = 503;
    await world.sleepOver(10 * hour);
    await world.sleepOver(10 * hour);
    expect([world.dead(), world.queue().length]).toEqual([[], 1]);
    await world.sleepOver(15 * hour);
    expect(letterIds(world)).toEqual(['a0000']);
  });

  it('gives a message another day of retries once it is valid again', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: 503 }));
    world.transfers(1);
    await world.pass(minute);
    await world.sleepOver(23 * hour);
    putNewUrl(world);
    await world.pass(5 * minute);
    await world.sleepOver(5 * hour);
    expect([world.dead(), world.queue().length]).toEqual([[], 1]);
    await world.sleepOver(20 * hour);
    expect(letterIds(world)).toEqual(['a0000']);
  });
});

it('a switched-off destination is not called for messages that wait for their turn', async () => {
  const world = deliverWorld('discord');
  world.answer(() => ({ status: 404, after: 100 }));
  world.transfers(3, [a, b, '0xcc']);
  await world.pass(10_000);
  expect([world.made.length, letterIds(world).length]).toEqual([1, 3]);
});

describe('a redrive', () => {
  it('does not switch a destination on: messages become dead letters again, without a call, until the parameter changes', async () => {
    const world = deliverWorld('webhook');
    world.answer(({ url }) => ({ status: url.includes('new') ? 200 : 410 }));
    world.transfers(3);
    await world.pass(10_000);
    expect(letterIds(world)).toHaveLength(3);
    world.redrive();
    await world.pass(10_000);
    expect([world.made.length, letterIds(world).length, world.dead()[0]?.status]).toEqual([1, 3, '410']);
    putNewUrl(world);
    world.redrive();
    await world.pass(minute);
    expect(idsOf(world, 'new')).toEqual(['a0000', 'a0001', 'a0002']);
    expect(leftOf(world)).toEqual([[], []]);
  });
});
