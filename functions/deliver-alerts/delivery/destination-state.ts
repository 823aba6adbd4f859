import pLimit from 'p-limit';
import * as z from 'zod';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { afterSetBack, type Clock, minuteMs } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { longestWaitMs } from '../kinds/service.ts';

const destinationState = z.object({
  /** The fingerprint of the parameter's value. A new value resets the next three fields. */
  value: z.string().nullable().default(null),
  /** The answer that switched the destination off. */
  off: z.object({ status: z.string(), reason: z.string() }).nullable().default(null),
  /** Epoch milliseconds until which no call is made. */
  silentUntil: z.number().default(0),
  /** The chat's present id, if Telegram gave it another one. */
  movedTo: z.number().nullable().default(null),
  /** Failures since the last delivery, until the end of their incident is published. */
  failures: z.object({ count: z.number(), since: z.number() }).nullable().default(null),
});
export type DestinationState = z.infer<typeof destinationState>;

export interface Lease {
  readonly state: DestinationState;
  /** Changes the state at once, and saves it. */
  change(change: Partial<DestinationState>): Promise<void>;
  release(): Promise<unknown>;
}

export function createDestinationStates(table: Table, clock: Pick<Clock, 'now'>, newId: () => string) {
  return {
    /** Null: another worker has it. @param until epoch milliseconds: this worker has ended by then, whatever happens */
    async take(destination: string, until: EpochMilliseconds): Promise<Lease | null> {
      const holder = newId();
      const key = { destination, item: 'state' };
      const now = clock.now();
      const taken = await table.update(key, 'SET holder = :holder, heldUntil = :until', {
        // The holder may be this worker: the SDK repeats a write whose answer is lost.
        if: 'attribute_not_exists(heldUntil) OR heldUntil < :now OR heldUntil > :farthest OR holder = :holder',
        values: { holder, until, now, farthest: now + 2 * minuteMs },
      });
      if (taken === null) return null;
      // A failure is assumed, so that a new destination's first delivery ends an incident that is on record.
      let state = destinationState.parse(taken.state ?? { failures: { count: 0, since: now } });
      state = { ...state, silentUntil: afterSetBack(state.silentUntil, now, 2 * longestWaitMs) };
      const oneByOne = pLimit(1);
      // Changes nothing for a worker whose lease another worker has taken over.
      const put = (heldUntil: number) =>
        oneByOne(() =>
          table.put({ ...key, holder, heldUntil, state }, { if: 'holder = :holder', values: { holder } }),
        );
      return {
        get state() {
          return state;
        },
        async change(change) {
          state = { ...state, ...change };
          await put(until);
        },
        release: () => put(0),
      };
    },
  };
}
