/** A time as tables have it, in UTC to the minute: `2026-01-02 03:04`. @param time ISO text, a date or epoch milliseconds */
export function minuteOf(time: string | number | Date | null): string | null {
  return time === null ? null : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
