import pLimit from 'p-limit';
import type { EpochMilliseconds } from '../../chain/units.ts';
import type { SharedCounter } from '../../rate/shared-counter.ts';
import { type Clock, minuteMs } from '../../runtime/clock.ts';
import type { Lane } from '../kinds/service.ts';

/** Keeps the services' rates over all workers and destinations, because two destinations may share a chat or a token. */
export function createPace(counter: SharedCounter, clock: Clock) {
  const inOrder = pLimit(1);
  const urgentInOrder = pLimit(1);

  /** The time of the lane's next turn, which is taken unless it comes after the deadline. */
  async function turnIn(
    { name, burst, intervalMs: step }: Lane,
    deadline: EpochMilliseconds,
  ): Promise<number> {
    const now = clock.now();
    const ahead = (burst - 1) * step;
    const to = deadline + ahead + step;
    // A run of the function takes a minute at most, so a turn farther ahead was taken before the clock was set back.
    const wanted = { count: 1, step, from: now, to, farthest: Math.max(now, to) + 2 * minuteMs };
    const { first } = await counter.take({ destination: name, item: 'pace' }, wanted);
    return Math.max(now, first - ahead);
  }

  return {
    /**
     * Waits for a turn in every lane. Null: the turn has come; else its time, which is after the deadline.
     * @param isUrgent waits for no other call of this worker, and may use the last call of a burst
     */
    take: (lanes: readonly Lane[], deadline: EpochMilliseconds, isUrgent = false): Promise<number | null> =>
      (isUrgent ? urgentInOrder : inOrder)(async () => {
        let turn = 0;
        for (const lane of lanes) {
          const burst = isUrgent ? lane.burst : Math.max(lane.burst - 1, 1);
          turn = Math.max(turn, await turnIn({ ...lane, burst }, deadline));
          if (turn > deadline) return turn;
        }
        if (turn > clock.now()) await clock.sleep(turn - clock.now());
        return null;
      }),
  };
}
