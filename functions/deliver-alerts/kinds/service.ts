import type { Answer, Call } from '../net/send.ts';
import type { QueuedMessage } from '../queued-message.ts';
import type { ChatMessage } from './chat-message.ts';

/** What the value of a destination's parameter comes to: a service that takes messages. */
export interface Service {
  /** What a message is in the service's form. `earlier`: where the message stands that this one takes back. */
  callOf(message: ToSend, earlier: string | null): Call;
  /** Rates that the service holds, by whom it counts. */
  readonly lanes: readonly Lane[];
  /** @param now epoch milliseconds: an answer may name a time */
  readonly judge: (answer: Answer, now: number) => Outcome;
  /** What may stand in no log, message or dead letter. */
  readonly secrets: readonly string[];
}

/** A message with what a chat says of it. */
export interface ToSend extends Pick<QueuedMessage, 'id' | 'content'> {
  readonly chat: ChatMessage;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** At most `burst` calls at once, then one each interval. */
export interface Lane {
  /** Whom the service counts, with no secret in it. */
  readonly name: string;
  readonly burst: number;
  readonly intervalMs: number;
}

/** What an answer means for the message and its destination. */
export type Outcome =
  /** Taken; `reference` is how it can be edited later. `silentMs`: the service takes nothing more before. */
  | { readonly kind: 'delivered'; readonly reference: string | null; readonly silentMs: number }
  /** Too many: again after a while, null where the service did not say when. */
  | { readonly kind: 'throttled'; readonly waitMs: number | null }
  /** May go well later. */
  | { readonly kind: 'failed' }
  /** Never will, this message. */
  | { readonly kind: 'refused' }
  /** Never will, any message: the destination is gone. */
  | { readonly kind: 'gone' }
  /** The URL is none to send to. */
  | { readonly kind: 'unusable' }
  /** The message that was to be edited is not there: it is sent as a new one. */
  | { readonly kind: 'uneditable' }
  /** The chat has another id from now on. */
  | { readonly kind: 'moved'; readonly chat: number };
