import { beforeEach, describe, expect, it } from 'vitest';
import type { Incident, OpenIncident } from '../../functions/incidents/incident.ts';
import { createIncidentLog, type IncidentLog } from '../../functions/incidents/incident-log.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';
import { openInPager } from '../support/open-in-pager.ts';

let now: number;
let table: LaggingTable;
let told: OperationsMessage[];
/** What SNS does with a message before it takes it. */
let publishes: (message: OperationsMessage) => unknown;
beforeEach(() => {
  now = 1_700_000_000_000;
  table = new LaggingTable();
  told = [];
  publishes = () => {};
});

/** A log for each worker; all share the table. */
const worker = (opened = table.opened): IncidentLog =>
  createIncidentLog(
    opened,
    async (message) => {
      await publishes(message);
      told.push(message);
    },
    { now: () => now },
  );
const away = () => Promise.reject(new Error('SNS is away'));
const open = () => worker().list();
const states = () => told.map(({ state }) => state);

const ofRow: Incident = {
  type: 'row.unreadable',
  wallet: '0x12',
  chain: 'eth',
  reason: 'wallet: "0x12" is not an address.',
  whatToDo: 'Correct it.',
};
const ofApi: Incident = { ...ofRow, type: 'api.unavailable', wallet: null, chain: null };
const begin = (record: readonly OpenIncident[], incident = ofRow) => worker().begin([incident], record);

describe('an incident', () => {
  it('is reported once when it begins and once when it ends, whatever the number of ticks and workers', async () => {
    await Promise.all([1, 2, 3].map(() => begin([])));
    const record = await open();
    // While it lasts, no tick writes.
    await worker({ ...table.opened, update: () => Promise.reject(new Error('a write')) }).begin(
      [ofRow],
      record,
    );
    expect(told).toMatchObject([{ state: 'began', wallet: ofRow.wallet, reason: ofRow.reason }]);
    await Promise.all([1, 2, 3].map(() => worker().end(record)));
    await worker().end(record);
    expect(states()).toEqual(['began', 'ended']);
    expect(await open()).toEqual([]);
  });

  it('of one node or destination has its present reason on record, and is reported only once', async () => {
    for (const type of ['activity.unavailable', 'destination.failing'] as const) {
      const away: Incident = { ...ofApi, type, reason: 'No answer.' };
      await begin(await open(), away);
      await begin(await open(), { ...away, reason: 'Its key is refused.' });
      expect(await open()).toMatchObject([{ type, reason: 'Its key is refused.', published: true }]);
      await worker().end(await open());
    }
    expect(states()).toEqual(['began', 'ended', 'began', 'ended']);
  });

  it("is reported by another worker once the first one's claim expires, if the first one could not", async () => {
    publishes = away;
    await expect(begin([])).rejects.toThrow('SNS is away');
    publishes = () => {};
    now += 50_000;
    await begin(await open());
    expect(told).toEqual([]);
    now += 1;
    await begin(await open());
    expect(states()).toEqual(['began']);
    publishes = away;
    await expect(worker().end(await open())).rejects.toThrow('SNS is away');
    publishes = () => {};
    now += 50_000;
    await worker().end(await open());
    expect(states()).toEqual(['began']);
    now += 1;
    await worker().end(await open());
    expect(states()).toEqual(['began', 'ended']);
    expect(await open()).toEqual([]);
  });

  it('is reported once, even if SNS refuses the message about another one', async () => {
    const both = [ofRow, { ...ofRow, wallet: '0x13' }];
    const refusesOne = ({ wallet }: OperationsMessage) => (wallet === '0x13' ? away() : undefined);
    const steps = [async () => worker().begin(both, await open()), async () => worker().end(await open())];
    for (const step of steps) {
      publishes = refusesOne;
      await expect(step()).rejects.toThrow('SNS is away');
      publishes = () => {};
      now += 59_000;
      await step();
      expect(told.splice(0).map(({ wallet }) => wallet)).toEqual(['0x12', '0x13']);
    }
  });

  it('is reported anew if it returns after a worker died between publishing its end and deleting its record', async () => {
    await begin([]);
    const remove = () => Promise.reject(new Error('Lambda timed out'));
    await expect(worker({ ...table.opened, remove }).end(await open())).rejects.toThrow('Lambda timed out');
    const record = await open();
    now += 50_000;
    await begin(record);
    expect(states()).toEqual(['began', 'ended']); // the claim still holds
    now += 1;
    publishes = away;
    await expect(begin(record)).rejects.toThrow('SNS is away');
    publishes = () => {};
    now += 59_000;
    for (const read of [record, record, await open()]) await begin(read);
    expect(states()).toEqual(['began', 'ended', 'began']);
    await worker().end(await open());
    expect(states()).toEqual(['began', 'ended', 'began', 'ended']);
    expect(await open()).toEqual([]);
  });

  it('is reported once if it returns and neither its beginning nor its end could be reported', async () => {
    publishes = away;
    await expect(begin([])).rejects.toThrow('SNS is away');
    await expect(worker().end(await open())).rejects.toThrow('SNS is away');
    publishes = () => {};
    for (let tick = 0; tick < 3; tick += 1) {
      now += 59_000;
      await begin(await open());
    }
    expect(states()).toEqual(['began']);
  });

  it('is reported anew once a person has broken its record: no beginning could be added beside it', async () => {
    await begin([]);
    for (const [key, item] of table.items) table.items.set(key, { ...item, published: 'false' });
    for (let tick = 0; tick < 2; tick += 1) await begin(await open());
    await worker().end(await open());
    expect(states()).toEqual(['began', 'began', 'ended']);
  });

  it('stays deleted once another worker has deleted it', async () => {
    publishes = async ({ state }) => state === 'began' && worker().end(await open());
    await begin([]);
    expect(table.items.size).toBe(0);
    expect(states()).toEqual(['ended', 'began']);
  });

  it('of the whole API is reported once it has lasted; a short one is never reported', async () => {
    await begin([], ofApi);
    await worker().end(await open());
    expect([told, await open()]).toEqual([[], []]);
    const firstSeen = now + 170_000;
    for (const at of [0, 179_999, 180_000]) {
      now = firstSeen + at;
      await begin(await open(), { ...ofApi, reason: `seen at ${at}` });
    }
    await worker().end(await open());
    expect(told.map(({ state, since, reason }) => [state, since, reason])).toEqual([
      ['began', firstSeen, 'seen at 180000'],
      ['ended', firstSeen, expect.stringMatching(/It was: seen at 180000$/)],
    ]);
  });

  it('of the API is ended by the next answer if another worker finds it over while its beginning is being reported', async () => {
    await begin([], ofApi);
    now += 180_000;
    const readByBoth = await open();
    publishes = () => worker().end(readByBoth);
    await begin(readByBoth, ofApi);
    publishes = () => {};
    expect(states()).toEqual(['began']);
    await worker().end(await open());
    expect(states()).toEqual(['began', 'ended']);
    expect(await open()).toEqual([]);
  });

  it('of one of many subscriptions is recorded by the part that distinguishes it', async () => {
    const parts = ['alerts/a', 'alerts/b'];
    const shared = { ...ofApi, type: 'subscription.pending' } as const;
    await worker().begin(
      parts.map((part) => ({ ...shared, part })),
      [],
    );
    const [first, ...others] = await open();
    expect(others).toHaveLength(1);
    await worker().end(first === undefined ? [] : [first], 'The subscription is confirmed');
    expect(states()).toEqual(['began', 'began', 'ended']);
    expect(told.at(-1)?.reason).toMatch(/^The subscription is confirmed, after /);
    expect(await open()).toEqual(others);
    expect(JSON.stringify(told), 'it is published nowhere').not.toContain(parts[0]);
  });
});

it('if SNS refuses a joint message, its incidents are reported later; those that had a message are not repeated', async () => {
  const many = Array.from({ length: 27 }, (_, i) => ({ ...ofRow, wallet: `late-${i}` }));
  const published = async () => (await open()).filter((one) => one.published).length;
  publishes = async ({ wallet }) => {
    await new Promise(setImmediate);
    if (wallet === null) throw new Error('SNS is away');
  };
  await expect(worker().begin(many, [])).rejects.toThrow('SNS is away');
  expect(await published()).toBe(25);
  publishes = () => new Promise(setImmediate);
  now += 59_000;
  await worker().begin(many, await open());
  expect([told.length, await published()]).toEqual([27, 27]);
  await worker().end(await open());
  expect(openInPager(told)).toEqual(new Set());
});

it('reported incidents are recorded, and ended ones deleted, even if one of these writes fails', async () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ ...ofRow, wallet: `0x${n}` }));
  let fails = true;
  const failing = async () => {
    if (!fails) return false;
    fails = false;
    throw new Error('throttled');
  };
  const { update, remove } = table.opened;
  const opened: typeof table.opened = {
    ...table.opened,
    update: async (key, change, guard) => {
      if (change.includes('published')) await failing();
      return update(key, change, guard);
    },
    remove: async (key, guard) => (await failing()) || remove(key, guard),
  };
  await expect(worker(opened).begin(many, [])).rejects.toThrow('throttled');
  expect((await open()).filter(({ published }) => published)).toHaveLength(29);
  fails = true;
  await expect(worker(opened).end(await open())).rejects.toThrow('throttled');
  expect(await open()).toHaveLength(1);
});
