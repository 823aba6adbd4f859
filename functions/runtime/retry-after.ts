import type { EpochMilliseconds, Milliseconds } from '../chain/units.ts';

/** The form of RFC 9110 that servers still send: `Date.parse` accepts almost any text. */
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** How long to wait by a Retry-After header (RFC 9110, 10.2.3), a count of seconds or a date; NaN if absent or unreadable. */
export function retryAfterMs(header: string | null | undefined, now: EpochMilliseconds): Milliseconds {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  return httpDate.test(text) ? Date.parse(text) - now : Number.NaN;
}
