import { minutesADay } from '../../../lib/cost/load.ts';
import { Random } from '../../simulation/random.ts';
import { withVirtualTimers } from '../../simulation/virtual-timers.ts';
import { settled } from '../../support/scheduler.ts';
import { dayFunctions } from './day-functions.ts';
import { DayWorkers } from './day-workers.ts';

/** What the API provider sells. */
export interface Plan {
  readonly callsPerSecond: number;
  /** Null: no limit. */
  readonly callsPerDay: number | null;
}

/** Rows of a watchlist, by how often they ask to be polled. */
export type Rows = readonly (readonly [every: string, wallets: number])[];

/** A call to the API. */
export interface DayCall {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly wallet: string;
}

/** Half an hour before a UTC day, so that there is a midnight in it. */
const start = Date.parse('2026-01-01T23:30:00.000Z');
const minute = 60_000;

/**
 * A day and an hour of the functions on such a plan, in virtual time: wallets that have begun, without transfers; messages that the
 * queue brings up to two seconds late and now and then twice.
 */
export async function playPlanDay(plan: Plan, rows: Rows): Promise<readonly DayCall[]> {
  const day = dayFunctions({ ...plan, node: false, scanSeconds: 60 }, start);
  const { scheduler, tally, chain, dispatch, queue, handlers } = day;
  const random = new Random(7);
  const calls: DayCall[] = [];
  chain.onCall = (path) => calls.push({ at: scheduler.now, wallet: /0x[0-9a-f]{40}/.exec(path)?.[0] ?? '' });
  const intervals = rows.flatMap(([every, wallets]) => Array<string>(wallets).fill(every));
  for (const [n, every] of intervals.entries()) day.watch(walletNumber(n), { every });
  queue.delivers = () => ({ late: random.between(0, 2_000), twice: random.next() < 0.02 });
  const workers = new DayWorkers(handlers, queue, scheduler, tally);

  return withVirtualTimers(scheduler, async () => {
    for (let n = 0; n < minutesADay + 60; n += 1) {
      const time = start + n * minute;
      let dispatched = false;
      const tick = dispatch({ time: new Date(time).toISOString() }).finally(() => {
        dispatched = true;
      });
      while (!dispatched) {
        await settled();
        scheduler.startNext();
      }
      await tick;
      workers.begin();
      await scheduler.runUntil(time + minute);
      workers.check();
    }
    return calls;
  });
}

function walletNumber(n: number): string {
  return `0xb${n.toString(16).padStart(39, '0')}`;
}
