import { parseUrl } from '../text/safe-text.ts';
import { UnreadableReply } from '../transfer/source-errors.ts';

/** A full page has about 3,000 values; millions would take seconds. */
const maxValues = 100_000;

/**
 * Parses JSON without losing digits: a number that a double would change becomes its source text (API document, 2.1).
 * @throws UnreadableReply also if the text is far larger or deeper than any reply
 */
export function parseJson(text: string): unknown {
  let values = 0;
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
      values += 1;
      if (values > maxValues)
        throw new UnreadableReply('The reply is JSON, but far larger than a reply of the API.');
      return typeof value !== 'number' || String(value) === context?.source ? value : context?.source;
    });
  } catch (error) {
    // The parser's own error is dropped, because it quotes the text. RangeError: a reviver overflows the stack on deep texts.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const kind = text.trimStart().startsWith('<') ? 'a web page' : `${text.length} characters that are`;
    throw new UnreadableReply(
      `The reply is ${kind} not JSON: if this goes on, check the base address and any proxy on the way.`,
    );
  }
}

// Replies write a field as a text or as a JSON value. The functions below read both, and return null for anything else.

/** Longer texts are cut, so that no creator of tokens can fill the memory. */
const maxTextLength = 20_000;
/** 2^256-1 has 78 digits; with a fraction of zeros or an exponent a little more. */
const maxNumberLength = 200;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A whole number from 0 to `max`; `1.0` and `1e3` are whole, too. */
export function readWhole(value: unknown, max: bigint): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value);
  if (/^[1-9]\d{0,77}$/.test(text)) return atMost(BigInt(text), max);
  const parts = text.length <= maxNumberLength ? /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(text) : null;
  if (parts === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  // Digits to append (positive) or to remove (negative); removed digits must be zeros.
  const shift = Number(exponent) - fraction.length;
  const kept = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, shift);
  if (shift < 0 && !/^0+$/.test(digits.slice(shift))) return null;
  return atMost(BigInt(kept), max);
}

function atMost(value: bigint, max: bigint): bigint | null {
  return value <= max ? value : null;
}

/** Like readWhole, for numbers that fit a double exactly. */
export function readInteger(value: unknown, max = Number.MAX_SAFE_INTEGER): number | null {
  // The fast path for nearly all live replies.
  const plain = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
  if (typeof plain === 'number' && Number.isSafeInteger(plain) && plain > 0)
    return plain <= max ? plain : null;
  const whole = readWhole(value, BigInt(max));
  return whole === null ? null : Number(whole);
}

export function readFlag(value: unknown): boolean | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true') return true;
  return word === false || word === 'false' ? false : null;
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxTextLength) : null;
}

/** `0x` and 64 hex digits, in lower case. */
export function readHash(value: unknown): string | null {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : null;
}

const maxUrlLength = 1_024;
const plainUrl = /^https?:\/\/(?:[\w\-.~:/?@!$&*+,;=]|%[\da-f]{2})+$/i;

/** http or https, without user, password, fragment, and characters that break out of HTML or Markdown. */
export function readWebUrl(value: unknown): string | null {
  const url = typeof value === 'string' && value.length <= maxUrlLength ? parseUrl(value) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.href.length <= maxUrlLength && plainUrl.test(url.href) ? url.href : null;
}

const isoTime = /^\d{4}-\d\d-(\d\d)[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/i;

/** An ISO 8601 time, UTC if it names no zone, as ISO 8601 UTC with milliseconds. */
export function readTime(value: unknown): string | null {
  const parts = typeof value === 'string' ? isoTime.exec(value) : null;
  if (parts === null) return null;
  const [text, day, zone] = parts;
  const time = new Date(zone === undefined ? `${text}Z` : text);
  if (Number.isNaN(time.getTime())) return null;
  // JavaScript reads 30 February as 2 March. In another zone than UTC the day may differ.
  const shifted = zone !== undefined && zone.toUpperCase() !== 'Z';
  // In ISO texts other years have another form than four digits.
  if (time.getUTCFullYear() < 1 || time.getUTCFullYear() > 9999) return null;
  return shifted || time.getUTCDate() === Number(day) ? time.toISOString() : null;
}
