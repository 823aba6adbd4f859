import * as z from 'zod';

/** How often the wallets of one message are polled. */
export const pollPace = z.object({
  /** The actual interval, stretched to fit the plan and to whole polls a minute. */
  everySeconds: z.number(),
  /** The interval that the row, or else the stack, asks for. */
  askedSeconds: z.number(),
  /** The daily limit that stretches the interval; null if none does. */
  callsPerDay: z.number().nullable(),
});

export type PollPace = z.infer<typeof pollPace>;

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `every minute`, `every 2 minutes 15 seconds`: rounded to the second below an hour, to the minute from there. */
export function everyText(seconds: number): string {
  let left = seconds < 3_600 ? Math.round(seconds) : Math.round(seconds / 60) * 60;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  const [only = '1 second', ...more] = parts;
  return more.length === 0 ? `every ${only.replace(/^1 /, '')}` : `every ${parts.join(' ')}`;
}

/** How often a wallet is polled, and why less often than asked. */
export function paceText({ everySeconds, askedSeconds, callsPerDay }: PollPace): string {
  const every = everyText(everySeconds);
  if (callsPerDay === null) return every;
  return `${every}, as your plan of ${callsPerDay} calls a day allows (asked: ${everyText(askedSeconds)})`;
}
