import type { DayCost } from './days.ts';

/** A line of `npm run bench`, and where a goal is missed what the money is for. */
export function dayText(day: DayCost): string {
  const { name, dollars, naiveDollars, share, apiCalls, missed, profile } = day;
  const met = missed.length === 0 ? '' : ` (goals missed: ${missed.join(', ')})`;
  const line =
    `${name.padEnd(36)} ${share.toFixed(4)} of the naive design${met}: ` +
    `$${dollars.counted.toFixed(2)} a month (estimated $${dollars.estimated.toFixed(2)}) beside $${naiveDollars.toFixed(2)}, ` +
    `${count(apiCalls.counted)} API calls a day (estimated ${count(apiCalls.estimated)})\n`;
  if (missed.length === 0) return line;
  return `${line}${profile
    .slice(0, 6)
    .map(([purpose, cost]) => `  $${cost.toFixed(2).padStart(8)} ${purpose}\n`)
    .join('')}`;
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}
