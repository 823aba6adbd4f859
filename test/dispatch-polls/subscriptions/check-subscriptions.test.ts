import { beforeEach, describe, expect, it } from 'vitest';
import { destinationIncident } from '../../../functions/deliver-alerts/delivery/incident-reports.ts';
import type { DispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import {
  createSubscriptionMemory,
  subscriptionId,
  type TopicName,
  type TopicSubscription,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { incidentItemOf, incidentKey } from '../../../functions/incidents/incident.ts';
import { treasury } from '../../support/alerts.ts';
import { DispatchWorld } from '../../support/worlds/dispatch-world.ts';

type Listed = TopicSubscription & { readonly topic: TopicName };
const day = 86_400_000;

let world: DispatchWorld;
let listed: Listed[];
let refused: TopicName | null;
/** Dollars spent on SMS. */
let dollars: number;
let subscriptions: NonNullable<DispatchDependencies['subscriptions']>;
/** Number of reads of the lists and of the spend. */
let looks: { list: number; spend: number };

beforeEach(() => {
  world = new DispatchWorld();
  world.rows = [{ wallet: treasury, chain: 'eth' }];
  world.now = Date.parse('2026-01-02T23:59:00.000Z');
  listed = [queue];
  refused = null;
  dollars = 0;
  looks = { list: 0, spend: 0 };
  subscriptions = {
    async list(topic) {
      looks.list += 1;
      if (topic === refused) throw new Error('AuthorizationError: may not list');
      return listed.filter((one) => one.topic === topic);
    },
    memory: createSubscriptionMemory(world.state.opened),
    async smsSpend() {
      looks.spend += 1;
      return { dollars, limit: 10 };
    },
  };
});

function subscription(name: string, over: Partial<Listed> = {}): Listed {
  const shown = `${name.slice(0, 1)}***@example.org`;
  return { topic: 'alerts', protocol: 'email', id: `id of ${name}`, shown, state: 'confirmed', ...over };
}
const numbered = (count: number, over: Partial<Listed> = {}) =>
  Array.from({ length: count }, (_, n) => subscription(`n${n}`, over));
const queue = subscription('queue', { protocol: 'sqs' });
const phone = subscription('phone', { protocol: 'sms', shown: '***78' });
const anna = subscription('anna');
const pending = { ...anna, state: 'pending' } as const;

const tick = () => world.tick({ subscriptions });

/** The first tick of the next day, with these subscriptions and a queue. */
async function nextDay(...now: Listed[]): Promise<void> {
  listed = [queue, ...now];
  await tick();
  world.now += day - 60_000;
}

const heard = () => world.operations.map(({ type, state }) => `${type} ${state}`);
const last = () => world.operations.at(-1);

describe('a subscription that nobody has confirmed', () => {
  it('is reported once, with its address and what to do, and again when it is confirmed', async () => {
    await nextDay(pending);
    await nextDay(pending);
    expect(heard()).toEqual(['subscription.pending began']);
    expect(last()).toMatchObject({ wallet: null, chain: null });
    expect(last()?.reason).toMatch(/^The email address a\*\*\*@example\.org gets nothing from the alerts/);
    await nextDay(anna);
    expect(heard()).toEqual(['subscription.pending began', 'subscription.pending ended']);
    expect(last()?.reason).toMatch(
      /^A subscription is confirmed, or deleted, after 2 days\. It was: The email/,
    );
  });

  it.each(['http', 'https'])('to an endpoint of %s is reported by host, with its cure', async (protocol) => {
    await nextDay({ ...pending, protocol, shown: 'hooks.example.org' });
    expect(last()?.reason).toMatch(
      new RegExp(`^The ${protocol} endpoint at hooks\\.example\\.org gets nothing from the alerts`),
    );
    expect(last()?.whatToDo).toMatch(/visiting the SubscribeURL that SNS posted to it does, within 48 hours/);
  });

  it('is reported as deleted once SNS has deleted it', async () => {
    await nextDay(pending);
    await nextDay();
    expect(last()?.reason).toMatch(/^A subscription is confirmed, or deleted, after 24 hours/);
  });

  it('is reported for each topic, and for each of two with the same masked address', async () => {
    const anton = subscription('anton', { state: 'pending' });
    await nextDay(pending, anton, { ...pending, topic: 'operations' });
    expect(heard()).toEqual(Array(3).fill('subscription.pending began'));
    expect(last()?.whatToDo).toContain('npx chainbell subscribe <address> --operations');
    await nextDay(pending, anton);
    expect(heard().slice(3)).toEqual(['subscription.pending ended']);
    expect(last()?.reason).toContain('from the operations topic');
  });

  it.each([
    ['if the same address is confirmed too', [anna, pending]],
    ['of a queue, which only a deploy changes', [{ ...pending, protocol: 'sqs' }]],
  ])('is not reported %s', async (_, now) => {
    await nextDay(...now);
    expect(heard()).toEqual([]);
  });
});

describe('a subscription that is gone', () => {
  const bob = subscription('bob');
  const carol = subscription('carol');

  it('is reported once when it is first missed, and again when it is back', async () => {
    await nextDay(bob, carol);
    await nextDay(carol);
    await nextDay(carol);
    expect(heard()).toEqual(['subscription.lost began']);
    expect(last()?.reason).toMatch(/^The email address b\*\*\*@example\.org gets nothing .* any more/);
    await nextDay(bob, carol);
    expect(last()?.reason).toMatch(/^A dropped subscription is back, or was given up, after 2 days\./);
    await nextDay(bob, carol);
    expect(heard()).toEqual(['subscription.lost began', 'subscription.lost ended']);
  });

  it.each([
    ['of a phone', phone, [], /^The phone number \*\*\*78 gets nothing from the alerts topic any more/],
    ['that SNS still lists as ended', bob, [{ ...bob, state: 'dropped' }], /any more/],
    ['of operations', { ...bob, topic: 'operations' }, [], /from the operations topic any more/],
  ] as const)('is reported %s', async (_, before, now, reason) => {
    await nextDay(before);
    await nextDay(...now);
    expect(heard()).toEqual(['subscription.lost began']);
    expect(last()?.reason).toMatch(reason);
  });

  it('ends as a problem after a week, and is not reported again', async () => {
    await nextDay(bob);
    for (let days = 0; days < 7; days += 1) await nextDay();
    expect(heard()).toEqual(['subscription.lost began']);
    for (let days = 0; days < 9; days += 1) await nextDay();
    expect(heard()).toEqual(['subscription.lost began', 'subscription.lost ended']);
    expect(last()?.reason).toMatch(/^A dropped subscription is back, or was given up, after 7/);
  });

  it('is not reported if a deploy removed a queue, or if it was never stored', async () => {
    await nextDay(subscription('other', { protocol: 'sqs' }));
    await nextDay({ ...bob, state: 'dropped' });
    expect(heard()).toEqual([]);
  });

  it('is stored by its masked address, at most three hundred for a topic', async () => {
    const many = numbered(310);
    await nextDay(...many);
    expect(await subscriptions.memory.read('alerts')).toHaveLength(300);
    await nextDay(...many.toReversed().slice(0, 309));
    expect(heard()).toEqual(['subscription.lost began']);
  });
});

it.each<[string, Listed[], Listed[]]>([
  ['unconfirmed', [], [pending]],
  ['gone', [anna], []],
])('a subscription that is %s is reported a day later if SNS was away', async (_, before, now) => {
  await nextDay(...before);
  world.deaf = true;
  await nextDay(...now);
  expect(world.errors).toEqual([expect.stringMatching(/^error: /)]);
  world.deaf = false;
  await nextDay(...now);
  await nextDay(...now);
  expect(heard()).toEqual([expect.stringMatching(/^subscription\.\w+ began$/)]);
});

describe('very many subscriptions', () => {
  it('that are unconfirmed are reported in one message; those beyond a hundred at a later check', async () => {
    const many = numbered(130, { state: 'pending' });
    await nextDay(...many);
    expect(world.operations).toHaveLength(11);
    expect(last()?.reason).toMatch(/^90 more: The email address n\*\*\*@example\.org gets nothing/);
    await nextDay(...many.slice(50));
    expect(heard().filter((one) => one.endsWith('ended'))).toHaveLength(21);
    expect(heard().slice(-11)).toEqual(Array(11).fill('subscription.pending began'));
  });

  it('that are gone stay stored until a later check reports them', async () => {
    const many = numbered(120);
    await nextDay(...many);
    await nextDay();
    expect(last()?.reason).toMatch(/^90 more: /);
    await nextDay(...many.slice(0, 100));
    await nextDay(...many.slice(0, 100));
    expect(heard().slice(-11)).toEqual(Array(11).fill('subscription.lost began'));
  });

  it('keep their unreported losses stored, even if others fill their place', async () => {
    const many = numbered(420);
    await nextDay(...many.slice(0, 300));
    await nextDay(...many.slice(120));
    const gone = new Set(many.slice(0, 120).map(({ id }) => id));
    const stored = await subscriptions.memory.read('alerts');
    expect(stored.filter(({ id }) => gone.has(id))).toHaveLength(20);
  });
});

describe('alerts that nobody gets', () => {
  it('are reported once while wallets are watched, and again when somebody gets them', async () => {
    listed = [
      { ...queue, topic: 'operations' },
      { ...queue, state: 'pending' },
    ];
    for (let days = 0; days < 2; days += 1) {
      await tick();
      world.now += day - 60_000;
    }
    expect(heard()).toEqual(['alerts.unheard began']);
    expect(last()?.reason).toContain('wallets are watched (1): their alerts are in the History table');
    await nextDay();
    expect(heard()).toEqual(['alerts.unheard began', 'alerts.unheard ended']);
  });

  it('are reported by the next tick if SNS was away', async () => {
    listed = [];
    world.deaf = true;
    await tick();
    expect(world.errors).toEqual([expect.stringMatching(/^error: a check failed/)]);
    world.deaf = false;
    await tick();
    expect(heard()).toEqual(['alerts.unheard began']);
  });

  it('are not reported if no wallet is watched', async () => {
    world.rows = [{ wallet: treasury, chain: 'eth', paused: true }];
    listed = [];
    await tick();
    expect(heard()).toEqual([]);
  });
});

it('a failing destination is an incident until a deploy removes it', async () => {
  const part = 'arn:aws:sqs:us-east-1:123456789012:Chainbell-team';
  const incident = { ...destinationIncident('team', '410: gone'), part };
  const record = { key: incidentKey(incident), since: world.now, claimedAt: world.now, published: true };
  await world.state.opened.put(incidentItemOf({ ...incident, ...record }));
  await nextDay(subscription('team', { protocol: 'sqs', id: subscriptionId('sqs', part) }));
  expect(heard()).toEqual([]);
  await nextDay();
  expect(heard()).toEqual(['destination.failing ended']);
  expect(last()?.reason).toContain('The destination was removed');
});

describe('SMS that will soon stop', () => {
  it('are reported once four fifths are spent, and again when a new month has room', async () => {
    dollars = 7.99;
    await nextDay(phone);
    expect(heard()).toEqual([]);
    dollars = 8;
    await nextDay(phone);
    await nextDay(phone);
    expect(heard()).toEqual(['sms.spent began']);
    expect(last()?.reason).toContain('$8.00 of the $10');
    dollars = 0;
    await nextDay(phone);
    expect(heard()).toEqual(['sms.spent began', 'sms.spent ended']);
  });

  it('are not reported if no phone is subscribed', async () => {
    dollars = 9;
    await nextDay({ ...phone, state: 'dropped' });
    expect(heard()).toEqual([]);
    await nextDay({ ...phone, topic: 'operations' });
    expect(heard()).toEqual(['sms.spent began']);
    await nextDay();
    expect(heard()).toContain('sms.spent ended');
  });

  it('are not reported as over because a topic could not be listed', async () => {
    dollars = 9;
    await nextDay(phone);
    refused = 'alerts';
    await nextDay();
    expect(heard()).toEqual(['sms.spent began']);
  });
});

describe('the check', () => {
  it('is made only at the first tick of a UTC day, after its polls were sent', async () => {
    let sentBefore = 0;
    const { list } = subscriptions;
    const spy = {
      ...subscriptions,
      list: async (topic: TopicName) => {
        sentBefore = world.sent.length;
        return list(topic);
      },
    };
    world.now -= 60_000;
    for (const [lists, polls] of [
      [0, 0],
      [2, 2],
      [2, 2],
    ] as const) {
      await world.tick({ subscriptions: spy });
      expect([looks.list, sentBefore]).toEqual([lists, polls]);
    }
  });

  it('is not made without topics', async () => {
    await world.tick();
    expect([heard(), world.errors]).toEqual([[], []]);
  });

  it.each(['alerts', 'operations'] as const)(
    'that may not list %s is logged; the other topic is checked, and the tick succeeds',
    async (topic) => {
      refused = topic;
      await nextDay({ ...pending, topic: topic === 'alerts' ? 'operations' : 'alerts' });
      expect(heard()).toEqual(['subscription.pending began']);
      expect(world.errors).toEqual([expect.stringMatching(new RegExp(`^error: .* ${topic}: Error: Auth`))]);
      expect(world.sent).toEqual([treasury]);
    },
  );
});
