import { createHash } from 'node:crypto';
import { idleReceivesADay } from '../../../lib/cost/a-day.ts';
import { pollGbSeconds, tickGbSeconds } from '../../../lib/cost/lambda-time.ts';
import { type Load, minutesADay, walletsOf } from '../../../lib/cost/load.ts';
import { type Operations, sumOf, times } from '../../../lib/cost/operations.ts';
import { withVirtualTimers } from '../../simulation/virtual-timers.ts';
import { settled } from '../../support/scheduler.ts';
import { dayFunctions } from './day-functions.ts';
import { DayWorkers } from './day-workers.ts';

/** One o'clock in the morning. */
const start = Date.parse('2026-01-02T01:00:00.000Z');
const minute = 60_000;

/** The outcome of a simulated part of a day, scaled to a whole day. */
export interface CountedDay {
  readonly ticks: number;
  readonly sum: Operations;
  /** By purpose. */
  readonly byPurpose: ReadonlyMap<string, Operations>;
  readonly transfers: number;
  /** For each transfer in a genuine token: seconds from its block to SNS; null if it was never reported. */
  readonly alerts: readonly (number | null)[];
}

export interface Stretch {
  /** Ticks whose polls are discarded: a node is relied on from the second tick on. */
  readonly dropped: number;
  /** Ticks before counting starts, until as many tails end as begin. */
  readonly before: number;
  readonly counted: number;
  /** Ticks after the counted ones: nothing is mined in them, and late alerts go out. */
  readonly after?: number;
  /** Chains are read from their nodes. */
  readonly isReadFromNode?: boolean;
  /** Whether transfers are of several kinds. */
  readonly isMixed?: boolean;
  /** Only one in this many messages is worked on, and its counts are multiplied by this number. */
  readonly sample?: number;
  /** A stranger's transfers to the first wallet in each minute. */
  readonly storm?: { readonly transfers: number; readonly symbol: string };
}

/**
 * The real functions in virtual time, on tables and a queue that count, an API and a node: ticks of wallets that have begun,
 * every minute. Calls take the times of lib/cost/lambda-time.ts; the functions' own work takes this process's real time.
 */
export async function simulateDay(load: Load, stretch: Stretch): Promise<CountedDay> {
  const day = dayFunctions(load, start, stretch.isReadFromNode);
  const { scheduler, tally, chain, dispatch, queue, concurrency } = day;
  const wallets = Array.from({ length: walletsOf(load) }, (_, n) => walletNumber(n));
  for (const [n, wallet] of wallets.entries()) day.watch(wallet, { label: `Customer ${n}` });
  const { sample = 1 } = stretch;
  const workers = new DayWorkers(day, Math.ceil(concurrency / sample));

  const wake = async (body: string) => {
    const begun = scheduler.now;
    await dispatch({ Records: [{ body }] });
    const gbSeconds = tickGbSeconds((scheduler.now - begun) / 1_000, 0);
    tally.add('scans between ticks', { lambdaRequests: 1, sqsRequests: 2, gbSeconds });
  };

  const tick = async (time: number, polled: boolean) => {
    // Some messages may wait for the next minute, but not all.
    const left = queue.polls.messages.size;
    queue.woken = polled ? (body) => void wake(body) : () => {};
    workers.pause();
    tally.factor = 1;
    const begun = usage();
    let done = 0;
    void dispatch({ time: new Date(time).toISOString() }).then(() => {
      done = scheduler.now;
    });
    do await settled();
    while (done === 0 && scheduler.startNext());
    const dispatched = usage();
    const gbSeconds = tickGbSeconds((done - time) / 1_000, dispatched - begun);
    tally.add('ticks', { lambdaRequests: 1, schedulerRuns: 1, gbSeconds });
    const { messages } = queue.polls;
    if (left > messages.size / 2) throw new Error('the workers do not keep up with the ticks');
    if (!polled) messages.clear();
    for (const [n, message] of [...messages].entries()) if (n % sample > 0) messages.delete(message);
    tally.factor = sample;
    workers.begin();
    await settled();
    await scheduler.runUntil(time + minute);
    workers.check();
    tally.add('polls', { gbSeconds: pollGbSeconds(0, usage() - dispatched) });
  };

  return withVirtualTimers(scheduler, async () => {
    const uncounted = stretch.dropped + stretch.before;
    let transfers = 0;
    const mined = uncounted + stretch.counted;
    for (let n = 0; n < mined + (stretch.after ?? 0); n += 1) {
      if (n === uncounted) {
        tally.take();
        transfers = chain.count;
      }
      if (n > 0 && n < mined) chain.mineMinute(wallets, load.activeMinutes, stretch.isMixed);
      if (stretch.storm !== undefined && wallets[0] !== undefined)
        chain.mineStorm(wallets[0], stretch.storm.transfers, stretch.storm.symbol);
      await tick(start + n * minute, n >= stretch.dropped);
    }
    const factor = minutesADay / stretch.counted;
    const counted = Array.from(tally.take(), ([name, done]) => [name, times(factor, done)] as const);
    const queues = load.scanSeconds < 60 ? 2 : 1;
    const idle = ['waiting for messages', times(queues, { sqsRequests: idleReceivesADay })] as const;
    const byPurpose = new Map([...counted, idle]);
    return {
      ticks: stretch.counted,
      byPurpose,
      sum: sumOf(...byPurpose.values()),
      transfers: (chain.count - transfers) * factor,
      alerts: Array.from(chain.alerts.values(), ({ seconds }) => seconds),
    };
  });
}

function walletNumber(n: number): string {
  return `0x${createHash('sha256').update(`wallet ${n}`).digest('hex').slice(0, 40)}`;
}

/** Processor seconds that this process has used. */
function usage(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
