import { createHash } from 'node:crypto';
import type { Page } from '../../alert/page-of.ts';
import type { Answer, Call } from '../net/send.ts';
import type { QueuedMessage } from '../queued-message.ts';
import { version } from '../version.ts';

/** A service that takes messages, made of the value of a destination's parameter. */
export interface Service {
  /** The address that is called, or begins those that are. */
  readonly url: string;
  /** The call that sends a message in the service's form. @param earlier the message that this one takes back, by the service's id */
  callOf(message: ToSend, earlier: string | null): Call;
  /** The service's rates, by whom it counts. */
  readonly lanes: readonly Lane[];
  /** @param now epoch milliseconds: an answer may name a time */
  readonly judge: (answer: Answer, now: number) => Outcome;
  /** Texts that may stand in no log, message or dead letter. */
  readonly secrets: readonly string[];
}

export interface ToSend extends Pick<QueuedMessage, 'id' | 'content'> {
  readonly chat: ChatMessage;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A chat message before it takes a service's form. */
export interface ChatMessage {
  /** One line, which a locked phone shows. It begins with our own mark, so that no stranger's text begins a line. */
  readonly headline: string;
  /** Each begins with words of ours. */
  readonly lines: readonly string[];
  readonly link: Page | null;
  readonly tone: Tone;
}

/** Decides the colour beside a message, where a service has one. */
export type Tone = 'in' | 'out' | 'warning' | 'danger' | 'undone' | 'well';

/** At most `burst` calls at once, then one each interval. */
export interface Lane {
  /** Whom the service counts, with no secret in it. */
  readonly name: string;
  readonly burst: number;
  readonly intervalMs: number;
}

/** The name of a lane in a table: nobody reads the URL or token out of it. */
export function laneName(what: string, ...secret: readonly string[]): string {
  return `${what}#${createHash('sha256').update(JSON.stringify(secret)).digest('hex').slice(0, 32)}`;
}

export function jsonCall(url: string, body: object, method: Call['method'] = 'POST'): Call {
  const headers = { 'content-type': 'application/json', 'user-agent': `Chainbell/${version}` };
  return { method, url, headers, body: JSON.stringify(body) };
}

/** What an answer means for the message and its destination. */
export type Outcome =
  /** Taken; `reference` is how it can be edited later. `silentMs`: the service takes nothing more before. */
  | { readonly kind: 'delivered'; readonly reference: string | null; readonly silentMs: number }
  /** Too many calls: again after a while, null if the service did not say when. */
  | { readonly kind: 'throttled'; readonly waitMs: number | null }
  /** A later try may go well. */
  | { readonly kind: 'failed' }
  /** The service will never take this message. */
  | { readonly kind: 'refused' }
  /** The service will never take any message: the destination is gone. */
  | { readonly kind: 'gone' }
  /** The URL can't be used. */
  | { readonly kind: 'unusable' }
  /** The message to edit is not there: this one is sent as a new one. */
  | { readonly kind: 'uneditable' }
  /** The chat has another id from now on. */
  | { readonly kind: 'moved'; readonly chat: number };

/**
 * The meaning of a status, unless the service has one of its own for it.
 * @param now epoch milliseconds
 * @param gone statuses by which the destination is gone for good
 */
export function judgeStatus(answer: Answer, now: number, gone: readonly number[] = [404, 410]): Outcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered', reference: null, silentMs: 0 };
  if (status >= 300 && status < 400) return { kind: 'unusable' };
  if (status === 429) return { kind: 'throttled', waitMs: retryAfterMs(answer, now) };
  if (gone.includes(status)) return { kind: 'gone' };
  // Request Timeout and Too Early say "again".
  if (status >= 400 && status < 500 && status !== 408 && status !== 425) return { kind: 'refused' };
  return { kind: 'failed' };
}

/** A message is tried for a day. */
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
