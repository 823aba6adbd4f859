import type { EpochMilliseconds } from '../chain/units.ts';
import { afterSetBack, type Clock, minuteMs } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import { NoSlot, RateLimited } from '../transfer/source-errors.ts';
import { type CallWindows, openFor, windowOpenAt } from './call-windows.ts';
import type { SharedCounter, Taken } from './shared-counter.ts';

const tooSlow =
  "The time left is too short for the plan's pace: raise callsPerSecond if the plan has more calls a second.";

interface Group {
  calls: number;
  readonly taken: Promise<Taken>;
}

interface SharedRate {
  readonly windows: CallWindows;
  readonly counter: SharedCounter;
  readonly clock: Clock;
}

/** In ms. A poll function may run this long. */
const longestWait = 60_000;

/** Limits the calls of all workers in each window. A call takes the shared counter's next turn; a late call takes a new turn. */
export function createRateLimiter({ windows, counter, clock }: SharedRate): RateLimiter['acquire'] {
  const { length, calls } = windows;
  /** Calls that arrive at the same moment share one write. */
  const groups = new Map<string, Group>();
  const turnAfter = (time: EpochMilliseconds) => (Math.floor(time / length) + 1) * calls;

  function groupOf(from: number, to: number): Group {
    const key = `${from} ${to}`;
    const taken = async (): Promise<Taken> => {
      await null;
      groups.delete(key);
      const farthest = turnAfter(clock.now() + 2 * longestWait);
      return counter.take({ wallet: '#window', chain: 'turns' }, { count: group.calls, from, to, farthest });
    };
    const group: Group = groups.get(key) ?? { calls: 0, taken: taken() };
    groups.set(key, group);
    return group;
  }

  /** The window of the next turn, open at `time` or later; null if it begins after the deadline. */
  async function takeTurn(time: EpochMilliseconds, deadline: EpochMilliseconds): Promise<number | null> {
    const to = turnAfter(Math.min(deadline, clock.now() + longestWait));
    const group = groupOf(windowOpenAt(time, windows) * calls, to);
    const place = group.calls;
    group.calls += 1;
    const { first, count } = await group.taken;
    return place < count ? Math.floor((first + place) / calls) : null;
  }

  return async ({ deadline, signal }) => {
    for (let claiming = 0; ; ) {
      signal?.throwIfAborted();
      const asked = clock.now();
      const window = asked > deadline ? null : await takeTurn(asked + claiming, deadline);
      if (window === null) throw new NoSlot(tooSlow);
      claiming = clock.now() - asked;
      const start = window * length;
      if (start > clock.now()) await clock.sleep(start - clock.now(), signal);
      signal?.throwIfAborted();
      const now = clock.now();
      if (now - start <= openFor && now <= deadline) return; // else the process stood still, or the claim took too long
    }
  };
}

/** After a 429 calls wait until Retry-After is over. If that is after the deadline, `acquire` throws RateLimited. */
export function withSilence(acquire: RateLimiter['acquire'], clock: Clock, unsaidSeconds = 0): RateLimiter {
  let silentUntil = 0;
  return {
    async acquire(limits) {
      for (let now = clock.now(); now < silentUntil; now = clock.now()) {
        const left = Math.ceil((silentUntil - now) / 1_000);
        if (silentUntil > limits.deadline)
          throw new RateLimited(`The API asked to slow down (429): no call for another ${left} s.`, left);
        await clock.sleep(silentUntil - now, limits.signal);
      }
      await acquire(limits);
    },
    answered(fault) {
      if (!(fault instanceof RateLimited)) return;
      silentUntil = Math.max(silentUntil, clock.now() + (fault.retryAfterSeconds ?? unsaidSeconds) * 1_000);
    },
  };
}

export type TokenBucket = ReturnType<typeof createTokenBucket>;

/** Evenly spaced: SNS silently disables an email subscription that gets more than 10 messages a second. */
export function createTokenBucket({ perSecond, clock }: { perSecond: number; clock: Clock }) {
  const interval = 1_000 / perSecond;
  let next = 0;
  let urgent = 0;
  return {
    /** Waits for a turn; false: no turn comes before the deadline. @param isUrgent overtakes calls that are not urgent */
    async take(deadline: EpochMilliseconds, isUrgent = false): Promise<boolean> {
      urgent += isUrgent ? 1 : 0;
      try {
        // Checks again after each sleep: another call may have taken the turn.
        for (let now = clock.now(); ; ) {
          next = afterSetBack(next, now, minuteMs);
          const opensAt = isUrgent || urgent === 0 ? next : Math.max(next, now) + urgent * interval;
          if (Math.max(now, opensAt) >= deadline) return false;
          if (now >= opensAt) {
            next = now + interval;
            return true;
          }
          await clock.sleep(Math.ceil(opensAt - now));
          now = Math.max(opensAt, clock.now());
        }
      } finally {
        urgent -= isUrgent ? 1 : 0;
      }
    },
  };
}
