const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const shortest = 5;
const longest = 86_400;

/**
 * Seconds of a poll interval as people type it: `15s`, `1m`, `2 h`.
 * @throws RangeError with a sentence that says what is accepted.
 */
export function parseInterval(text: string): number {
  const typed = text.trim().toLowerCase();
  const [, digits, unit] = /^(\d{1,6})\s*([smhd])$/.exec(typed) ?? [];
  const seconds = Number(digits) * (unitSeconds[unit ?? ''] ?? Number.NaN);
  if (Number.isNaN(seconds))
    throw new RangeError(`"${text.slice(0, 40)}" is no interval: write it as 30s, 5m or 1h.`);
  if (seconds < shortest || seconds > longest) {
    throw new RangeError(`"${typed}" is out of range: an interval is 5s at the least and 1d at the most.`);
  }
  if (seconds > 60 && seconds % 60 !== 0) {
    throw new RangeError(`"${typed}" is not whole minutes: above one minute, write 2m, 5m or 1h.`);
  }
  return seconds;
}
