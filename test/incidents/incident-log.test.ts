import { beforeEach, describe, expect, it } from 'vitest';
import type { Incident, OpenIncident } from '../../functions/incidents/incident.ts';
import { createIncidentLog, type IncidentLog } from '../../functions/incidents/incident-log.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();
let now = 0;
let told: OperationsMessage[] = [];
let fails = false;
/** What SNS does with a message before it has taken it. */
let publishes: (message: OperationsMessage) => unknown = () => {};
let test = 0;

/** A log of its own for each worker; all share the embedded table. */
function incidentLog(): IncidentLog {
  const { aws } = embedded;
  const publish = async (message: OperationsMessage) => {
    if (fails) throw new Error('SNS is away');
    await publishes(message);
    told.push(message);
  };
  return createIncidentLog(stateTable(aws), publish, { now: () => now });
}

/** The recorded incidents for which `isMeant` holds. */
const onRecord = async (isMeant: (open: OpenIncident) => boolean) =>
  (await incidentLog().list()).filter(isMeant);

const rowIncident = (over: Partial<Incident> = {}): Incident => ({
  type: 'row.unreadable',
  wallet: `0x12-${test}`,
  chain: 'eth',
  reason: 'wallet: "0x12" is not an address.',
  whatToDo: 'Correct it.',
  ...over,
});

beforeEach(() => {
  now = 1_700_000_000_000;
  told = [];
  fails = false;
  publishes = () => {};
  test += 1;
});

describe('a problem', () => {
  it('is reported once when it begins and once when it is over, whatever the number of ticks and workers', async () => {
    const incident = rowIncident();
    const mine = () => onRecord(({ wallet }) => wallet === incident.wallet);
    await Promise.all([1, 2, 3].map(() => incidentLog().begin([incident], [])));
    const open = await mine();
    await incidentLog().begin([incident], open);
    expect(told).toMatchObject([{ state: 'began', wallet: incident.wallet, reason: incident.reason }]);
    await Promise.all([1, 2, 3].map(() => incidentLog().end(open)));
    expect(told.map(({ state }) => state)).toEqual(['began', 'ended']);
    expect(await mine()).toEqual([]);
  });

  it('is reported later by another worker when the first one could not', async () => {
    const incident = rowIncident();
    fails = true;
    await expect(incidentLog().begin([incident], [])).rejects.toThrow('SNS is away');
    fails = false;
    now += 59_000;
    await incidentLog().begin([incident], await incidentLog().list());
    expect(told).toEqual([]); // the claim still holds
    now += 2_000;
    await incidentLog().begin([incident], await incidentLog().list());
    expect(told).toHaveLength(1);
  });

  it('is over once another worker has published its end', async () => {
    const incident = rowIncident();
    const open = () => onRecord(({ wallet }) => wallet === incident.wallet);
    await incidentLog().begin([incident], []);
    fails = true;
    await expect(incidentLog().end(await open())).rejects.toThrow('SNS is away');
    fails = false;
    now += 59_000;
    await incidentLog().end(await open());
    expect(told.map(({ state }) => state)).toEqual(['began']); // the claim still holds
    now += 2_000;
    await incidentLog().end(await open());
    expect(told.map(({ state }) => state)).toEqual(['began', 'ended']);
    expect(await open()).toEqual([]);
  });

  it('is reported anew if it is back after a worker died between publishing its end and taking it off the record', async () => {
    const incident = rowIncident();
    const open = () => onRecord(({ wallet }) => wallet === incident.wallet);
    await incidentLog().begin([incident], []);
    const { aws } = embedded;
    const table = stateTable(aws);
    const dies = { ...table, remove: () => Promise.reject(new Error('Lambda timed out')) };
    const publish = async (message: OperationsMessage) => void told.push(message);
    const dying = createIncidentLog(dies, publish, { now: () => now });
    await expect(dying.end(await open())).rejects.toThrow('Lambda timed out');
    const beganFor = async (record: readonly OpenIncident[]) => {
      await incidentLog().begin([incident], record);
      return told.filter(({ state }) => state === 'began').length;
    };
    now += 60_000;
    const record = await open();
    expect(await beganFor(record)).toBe(1); // the claim still holds
    now += 1;
    expect(await beganFor(record)).toBe(2);
    expect(await beganFor(record)).toBe(2); // another worker, which read the record before
    expect(await beganFor(await open())).toBe(2);
    await incidentLog().end(await open());
    expect(told.map(({ state }) => state)).toEqual(['began', 'ended', 'began', 'ended']);
    expect(await open()).toEqual([]);
  });

  it('is reported once if neither its beginning nor its end could be, and it is back', async () => {
    const incident = rowIncident();
    const open = () => onRecord(({ wallet }) => wallet === incident.wallet);
    fails = true;
    await expect(incidentLog().begin([incident], [])).rejects.toThrow('SNS is away');
    await expect(incidentLog().end(await open())).rejects.toThrow('SNS is away');
    fails = false;
    for (let tick = 0; tick < 3; tick += 1) {
      now += 61_000;
      await incidentLog().begin([incident], await open());
    }
    expect(told.map(({ state }) => state)).toEqual(['began']);
  });

  it('stays off the record once another worker has taken it off', async () => {
    const incident = rowIncident();
    const open = () => onRecord(({ wallet }) => wallet === incident.wallet);
    const endMeanwhile = async () => incidentLog().end(await open());
    publishes = ({ state }) => (state === 'began' ? endMeanwhile() : undefined);
    await incidentLog().begin([incident], []);
    expect(await open()).toEqual([]);
    publishes = () => {};
    await incidentLog().begin([incident], []);
    const readByBoth = await open();
    await incidentLog().end(readByBoth);
    await incidentLog().end(readByBoth);
    expect(await open()).toEqual([]);
    expect(told.map(({ state }) => state)).toEqual(['ended', 'began', 'began', 'ended']);
  });

  it('whose beginning may not have gone out ends with a message all the same', async () => {
    const incident = rowIncident();
    const open = () => onRecord(({ wallet }) => wallet === incident.wallet);
    fails = true;
    await expect(incidentLog().begin([incident], [])).rejects.toThrow('SNS is away');
    fails = false;
    await incidentLog().end(await open());
    expect(told).toMatchObject([{ state: 'ended' }]);
  });

  it('of the API as a whole is reported when it has lasted, and a blip is never reported', async () => {
    const incident = rowIncident({ type: 'api.unavailable', wallet: null, chain: null });
    const ofType = () => onRecord(({ type }) => type === 'api.unavailable');
    await incidentLog().begin([incident], []);
    await incidentLog().end(await ofType());
    expect([told, await ofType()]).toEqual([[], []]);
    now += 170_000;
    const firstSeen = now;
    await incidentLog().begin([incident], await ofType());
    now += 180_000;
    await incidentLog().begin([{ ...incident, reason: 'another wording' }], await ofType());
    await incidentLog().end(await ofType());
    expect(told.map(({ state, since }) => [state, since])).toEqual([
      ['began', firstSeen],
      ['ended', firstSeen],
    ]);
  });

  it('of the API whose beginning is reported while another worker finds it over is ended by the next answer', async () => {
    const incident = rowIncident({ type: 'api.unavailable', wallet: null, chain: null });
    const ofType = () => onRecord(({ type }) => type === 'api.unavailable');
    await incidentLog().begin([incident], []);
    now += 180_000;
    const readByBoth = await ofType();
    await incidentLog().begin([incident], readByBoth);
    await incidentLog().end(readByBoth);
    expect(told.map(({ state }) => state)).toEqual(['began']);
    await incidentLog().end(await ofType());
    expect(told.map(({ state }) => state)).toEqual(['began', 'ended']);
    expect(await ofType()).toEqual([]);
  });

  it('of one of many subscriptions is on record by what tells it apart', async () => {
    const parts = [`alerts/a-${test}`, `alerts/b-${test}`];
    const ofParts = () => onRecord(({ part }) => parts.includes(part ?? ''));
    const shared = { ...rowIncident({ wallet: null, chain: null }), type: 'subscription.pending' } as const;
    await incidentLog().begin(
      parts.map((part) => ({ ...shared, part })),
      [],
    );
    const [first, ...others] = await ofParts();
    expect(others).toHaveLength(1);
    await incidentLog().end(first === undefined ? [] : [first], 'The subscription is confirmed');
    expect(told.map(({ state }) => state)).toEqual(['began', 'began', 'ended']);
    expect(told.at(-1)?.reason).toMatch(/^The subscription is confirmed, after /);
    expect(await ofParts()).toEqual(others);
    expect(JSON.stringify(told), 'it is published nowhere').not.toContain(parts[0]);
  });
});

describe('incidents that are too many to be named', () => {
  const many = () => Array.from({ length: 27 }, (_, i) => rowIncident({ wallet: `late-${test}-${i}` }));
  const mine = () => onRecord(({ wallet }) => wallet?.startsWith(`late-${test}-`) ?? false);

  it('are on record as published only once SNS has taken the message of them all', async () => {
    publishes = async ({ wallet }) => {
      await new Promise(setImmediate);
      if (wallet === null) throw new Error('SNS is away');
    };
    await expect(incidentLog().begin(many(), [])).rejects.toThrow('SNS is away');
    expect((await mine()).filter(({ published }) => published)).toEqual([]);
    publishes = () => {};
    now += 61_000;
    told = [];
    await incidentLog().begin(many(), await mine());
    expect(told).toHaveLength(26);
    expect((await mine()).filter(({ published }) => !published)).toEqual([]);
  });

  it('are over only once SNS has taken the message of that', async () => {
    await incidentLog().begin(many(), []);
    publishes = () => new Promise(setImmediate);
    told = [];
    await incidentLog().end(await mine());
    expect(told.at(-1)).toMatchObject({ state: 'ended', wallet: null });
  });
});
