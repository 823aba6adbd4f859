import * as z from 'zod';
import { once } from '../runtime/once.ts';
import { parsedJson } from '../runtime/parsed-json.ts';
import { type DispatchDependencies, dispatchDependencies } from './dependencies.ts';
import { dispatchPolls } from './dispatch-polls.ts';
import { scanBetween, wakeUp } from './scan-between.ts';

/** EventBridge or a person sends the tick's time: an ISO date, with or without a time of day. Any other payload means now. */
const tickEvent = z.object({
  time: z
    .string()
    // JavaScript reads 30 February as 2 March.
    .refine((text) => z.iso.date().safeParse(text.slice(0, '2026-02-30'.length)).success)
    // Without a zone it is UTC, on a person's machine too.
    .transform((text) => new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text))
    .pipe(z.date()),
});

/** Any other event of SQS is a tick, such as the example in Lambda's console. */
const wakeUpEvent = z.object({ Records: z.tuple([z.object({ body: parsedJson(wakeUp) })]) });

/** Makes a tick, at the payload's `time` if it is valid, or a scan that the last tick asked for. */
export function createDispatchHandler(makeDependencies: () => Promise<DispatchDependencies>) {
  const started = once(makeDependencies);
  return async (event: unknown): Promise<{ polls: number }> => {
    const deps = await started();
    const woken = wakeUpEvent.safeParse(event).data?.Records[0].body;
    if (woken !== undefined) return { polls: await scanBetween(woken, deps) };
    const { data } = tickEvent.safeParse(event);
    const tick = data?.time ?? new Date(deps.clock.now());
    const outcome = await dispatchPolls(tick, deps);
    deps.log.info('tick', outcome);
    return outcome;
  };
}

export const handler = createDispatchHandler(() => dispatchDependencies(process.env));
