import { beforeEach, describe, expect, it } from 'vitest';
import { apiIncident } from '../../../functions/incidents/incident-log.ts';
import { reportPoll } from '../../../functions/poll-wallets/report/report-poll.ts';
import { recordWalletIncidents } from '../../../functions/poll-wallets/report/wallet-incidents.ts';
import { LeftToOtherWorker } from '../../../functions/poll-wallets/save/open-batch.ts';
import { AlertsRefused } from '../../../functions/poll-wallets/save/publish.ts';
import { TickEnded } from '../../../functions/rate/tick-limiter.ts';
import { VersionConflict } from '../../../functions/state/cursor.ts';
import {
  BadRequest,
  DayKept,
  KeyRefused,
  NoSlot,
  NoSuchEndpoint,
  PlanExhausted,
  RateLimited,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../../functions/transfer/source-errors.ts';
import { watchOf } from '../../support/alerts.ts';
import { type LogLine, linesOf } from '../../support/log-lines.ts';
import { PollWorld } from '../../support/poll-world.ts';

const watch = watchOf();
const named = { wallet: watch.wallet, chain: 'eth' };
const refused = apiIncident('key.refused', 'refused');
const outage = apiIncident('api.unavailable', 'time-out');

let world: PollWorld;
let lines: readonly LogLine[];
beforeEach(() => {
  world = new PollWorld();
  lines = linesOf(world);
});

const report = (
  error: Error,
  { shared = null, alone = false }: Partial<Parameters<typeof reportPoll>[1]> = {},
) => {
  const poll = { watch, cursor: world.states.stateOf(watch), outcome: null, error };
  const troubles = reportPoll(poll, { shared, alone }, world.deps);
  return recordWalletIncidents([{ ...poll, troubles }], world.deps);
};
const counted = () => Object.fromEntries(world.counted);
const heard = () => world.operations.map(({ type, state }) => `${type} ${state}`);

describe('what says nothing of the wallet', () => {
  it.each([
    ['info', new VersionConflict('raced'), {}],
    ['info', new LeftToOtherWorker('leased'), {}],
    ['warn', new RateLimited('slow down', null), {}],
    ['warn', new NoSlot('no turn'), { PollsSkipped: 1 }],
    ['info', new TickEnded(new RateLimited('ended by a 429', null)), {}],
  ])('is logged as %s: %s', async (level, error, counts) => {
    await report(error);
    expect(lines).toEqual([{ level, message: error.message, details: named }]);
    expect(counted()).toEqual(counts);
    expect(world.states.saves).toBe(0);
  });

  it.each([
    ['info', new TickEnded(new KeyRefused('refused', 'Set another.')), 'refused'],
    ['info', new TickEnded(new PlanExhausted('exhausted')), 'exhausted'],
    ['error', new KeyRefused('refused', 'Set another.'), 'error: refused'],
    ['error', new PlanExhausted('exhausted'), 'error: exhausted'],
  ])(
    'is logged as %s and counted as blocked if a key or a plan needs a hand: %s',
    async (level, error, message) => {
      await report(error, { shared: refused });
      expect(lines).toEqual([{ level, message, details: named }]);
      expect(counted()).toEqual({ PollsBlocked: 1 });
      expect(world.states.saves).toBe(0);
    },
  );
});

it('a poll that the day has no calls left for is a backlog, reported if it lasts five minutes', async () => {
  await report(new DayKept('The day is spent.'));
  expect(lines).toEqual([{ level: 'warn', message: 'The day is spent.', details: named }]);
  expect(counted()).toEqual({ PollsSkipped: 1 });
  world.now += 299_999;
  await report(new DayKept('The day is spent.'));
  expect(heard()).toEqual([]);
  world.now += 1;
  await report(new DayKept('The day is spent.'));
  expect(world.operations).toMatchObject([
    { type: 'backlog', state: 'began', reason: expect.stringContaining('The day is spent.') },
  ]);
});

describe('a failure of one wallet', () => {
  it('is counted, and logged with what it is and what caused it', async () => {
    await report(new TypeError('no such thing', { cause: new Error('socket hang up') }));
    const details = { ...named, name: 'TypeError', cause: 'socket hang up' };
    expect(lines).toEqual([{ level: 'error', message: 'error: no such thing', details }]);
    expect(counted()).toEqual({ WalletsFailing: 1 });
  });

  it.each([new BadRequest('not served'), new UnreadableReply('a web page')])(
    'is reported at once if it will not pass by itself: %s',
    async (error) => {
      await report(error);
      expect(world.operations).toMatchObject([{ type: 'wallet.failing', ...named, reason: error.message }]);
    },
  );

  it('is reported if it lasts a quarter of an hour, if it may pass', async () => {
    await report(new UpstreamUnavailable('time-out', null));
    world.now += 899_999;
    await report(new UpstreamUnavailable('time-out', null));
    expect(heard()).toEqual([]);
    world.now += 1;
    await report(new UpstreamUnavailable('time-out', null));
    expect(heard()).toEqual(['wallet.failing began']);
  });

  it('is not one if the time to publish ran out, but its alerts are late if that lasts', async () => {
    const late = () => report(new AlertsRefused('3 alerts are left', null));
    await late();
    expect(lines).toMatchObject([{ level: 'error', message: 'error: 3 alerts are left' }]);
    expect([counted(), heard()]).toEqual([{}, []]);
    world.now += 300_000;
    await late();
    expect(heard()).toEqual(['backlog began']);
  });

  it('is one if SNS refused its alerts', async () => {
    await report(new AlertsRefused('3 alerts are left', new Error('throttled')));
    expect(lines).toMatchObject([{ details: { cause: 'throttled' } }]);
    expect(counted()).toEqual({ WalletsFailing: 1 });
    expect(world.states.stateOf(watch).failing).toMatchObject({ reason: '3 alerts are left' });
  });
});

describe('an outage of the API', () => {
  it.each([
    new UpstreamUnavailable('time-out', null),
    new UnreadableReply('a web page'),
    new NoSuchEndpoint('no such address', 'Correct it.'),
  ])('is logged if all wallets share it, and nothing is noted of any of them: %s', async (error) => {
    await report(error, { shared: outage });
    expect(lines).toMatchObject([{ level: 'error', message: `error: ${error.message}` }]);
    expect({ counted: counted(), saves: world.states.saves }).toEqual({ counted: {}, saves: 0 });
  });

  it('is recorded from its beginning on if only one wallet’s poll saw it, and is not reported as the wallet’s', async () => {
    const since = world.now;
    await report(new UpstreamUnavailable('time-out', null), { shared: outage, alone: true });
    world.now += 86_400_000;
    await report(new UpstreamUnavailable('time-out', null), { shared: outage, alone: true });
    expect(world.states.stateOf(watch).failing).toEqual({ since, reason: 'time-out', published: false });
    expect({ counted: counted(), heard: heard() }).toEqual({ counted: {}, heard: [] });
  });

  it("does not hide the wallet's own problem", async () => {
    await report(new BadRequest('not served'), { shared: outage });
    expect(counted()).toEqual({ WalletsFailing: 1 });
    expect(heard()).toEqual(['wallet.failing began']);
  });
});
