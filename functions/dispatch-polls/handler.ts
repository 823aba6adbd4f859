import { z } from 'zod';
import { once } from '../operations/once.ts';
import { dispatchDependencies } from './dependencies.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import { dispatchPolls } from './dispatch-polls.ts';
import { parseTickTime } from './tick-time.ts';

/** EventBridge's input, and what a person may send by hand; anything else is a tick now. */
const tickEvent = z.object({ time: z.string() });

/** The dispatch function: any payload is one tick, at the payload's `time` where it has a valid one. */
export function createDispatchHandler(makeDependencies: () => Promise<DispatchDependencies>) {
  const started = once(makeDependencies);
  return async (event: unknown): Promise<{ polls: number }> => {
    const deps = await started();
    const { data } = tickEvent.safeParse(event);
    const tick = parseTickTime(data?.time ?? '') ?? new Date(deps.clock.now());
    const outcome = await dispatchPolls(tick, deps);
    deps.log.info('tick', outcome);
    return outcome;
  };
}

export const handler = createDispatchHandler(() => dispatchDependencies(process.env));
