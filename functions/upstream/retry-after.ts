/** A day: longer silence than until the plan's next day is more likely a server's mistake than its wish. */
const longestSeconds = 86_400;

/**
 * Seconds to wait by a Retry-After header, a count of seconds or an HTTP date, between 1 and 86,400;
 * null without one or where it can't be read.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (httpDate(text) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), longestSeconds);
}

/** Only the one form of RFC 9110 that servers still send: `Date.parse` takes almost any text for a date. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
