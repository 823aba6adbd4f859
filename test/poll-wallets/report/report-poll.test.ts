import { beforeEach, describe, expect, it } from 'vitest';
import { AlertsRefused, LeftToOtherWorker } from '../../../functions/poll-wallets/save/open-batch.ts';
import { TickEnded } from '../../../functions/rate/tick-limiter.ts';
import { VersionConflict } from '../../../functions/state/cursor.ts';
import {
  BadRequest,
  DayKept,
  KeyRefused,
  NoSlot,
  PlanExhausted,
  RateLimited,
  TurnMissed,
} from '../../../functions/transfer/source-errors.ts';
import { named, one, ReportWorld, timeOut, webPage } from './report-world.ts';

const unreadable = [
  { transactionHash: null, blockNumber: 7, reason: 'value: none' },
  { transactionHash: null, blockNumber: null, reason: 'block_number: none' },
];

let world: ReportWorld;
beforeEach(() => {
  world = new ReportWorld();
});

/** What operations have heard after a third poll with this outcome, `grace` milliseconds after the first. */
async function heardAfter(grace: number, poll: () => Promise<void>) {
  await poll();
  world.now += grace - 1;
  await poll();
  expect(world.heard()).toEqual([]);
  world.now += 1;
  await poll();
  return [...world.operations];
}

describe('a poll', () => {
  it('is counted by the transfers that it reported and hid', async () => {
    await world.leaves({ told: 3, hidden: 2 });
    expect(world.metrics()).toEqual({ TransfersTold: 3, TransfersHidden: 2 });
  });

  it('that found nothing is neither counted, logged nor recorded', async () => {
    await world.leaves({});
    expect([world.metrics(), world.lines, world.states.saves]).toEqual([{}, [], 0]);
  });

  it('that ended before the head is counted; after five minutes operations hear it, and what will end it', async () => {
    const heard = await heardAfter(300_000, () => world.leaves({ isBehind: true }));
    expect(world.metrics()).toEqual({ WalletsBehind: 3 });
    await world.leaves({});
    expect(world.heard()).toEqual(['backlog began', 'backlog ended']);
    for (const { reason, whatToDo } of heard) {
      expect(reason).toContain(`Polls of "${named.wallet}" on eth have not reached the newest block for`);
      expect(reason).toContain(' five minutes or more. It has more new transfers');
      expect(whatToDo).toMatch(
        /a node URL .*rpcParameters.*npx chainbell rpc set eth\) or a larger plan .* ends it/,
      );
    }
  });

  it.each([
    ['unreadable entries', { unreadable }, / 2 transfer.*value: none\. All that can be read is reported\.$/],
    ['equal entries twice', { unreadable: [...unreadable, ...unreadable] }, /at least 2 transfer.*value/],
  ])('that shows %s is reported at once, and no failed poll', async (_what, outcome, reason) => {
    await world.leaves(outcome);
    const message = expect.stringMatching(reason);
    expect(world.lines).toEqual([{ level: 'error', message, details: named }]);
    expect(world.metrics()).toEqual({});
    expect(world.operations).toMatchObject([
      { type: 'wallet.failing', state: 'began', ...named, reason: message },
    ]);
    await world.leaves({});
    expect(world.heard()).toEqual(['wallet.failing began', 'wallet.failing ended']);
  });
});

describe('an error that is not about the wallet', () => {
  const noKey = new KeyRefused('refused', 'Set another.');
  it.each([
    ['info', new VersionConflict('raced'), {}],
    ['info', new LeftToOtherWorker('leased'), {}],
    ['warn', new RateLimited('slow down', null), { PollsSkipped: 1 }],
    ['warn', new NoSlot('no turn'), { PollsSkipped: 1 }],
    ['info', new TickEnded(new RateLimited('ended by a 429', null)), { PollsSkipped: 1 }],
    ['info', new TickEnded(noKey), { PollsBlocked: 1 }],
    ['info', new TickEnded(new PlanExhausted('exhausted')), { PollsBlocked: 1 }],
    ['error', noKey, { PollsBlocked: 1 }],
    ['error', new PlanExhausted('exhausted'), { PollsBlocked: 1 }],
  ])('is logged as %s, and noted nowhere: %s', async (level, error, counts) => {
    await world.fails(error);
    const message = level === 'error' ? `error: ${error.message}` : error.message;
    expect(world.lines).toEqual([{ level, message, details: named }]);
    expect([world.metrics(), world.states.saves]).toEqual([counts, 0]);
  });

  it.each([
    ['the day has no calls left for the wallet', DayKept],
    ['storms of other wallets take all the time', TurnMissed],
  ])('is a backlog if %s, reported if it lasts five minutes', async (_why, Kind) => {
    const heard = await heardAfter(300_000, () => world.fails(new Kind('No turn today.')));
    expect(world.lines[0]).toEqual({ level: 'warn', message: 'No turn today.', details: named });
    expect(world.metrics()).toEqual({ PollsSkipped: 3 });
    const reason = expect.stringContaining('No turn today.');
    expect(heard).toMatchObject([{ type: 'backlog', state: 'began', reason }]);
  });
});

describe('a failure of one wallet', () => {
  it('is counted, and logged with its cause', async () => {
    await world.fails(new TypeError('no such thing', { cause: new Error('socket hang up') }));
    const details = { ...named, name: 'TypeError', cause: 'socket hang up' };
    expect(world.lines).toEqual([{ level: 'error', message: 'error: no such thing', details }]);
    expect(world.metrics()).toEqual({ WalletsFailing: 1 });
  });

  it('is reported at once if only a person can mend it', async () => {
    const error = new BadRequest('not served');
    await world.fails(error);
    expect(world.operations).toMatchObject([{ type: 'wallet.failing', ...named, reason: error.message }]);
  });

  it.each([timeOut, webPage])(
    'is reported after a quarter of an hour if it may be temporary: %s',
    async (error) => {
      const heard = await heardAfter(900_000, () => world.fails(error));
      expect(heard).toMatchObject([{ type: 'wallet.failing', ...named, reason: error.message }]);
    },
  );

  it('that comes and goes wakes nobody each minute: the alarm "wallets failing" tells it once', async () => {
    for (let minute = 0; minute < 60; minute += 1) {
      await (minute % 2 === 0 ? world.fails(webPage) : world.leaves({}));
      world.now += 60_000;
    }
    expect(world.heard()).toEqual([]);
    expect(world.metrics()).toEqual({ WalletsFailing: 30 });
  });

  it('does not count if the time to publish ran out, but its alerts are late if that lasts', async () => {
    const late = () => world.fails(new AlertsRefused('3 alerts are left', null));
    expect(await heardAfter(300_000, late)).toMatchObject([{ type: 'backlog' }]);
    expect(world.lines[0]).toMatchObject({ level: 'error', message: 'error: 3 alerts are left' });
    expect(world.metrics()).toEqual({});
  });

  it('counts if SNS refused its alerts', async () => {
    await world.fails(new AlertsRefused('3 alerts are left', new Error('throttled')));
    expect(world.lines).toMatchObject([{ details: { cause: 'throttled' } }]);
    expect(world.metrics()).toEqual({ WalletsFailing: 1 });
    expect(world.states.stateOf(one).failing).toMatchObject({ reason: '3 alerts are left' });
  });
});
