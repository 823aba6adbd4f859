import * as z from 'zod';
import { once } from '../runtime/lazy.ts';
import { parsedJson } from '../runtime/parsed-json.ts';
import { type DispatchDependencies, dispatchDependencies } from './dependencies.ts';
import { dispatchPolls } from './dispatch-polls.ts';
import { scanBetween, wakeUp } from './scan-between.ts';

/** An ISO 8601 date, perhaps with a time of day; without a zone it is UTC. */
const isoTime = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

function parseTickTime(text: string): Date | null {
  const [, date, time = '00:00', zone = 'Z'] = isoTime.exec(text.trim().toUpperCase()) ?? [];
  if (date === undefined) return null;
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  const parsed = new Date(`${date}T${time.replace(',', '.')}${offset}`);
  // JavaScript reads 30 February as 2 March.
  const isValid = !Number.isNaN(parsed.getTime()) && new Date(date).toISOString().startsWith(date);
  return isValid ? parsed : null;
}

/** The payload of EventBridge, or of a person. Any other payload is a tick now. */
const tickEvent = z.object({ time: z.string() });

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
    const tick = parseTickTime(data?.time ?? '') ?? new Date(deps.clock.now());
    const outcome = await dispatchPolls(tick, deps);
    deps.log.info('tick', outcome);
    return outcome;
  };
}

export const handler = createDispatchHandler(() => dispatchDependencies(process.env));
