import * as z from 'zod';
import type { ChainActivity } from '../activity/chain-activity.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import { minuteMs } from '../runtime/clock.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { dispatchChains } from './dispatch-chains.ts';
import { openTick } from './open-tick.ts';

export const wakeUp = z.object({
  /** ISO time of the tick before: the scan counts as made in its minute. */
  tick: z.iso.datetime(),
  /** Epoch milliseconds. */
  at: z.number(),
});

type WakeUp = z.infer<typeof wakeUp>;

/** A later scan could meet the next tick, which asks the node anyway. */
const latest = 4_000;

/**
 * Makes messages that wake this function between two ticks, if any chain has a node. They are counted from the time at which the
 * tick began: EventBridge may send every tick up to 59 seconds late (docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html).
 */
export async function sendWakeUps(
  tick: Date,
  begun: EpochMilliseconds,
  nodes: Iterable<ChainActivity>,
  { clock, wakeUps }: Pick<DispatchDependencies, 'clock' | 'wakeUps'>,
): Promise<void> {
  if (!Array.from(nodes).some(({ hasNode }) => hasNode)) return;
  const now = clock.now();
  const pause = wakeUps.everySeconds * 1_000;
  const times = Array.from({ length: minuteMs / pause - 1 }, (_, n) => begun + (n + 1) * pause);
  const messages = times
    .filter((at) => at > now)
    .map((at) => ({
      body: JSON.stringify({ tick: tick.toISOString(), at } satisfies WakeUp),
      delay: Math.ceil((at - now) / 1_000),
      polls: 0,
    }));
  await wakeUps.send(messages);
}

/** Asks nodes between two ticks, and polls the wallets they show. If it fails, the next tick scans the same blocks. */
export async function scanBetween({ tick, at }: WakeUp, deps: DispatchDependencies): Promise<number> {
  if (deps.clock.now() - at > latest) return 0;
  try {
    const { watched, nodes, common } = await openTick(await deps.recentRows(), new Date(tick), deps, true);
    return (await dispatchChains(watched, nodes, { ...deps, ...common })).polls;
  } catch (error) {
    deps.log.error('error: a scan between two ticks failed; the next tick makes up for it', {
      error: String(error),
    });
    return 0;
  }
}
