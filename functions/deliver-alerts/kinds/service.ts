import { hash } from 'node:crypto';
import type { Page } from '../../alert/text/explorer-page.ts';
import type { EpochMilliseconds, Milliseconds } from '../../chain/units.ts';
import { retryAfterMs } from '../../runtime/clock.ts';
import { version } from '../../runtime/version.ts';
import type { Answer, Call } from '../net/send.ts';
import type { QueuedMessage } from '../queued-message.ts';

export interface Service {
  /** The address of all calls, or its beginning. */
  readonly url: string;
  /** @param earlier the message that this one takes back, by the service's id */
  callOf(message: ToSend, earlier: string | null): Call;
  readonly lanes: readonly Lane[];
  /** @param now epoch milliseconds: an answer may name a time */
  readonly judge: (answer: Answer, now: EpochMilliseconds) => Outcome;
  /** Texts that must stand in no log, message or dead letter. */
  readonly secrets: readonly string[];
}

export interface ToSend extends Pick<QueuedMessage, 'id' | 'content' | 'topicArn' | 'alert'> {
  readonly chat: ChatMessage;
  readonly now: EpochMilliseconds;
}

export interface ChatMessage {
  /** One line, for a locked phone. It begins with an emoji of ours, so that no stranger's text begins a line. */
  readonly headline: string;
  readonly lines: readonly string[];
  readonly link: Page | null;
  readonly tone: Tone;
  /** Of operations. Type and names are the same at its beginning and its end. */
  readonly problem?: { readonly type: string; readonly names: readonly string[]; readonly isOver: boolean };
}

/** Decides the colour beside a message, if a service has one. */
export type Tone = 'in' | 'out' | 'warning' | 'danger' | 'undone' | 'well';

/** At most `burst` calls at once, then one each interval. */
export interface Lane {
  /** Identifies the token or chat whose calls the service counts; holds no secret. */
  readonly name: string;
  readonly burst: number;
  readonly intervalMs: number;
}

/** A lane's name in a table. The secret is hashed: it may be a URL or a token. */
export function laneName(what: string, ...secret: readonly string[]): string {
  return `${what}#${hash('sha256', JSON.stringify(secret)).slice(0, 32)}`;
}

export const ourHeaders = { 'content-type': 'application/json', 'user-agent': `Chainbell/${version}` };

export function jsonCall(url: string, body: object, method: Call['method'] = 'POST'): Call {
  return { method, url, headers: ourHeaders, body: JSON.stringify(body) };
}

export type Outcome =
  /** `reference`: for editing it later. `silentMs`: how long the service takes nothing more. */
  | { readonly kind: 'delivered'; readonly reference: string | null; readonly silentMs: number }
  /** Null: the service did not say when. */
  | { readonly kind: 'throttled'; readonly waitMs: number | null }
  /** A later try may succeed. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'refused' }
  /** The service accepts no message any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unusable' }
  /** The chat has another id from now on. */
  | { readonly kind: 'moved'; readonly chat: number };

/** The outcome by the status alone. @param now epoch milliseconds @param gone statuses that switch the destination off */
export function judgeStatus(answer: Answer, now: EpochMilliseconds, gone = [404, 410]): Outcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered', reference: null, silentMs: 0 };
  if (status >= 300 && status < 400) return { kind: 'unusable' };
  if (status === 429) {
    const waitMs = boundedWait(retryAfterMs(headerOf(answer.headers, 'retry-after'), now));
    return { kind: 'throttled', waitMs };
  }
  if (gone.includes(status)) return { kind: 'gone' };
  // Request Timeout and Too Early say "again".
  if (status >= 400 && status < 500 && status !== 408 && status !== 425) return { kind: 'refused' };
  return { kind: 'failed' };
}

/** No answer may silence a destination for the whole day that its messages are tried. */
export const longestWaitMs = 3_600_000;

export function boundedWait(ms: Milliseconds): number | null {
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestWaitMs) : null;
}

export function headerOf(headers: Answer['headers'], name: string): string | undefined {
  return [headers[name]].flat()[0];
}
