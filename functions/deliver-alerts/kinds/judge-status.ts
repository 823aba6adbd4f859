import type { Answer } from '../net/send.ts';
import type { Outcome } from './service.ts';

/**
 * What a status means that a service has no meaning of its own for.
 * @param now epoch milliseconds
 * @param gone statuses by which the destination is gone for good
 */
export function judgeStatus(answer: Answer, now: number, gone: readonly number[]): Outcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered', reference: null, silentMs: 0 };
  if (status >= 300 && status < 400) return { kind: 'unusable' };
  if (status === 429) return { kind: 'throttled', waitMs: retryAfterMs(answer, now) };
  if (gone.includes(status)) return { kind: 'gone' };
  // Request Timeout and Too Early say "again".
  if (status >= 400 && status < 500 && status !== 408 && status !== 425) return { kind: 'refused' };
  return { kind: 'failed' };
}

/** Nobody is made to wait for longer than a message is tried. */
const longestWaitMs = 86_400_000;

/** By RFC 9110, 10.2.3: seconds or a date. */
function retryAfterMs({ headers }: Answer, now: number): number | null {
  const text = headerOf(headers, 'retry-after')?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return boundedWait(ms);
}

export function boundedWait(ms: number): number | null {
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, longestWaitMs) : null;
}

export function headerOf(headers: Answer['headers'], name: string): string | undefined {
  return [headers[name]].flat()[0];
}
