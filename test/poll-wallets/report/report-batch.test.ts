import { beforeEach, describe, expect, it } from 'vitest';
import { type Incident, incidentKey, type OpenIncident } from '../../../functions/incidents/incident.ts';
import { apiIncident } from '../../../functions/incidents/incident-log.ts';
import type { PollResult } from '../../../functions/poll-wallets/poll-each.ts';
import { idleOutcome } from '../../../functions/poll-wallets/poll-outcome.ts';
import {
  reportBatch,
  reportMissingKey,
  reportTooLate,
} from '../../../functions/poll-wallets/report/report-batch.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import {
  BadRequest,
  KeyMissing,
  KeyRefused,
  NoSuchEndpoint,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../../functions/transfer/source-errors.ts';
import { exchange, treasury, watchOf } from '../../support/alerts.ts';
import { type LogLine, linesOf } from '../../support/log-lines.ts';
import { everyMinute, PollWorld } from '../../support/poll-world.ts';

const one = watchOf({ wallet: treasury });
const other = watchOf({ wallet: exchange });
const message = { version: 1 as const, tick: '', deadline: 0, bulk: true, pace: everyMinute, rows: [] };
const timeOut = new UpstreamUnavailable('time-out', null);

let world: PollWorld;
let lines: readonly LogLine[];
let begun: Incident[];
let over: OpenIncident[];
beforeEach(() => {
  world = new PollWorld();
  lines = linesOf(world);
  begun = [];
  over = [];
  const incidents = {
    begin: async (some: readonly Incident[]) => void begun.push(...some),
    end: async (some: readonly OpenIncident[]) => void over.push(...some),
  };
  Object.assign(world.deps, { incidents });
});

const counted = () => Object.fromEntries(world.counted);
const typesOf = (incidents: readonly Incident[]) => incidents.map(({ type }) => type);
const polls = () => [one, other].map((watch) => ({ watch, cursor: world.states.stateOf(watch) }));
const openSince = (since: number, type: Parameters<typeof apiIncident>[0]): OpenIncident => {
  const incident = apiIncident(type, 'since then');
  return { ...incident, key: incidentKey(incident), since, published: true, claimedAt: since };
};
const answered = (watch = one): PollResult => ({
  watch,
  cursor: world.states.stateOf(watch),
  outcome: idleOutcome(world.states.stateOf(watch)),
  error: null,
});
const failed = (error: Error, watch = one): PollResult => ({ ...answered(watch), outcome: null, error });

describe('polls that are not made', () => {
  const firstTry = { at: '2026-01-02T03:00:00.000Z', bulk: true };

  it('for want of a key are counted as blocked, logged once as an error, and reported to operations', async () => {
    const open = [openSince(1, 'key.refused'), openSince(1, 'api.unavailable')];
    await reportMissingKey(new KeyMissing('No key.', 'Set it so.'), polls(), message, open, world.deps);
    expect(lines).toEqual([
      { level: 'error', message: expect.stringMatching(/^error: No key\./), details: { polls: 2 } },
    ]);
    expect(counted()).toEqual({ PollsBlocked: 2 });
    expect(begun).toMatchObject([{ type: 'key.missing', whatToDo: expect.stringContaining('Set it so.') }]);
    expect(typesOf(over)).toEqual(['key.refused']);
    for (const { cursor } of polls()) expect(cursor.firstTry).toEqual(firstTry);
  });

  it('because they came too late are counted as skipped, and no error', async () => {
    await reportTooLate(polls(), message, world.deps);
    expect(lines).toEqual([
      { level: 'info', message: expect.stringContaining('too late'), details: { polls: 2 } },
    ]);
    expect(counted()).toEqual({ PollsSkipped: 2 });
    for (const { cursor } of polls()) expect(cursor.firstTry).toEqual(firstTry);
  });
});

describe('an incident that all wallets share', () => {
  it.each([timeOut, new UnreadableReply('a web page')])(
    'is reported once, and of no wallet by itself: %s',
    async (error) => {
      await reportBatch([failed(error), failed(error, other)], [], world.deps);
      expect(begun).toMatchObject([
        { type: 'api.unavailable', whatToDo: expect.stringMatching(/answers\.$/) },
      ]);
      expect({ counted: counted(), saves: world.states.saves }).toEqual({ counted: {}, saves: 0 });
    },
  );

  it('is none if the API serves no wallet for a reason of its own', async () => {
    const refused = new BadRequest('chain is not supported');
    await reportBatch([failed(refused), failed(refused, other)], [], world.deps);
    expect(begun).toEqual([]);
    expect(world.operations.map(({ wallet }) => wallet)).toEqual([treasury, exchange]);
  });

  it('is none if one of them was answered, and open incidents end', async () => {
    await reportBatch([failed(timeOut), answered(other)], [openSince(1, 'key.refused')], world.deps);
    expect(typesOf(begun)).toEqual([]);
    expect(typesOf(over)).toEqual(['key.refused']);
    expect(counted()).toEqual({ WalletsFailing: 1 });
  });

  it('leaves open incidents as they are if none was answered', async () => {
    await reportBatch([failed(timeOut)], [openSince(1, 'key.refused')], world.deps);
    expect(over).toEqual([]);
  });

  it('is a wrong API address, even if only one wallet met it', async () => {
    await reportBatch([failed(new NoSuchEndpoint('404', 'Correct apiVersion.'))], [], world.deps);
    expect(begun).toMatchObject([{ whatToDo: expect.stringContaining('apiVersion') }]);
  });

  it('is not the reply to one wallet that can not be read', async () => {
    await reportBatch([failed(new UnreadableReply('a web page'))], [], world.deps);
    expect(begun).toEqual([]);
    expect(world.operations).toMatchObject([{ type: 'wallet.failing', wallet: treasury }]);
  });
});

describe('an outage that only one wallet sees, for the second time', () => {
  const since = Date.parse('2026-01-02T02:00:00.000Z');
  const failing = { since, reason: 'time-out', published: false };
  const again = (error: Error, watch = one): PollResult => {
    const result = failed(error, watch);
    return { ...result, cursor: { ...result.cursor, failing } };
  };

  it.each([
    ['none is on record', []],
    ['the one on record began later than a minute after', [openSince(since + 60_001, 'api.unavailable')]],
    ['what is on record is no outage', [openSince(1, 'plan.exhausted')]],
  ])('is its own if %s', async (_why, open) => {
    await world.states.save(one, { ...world.states.stateOf(one), failing });
    await reportBatch([again(timeOut)], open, world.deps);
    expect(begun).toEqual([]);
    expect(counted()).toEqual({ WalletsFailing: 1 });
    expect(world.operations).toMatchObject([{ type: 'wallet.failing', wallet: treasury }]);
  });

  it.each([-3_600_000, 0, 60_000])('is the API’s if that on record began %d ms after', async (later) => {
    await reportBatch([again(timeOut)], [openSince(since + later, 'api.unavailable')], world.deps);
    expect(typesOf(begun)).toEqual(['api.unavailable']);
    expect({ counted: counted(), heard: world.operations }).toEqual({ counted: {}, heard: [] });
  });

  it('is the API’s once another wallet sees it too', async () => {
    await reportBatch([again(timeOut), again(timeOut, other)], [], world.deps);
    expect(typesOf(begun)).toEqual(['api.unavailable']);
    expect(world.operations).toEqual([]);
  });

  it('is not reported if the key was refused since', async () => {
    await reportBatch([again(new KeyRefused('refused', 'Set another.'))], [], world.deps);
    expect(typesOf(begun)).toEqual(['key.refused']);
    expect(counted()).toEqual({ PollsBlocked: 1 });
  });
});

it('an outage that operations cannot be told of is logged, and no error is thrown', async () => {
  const begin = async () => {
    throw new Error('SNS is away');
  };
  await reportBatch([failed(timeOut)], [], { ...world.deps, incidents: { ...world.deps.incidents, begin } });
  expect(lines).toContainEqual({
    level: 'error',
    message: expect.stringMatching(/^error: operations/),
    details: { error: 'Error: SNS is away' },
  });
});

it('many wallets that fail at a time are reported before the batch ends, the last of them in one message', async () => {
  const many = Array.from({ length: 14 }, (_, n) => {
    const watch = watchOf({ wallet: `0x${String(n).padStart(40, '0')}` as never });
    return failed(new UnreadableReply('a web page'), watch);
  });
  const taken: (string | null)[] = [];
  const publishOperations = async ({ wallet }: { wallet: string | null }) => {
    await new Promise(setImmediate);
    taken.push(wallet);
  };
  await reportBatch([...many, answered()], [], { ...world.deps, publishOperations });
  expect(taken).toHaveLength(11);
  expect(taken.at(-1)).toBeNull();
});

it('wallets of one message are reported again by the next polls if SNS refused it', async () => {
  const many = Array.from({ length: 14 }, (_, n) =>
    watchOf({ wallet: `0x${String(n).padStart(40, '0')}` as never }),
  );
  const poll = (deps: typeof world.deps) =>
    reportBatch(
      [...many.map((watch) => failed(new UnreadableReply('a web page'), watch)), answered()],
      [],
      deps,
    );
  const publishOperations = async ({ wallet }: { wallet: string | null }) => {
    if (wallet === null) throw new Error('SNS is away');
  };
  await poll({ ...world.deps, publishOperations });
  await poll(world.deps);
  const heard = world.operations.map(({ reason, wallet }) => `${wallet} ${reason}`).join();
  for (const { wallet } of many.slice(10)) expect(heard).toContain(wallet);
  await poll(world.deps);
  expect(world.operations).toHaveLength(11);
});

it("a wallet whose incident can't be noted is logged, and the others are noted", async () => {
  const save = world.states.save.bind(world.states);
  world.states.save = async (watch, cursor) => {
    if (watch.wallet === one.wallet) throw new Error('DynamoDB is away');
    return save(watch, cursor);
  };
  const refused = new BadRequest('chain is not supported');
  await reportBatch([failed(refused), failed(refused, other)], [], world.deps);
  expect(world.states.stateOf(other).failing).toMatchObject({ published: true });
  expect(lines).toContainEqual({
    level: 'error',
    message: "error: a wallet's incidents could not be reported",
    details: { wallet: one.wallet, chain: 'eth', error: 'Error: DynamoDB is away' },
  });
});

describe('if operations can not be told', () => {
  const away = async () => {
    throw new Error('SNS is away');
  };

  it('polls are still counted', async () => {
    const told = { ...answered(other), outcome: { ...idleOutcome(neverPolled), told: 5 } };
    const deps = { ...world.deps, incidents: { ...world.deps.incidents, begin: away, end: away } };
    await reportBatch([failed(timeOut), told], [openSince(0, 'api.unavailable')], deps);
    expect(counted()).toMatchObject({ TransfersTold: 5 });
  });

  it('wallets whose first poll is not made because the key is missing are still remembered', async () => {
    const deps = { ...world.deps, incidents: { ...world.deps.incidents, begin: away } };
    await reportMissingKey(new KeyMissing('There is no key.', 'Set it.'), polls(), message, [], deps);
    for (const watch of [one, other]) expect(world.states.stateOf(watch).firstTry).not.toBeNull();
  });
});
