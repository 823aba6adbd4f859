import { beforeEach, describe, expect, it } from 'vitest';
import { destinationIncident } from '../../../functions/deliver-alerts/delivery/failing.ts';
import type { Subscriptions } from '../../../functions/dispatch-polls/subscriptions/subscription-incidents.ts';
import {
  type RememberedSubscription,
  subscriptionId,
  type TopicName,
  type TopicSubscription,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { incidentKey } from '../../../functions/incidents/incident.ts';
import { createIncidentTable } from '../../../functions/incidents/incident-table.ts';
import { operationsSms, operationsSubject } from '../../../functions/incidents/operations-text.ts';
import { treasury } from '../../support/alerts.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

const day = 86_400_000;

let world: DispatchWorld;
let listed: TopicSubscription[];
let memory: Map<TopicName, readonly RememberedSubscription[]>;
let refused: TopicName | null;
let dollars: number | null;

beforeEach(() => {
  world = new DispatchWorld();
  world.rows = [{ wallet: treasury, chain: 'eth' }];
  world.now = Date.parse('2026-01-02T23:59:00.000Z');
  listed = [subscription('queue', { protocol: 'sqs' })];
  memory = new Map();
  refused = null;
  dollars = 0;
});

function subscription(name: string, over: Partial<TopicSubscription> = {}): TopicSubscription {
  const shown = `${name.slice(0, 1)}***@example.org`;
  return { topic: 'alerts', protocol: 'email', id: `id of ${name}`, shown, state: 'confirmed', ...over };
}

const subscriptions: Subscriptions = {
  async list(topic) {
    if (topic === refused) throw new Error('AuthorizationError: may not list');
    return listed.filter((one) => one.topic === topic);
  },
  memory: {
    read: async (topic) => memory.get(topic) ?? [],
    write: async (topic, known) => {
      // As late as a real write: a call that is not awaited ends after the check.
      await new Promise(setImmediate);
      memory.set(topic, known);
    },
  },
  async smsSpend() {
    if (dollars === null) throw new Error('AccessDenied: may not read');
    return { dollars, limit: 10 };
  },
};

/** The first tick of the next day, with these subscriptions. */
async function nextDay(...now: TopicSubscription[]): Promise<void> {
  listed = now;
  await world.tick({ subscriptions });
  world.now += day - 60_000;
}

const queue = subscription('queue', { protocol: 'sqs' });
const heard = () => world.operations.map(({ type, state }) => `${type} ${state}`);
const last = () => world.operations.at(-1);

describe('a subscription that nobody has confirmed', () => {
  const pending = subscription('anna', { state: 'pending' });

  it('is reported once, with whom it is about and what to do, and again when it is confirmed', async () => {
    await nextDay(queue, pending);
    await nextDay(queue, pending);
    expect(heard()).toEqual(['subscription.pending began']);
    const [message] = world.operations;
    expect(message).toMatchObject({ wallet: null, chain: null });
    expect(message?.reason).toMatch(/^The email address a\*\*\*@example\.org gets nothing from the alerts/);
    expect(message?.whatToDo).toMatch(
      /link in SNS's mail.* within 48 hours.*npx chainbell subscribe <address> sends/,
    );
    await nextDay(queue, { ...pending, state: 'confirmed' });
    expect(heard()).toEqual(['subscription.pending began', 'subscription.pending ended']);
    expect(last()?.reason).toMatch(/^The subscription is confirmed, after 2 days\. It was: The email/);
  });

  it('is reported by its host if an endpoint has to confirm it, with what confirms it', async () => {
    await nextDay(
      queue,
      subscription('hook', { protocol: 'https', shown: 'hooks.example.org', state: 'pending' }),
    );
    expect(last()?.reason).toMatch(/^The https endpoint at hooks\.example\.org gets nothing from the alerts/);
    expect(last()?.whatToDo).toMatch(/visiting the SubscribeURL that SNS posted to it does, within 48 hours/);
  });

  it('is reported as deleted when SNS has given up on it', async () => {
    await nextDay(queue, pending);
    await nextDay(queue);
    expect(last()?.reason).toMatch(/^Nobody confirmed the subscription, and it is deleted, after 24 hours/);
  });

  it('is reported at each topic, and each of two that look the same', async () => {
    const anton = subscription('anton', { state: 'pending' });
    const ofOperations = { ...pending, topic: 'operations' } as const;
    await nextDay(queue, pending, anton, ofOperations);
    expect(heard()).toEqual(Array(3).fill('subscription.pending began'));
    expect(last()?.whatToDo).toContain('npx chainbell subscribe <address> --operations');
    await nextDay(queue, pending, anton);
    expect(heard().slice(3)).toEqual(['subscription.pending ended']);
    expect(last()?.reason).toContain('from the operations topic');
  });

  it('is none if the same address is confirmed too', async () => {
    await nextDay(queue, { ...pending, state: 'confirmed' }, pending);
    expect(heard()).toEqual([]);
  });

  it('is reported a day later if operations could not be told', async () => {
    world.deaf = true;
    await nextDay(queue, pending);
    expect(world.errors).toEqual([expect.stringMatching(/^error: /)]);
    world.deaf = false;
    await nextDay(queue, pending);
    await nextDay(queue, pending);
    expect(heard()).toEqual(['subscription.pending began']);
  });

  it('of a queue is a deploy and no message', async () => {
    await nextDay(queue, subscription('other', { protocol: 'sqs', state: 'pending' }));
    expect(heard()).toEqual([]);
  });

  it.each(['long.', 'l.'])('fits a subject and an SMS, and holds no link: %s', async (part) => {
    const shown = `a***@${part.repeat(20)}org`;
    await nextDay(queue, { ...pending, shown });
    await nextDay(queue, { ...pending, shown, state: 'confirmed' });
    await nextDay(queue);
    expect(heard()).toHaveLength(3);
    for (const message of world.operations) {
      expect(operationsSubject(message)).toMatch(/^Chainbell: [\x20-\x7e]{1,89}$/);
      expect(operationsSubject(message)).toContain('alerts to a***');
      expect(operationsSubject(message)).not.toMatch(/\w\.\w|@\w/);
      expect(operationsSms(message).length).toBeLessThanOrEqual(140);
    }
  });

  it('among very many is reported with the others in one message, and those beyond a hundred at a later check', async () => {
    const many = Array.from({ length: 130 }, (_, n) => subscription(`n${n}`, { state: 'pending' }));
    await nextDay(queue, ...many);
    expect(world.operations).toHaveLength(11);
    expect(last()?.reason).toMatch(/^90 more: The email address n\*\*\*@example\.org gets nothing/);
    expect(world.warnings).toEqual([expect.stringContaining('unconfirmed')]);
    await nextDay(queue, ...many.slice(50));
    expect(heard().filter((one) => one.endsWith('ended'))).toHaveLength(11);
    expect(heard().slice(-11)).toEqual(Array(11).fill('subscription.pending began'));
  });
});

describe('a subscription that is gone', () => {
  const bob = subscription('bob');
  const carol = subscription('carol');

  it('is reported once when it is missed first, and again when it is back', async () => {
    await nextDay(queue, bob, carol);
    await nextDay(queue, carol);
    await nextDay(queue, carol);
    expect(heard()).toEqual(['subscription.lost began']);
    expect(last()?.reason).toMatch(
      /^The email address b\*\*\*@example\.org gets nothing from the alerts .*any/,
    );
    expect(last()?.whatToDo).toMatch(/^npx chainbell subscribe <address> subscribes it again\./);
    await nextDay(queue, bob, carol);
    expect(heard()).toEqual(['subscription.lost began', 'subscription.lost ended']);
    expect(last()?.reason).toMatch(/^The subscription is there again, after 2 days\./);
    await nextDay(queue, bob, carol);
    expect(heard()).toHaveLength(2);
  });

  it('of a phone is reported by its last digits', async () => {
    await nextDay(queue, subscription('phone', { protocol: 'sms', shown: '***78' }));
    await nextDay(queue);
    expect(last()?.reason).toMatch(/^The phone number \*\*\*78 gets nothing from the alerts topic any more/);
  });

  it('is reported too if SNS still lists it as ended', async () => {
    await nextDay(queue, bob);
    await nextDay(queue, { ...bob, state: 'dropped' });
    expect(heard()).toEqual(['subscription.lost began']);
  });

  it('is over after a week, and not reported again', async () => {
    await nextDay(queue, bob);
    for (let days = 0; days < 7; days += 1) await nextDay(queue);
    expect(heard()).toEqual(['subscription.lost began']);
    for (let days = 0; days < 9; days += 1) await nextDay(queue);
    expect(heard()).toEqual(['subscription.lost began', 'subscription.lost ended']);
    expect(last()?.reason).toMatch(/^The subscription was not made again, and this is left at that, after 7/);
  });

  it('is reported a day later if operations could not be told', async () => {
    await nextDay(queue, bob);
    world.deaf = true;
    await nextDay(queue);
    world.deaf = false;
    await nextDay(queue);
    await nextDay(queue);
    expect(heard()).toEqual(['subscription.lost began']);
  });

  it('is reported when it was that of operations', async () => {
    const ofOperations = { ...bob, topic: 'operations' } as const;
    await nextDay(queue, ofOperations);
    await nextDay(queue);
    expect(last()).toMatchObject({ type: 'subscription.lost', state: 'began' });
    expect(last()?.whatToDo).toContain('--operations');
  });

  it('is no message if a deploy removed a queue, or if nothing was known of it', async () => {
    await nextDay(queue, subscription('other', { protocol: 'sqs' }));
    await nextDay(queue, { ...bob, state: 'dropped' });
    expect(heard()).toEqual([]);
  });

  it('is remembered by its masked address, three hundred of a topic at most, the longest known first', async () => {
    const many = Array.from({ length: 310 }, (_, n) => subscription(`n${n}`));
    await nextDay(queue, ...many);
    expect(memory.get('alerts')).toHaveLength(300);
    expect(world.warnings).toEqual([expect.stringContaining('more subscriptions than are checked')]);
    await nextDay(queue, ...many.toReversed().slice(0, 309));
    expect(heard()).toEqual(['subscription.lost began']);
    const known = new Set(memory.get('alerts')?.map(({ id }) => id));
    for (const { id } of many.slice(1, 300)) expect(known).toContain(id);
    await nextDay(queue, ...many.slice(1, 300), ...many.slice(-1));
    expect(heard(), 'who was beyond the three hundred is not missed').toHaveLength(1);
  });

  it('among very many is reported at a later check, and not forgotten until then', async () => {
    const many = Array.from({ length: 120 }, (_, n) => subscription(`n${n}`));
    await nextDay(queue, ...many);
    await nextDay(queue);
    expect(last()?.reason).toMatch(/^90 more: /);
    expect(world.warnings).toEqual([
      expect.stringContaining('more subscriptions are gone than are reported'),
    ]);
    await nextDay(queue, ...many.slice(0, 100));
    await nextDay(queue, ...many.slice(0, 100));
    expect(heard().slice(-11)).toEqual(Array(11).fill('subscription.lost began'));
  });
});

describe('alerts that nobody gets', () => {
  it('are reported once while wallets are watched, and again when somebody gets them', async () => {
    await nextDay();
    await nextDay();
    expect(heard()).toEqual(['alerts.unheard began']);
    expect(last()?.reason).toContain('wallets are watched (1): their alerts are in the History table');
    expect(last()?.whatToDo).toMatch(/^npx chainbell subscribe <address> adds/);
    await nextDay(queue);
    expect(heard()).toEqual(['alerts.unheard began', 'alerts.unheard ended']);
  });

  it('are not reported if no wallet is watched', async () => {
    world.rows = [{ wallet: treasury, chain: 'eth', paused: true }];
    await nextDay();
    expect(heard()).toEqual([]);
  });

  it('are not counted as heard because operations messages are', async () => {
    await nextDay({ ...queue, topic: 'operations' });
    expect(heard()).toEqual(['alerts.unheard began']);
  });
});

describe('a failing destination', () => {
  const queueArn = 'arn:aws:sqs:us-east-1:123456789012:Chainbell-team';
  const team = subscription('team', { protocol: 'sqs', id: subscriptionId('sqs', queueArn) });

  it('is a problem until a deploy removes it', async () => {
    const incident = { ...destinationIncident('team', '410: gone'), part: queueArn };
    const key = incidentKey(incident);
    const record = { ...incident, key, since: world.now, claimedAt: world.now, published: true };
    await createIncidentTable(world.incidents.opened).add(record);
    await nextDay(queue, team);
    expect(heard()).toEqual([]);
    await nextDay(queue);
    expect(heard()).toEqual(['destination.failing ended']);
    expect(last()?.reason).toContain('The destination was removed');
  });
});

describe('SMS that are about to stop', () => {
  const phone = subscription('phone', { protocol: 'sms', shown: '***78' });

  it('are reported once four fifths are spent, and again with the room of a new month', async () => {
    dollars = 7.99;
    await nextDay(queue, phone);
    expect(heard()).toEqual([]);
    dollars = 8;
    await nextDay(queue, phone);
    await nextDay(queue, phone);
    expect(heard()).toEqual(['sms.spent began']);
    expect(last()?.reason).toContain('$8.00 of the $10');
    expect(last()?.whatToDo).toContain('Raise the limit in the console');
    dollars = 0;
    await nextDay(queue, phone);
    expect(heard()).toEqual(['sms.spent began', 'sms.spent ended']);
  });

  it('are not reported if no phone is subscribed', async () => {
    dollars = 9;
    await nextDay(queue, { ...phone, state: 'dropped' });
    expect(heard()).toEqual([]);
    await nextDay(queue, { ...phone, topic: 'operations' });
    expect(heard()).toEqual(['sms.spent began']);
    await nextDay(queue);
    expect(heard()).toContain('sms.spent ended');
  });

  it('are not reported as over because a topic could not be listed', async () => {
    dollars = 9;
    await nextDay(queue, phone);
    refused = 'alerts';
    await nextDay(queue);
    expect(heard()).toEqual(['sms.spent began']);
  });

  it('are only logged if the spend may not be read, and all else is reported', async () => {
    dollars = null;
    await nextDay(queue, phone, subscription('anna', { state: 'pending' }));
    expect(heard()).toEqual(['subscription.pending began']);
    expect(world.errors).toEqual([expect.stringMatching(/^error: .*: Error: AccessDenied/)]);
  });

  it('are reported within the hour', async () => {
    await nextDay(queue, phone);
    world.now = Date.parse('2026-01-03T13:20:00.000Z');
    await world.tick({ subscriptions });
    dollars = 9;
    world.now = Date.parse('2026-01-03T13:58:00.000Z');
    await world.tick({ subscriptions });
    expect(heard()).toEqual([]);
    await world.tick({ subscriptions });
    expect(heard()).toEqual(['sms.spent began']);
    dollars = 0;
    world.now = Date.parse('2026-01-03T15:00:00.000Z');
    await world.tick({ subscriptions });
    expect(heard()).toEqual(['sms.spent began', 'sms.spent ended']);
  });

  it('cost one look at the spend an hour while a phone is subscribed, and none otherwise', async () => {
    let looks = 0;
    const counting = {
      ...subscriptions,
      smsSpend: async () => {
        looks += 1;
        return { dollars: 0, limit: 10 };
      },
    };
    const aDay = async (...now: TopicSubscription[]) => {
      looks = 0;
      listed = now;
      for (let minute = 0; minute < 1_440; minute += 1) await world.tick({ subscriptions: counting });
      return looks;
    };
    await nextDay(queue);
    world.now = Date.parse('2026-01-03T23:59:00.000Z');
    expect(await aDay(queue, phone)).toBe(24);
    expect(await aDay(queue, { ...phone, state: 'dropped' })).toBe(0);
  });

  it('do not list the subscriptions again if the spend may not be read, and the spend is read again within the hour', async () => {
    dollars = null;
    let lists = 0;
    const counting = {
      ...subscriptions,
      list: (topic: TopicName) => {
        lists += 1;
        return subscriptions.list(topic);
      },
    };
    listed = [queue, phone];
    for (let minute = 0; minute < 30; minute += 1) await world.tick({ subscriptions: counting });
    expect(lists).toBe(2);
    expect(world.errors).toHaveLength(4);
  });
});

describe('the check', () => {
  it('is made only at the first tick of a UTC day, after its polls were sent', async () => {
    listed = [];
    let sentBefore = 0;
    const spy = {
      ...subscriptions,
      list: async (topic: TopicName) => {
        sentBefore = world.sent.length;
        return subscriptions.list(topic);
      },
    };
    world.now = Date.parse('2026-01-02T23:58:00.000Z');
    await world.tick({ subscriptions: spy });
    expect([heard(), sentBefore]).toEqual([[], 0]);
    await world.tick({ subscriptions: spy });
    expect([heard(), sentBefore]).toEqual([['alerts.unheard began'], 2]);
    await world.tick({ subscriptions: spy });
    expect(sentBefore).toBe(2);
  });

  it('is not made if nobody can subscribe', async () => {
    await world.tick();
    expect(heard()).toEqual([]);
  });

  it.each(['alerts', 'operations'] as const)(
    'that may not list %s is logged; the other topic is checked, and the tick succeeds',
    async (topic) => {
      refused = topic;
      const other = topic === 'alerts' ? 'operations' : 'alerts';
      await nextDay(queue, subscription('anna', { topic: other, state: 'pending' }));
      expect(heard()).toEqual(['subscription.pending began']);
      expect(world.errors).toEqual([expect.stringMatching(new RegExp(`^error: .* ${topic}: Error: Auth`))]);
      expect(world.sent).toEqual([treasury]);
    },
  );
});
