import type { Seconds } from '../functions/chain/units.ts';
import type { PollPace } from '../functions/queue/poll-message.ts';
import { units } from '../functions/text/phrases.ts';

/** `every 2 minutes 15 seconds`: rounded to the second below an hour, else to the minute. */
export function everyText(seconds: Seconds): string {
  let left = 1_000 * (seconds < 3_600 ? Math.round(seconds) : Math.round(seconds / 60) * 60);
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  const [only = '1 second', ...more] = parts;
  return more.length === 0 ? `every ${only.replace(/^1 /, '')}` : `every ${parts.join(' ')}`;
}

export function paceText({ everySeconds, askedSeconds, callsPerDay }: PollPace): string {
  const every = everyText(everySeconds);
  if (callsPerDay === null) return every;
  return `${every}, as your plan of ${callsPerDay} calls a day allows (asked: ${everyText(askedSeconds)})`;
}
