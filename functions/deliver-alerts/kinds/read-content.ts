import { alertSchema } from '../../alert/alert.ts';
import type { OperationsOrigin } from '../../incidents/operations-origin.ts';
import type { DestinationKind } from '../environment.ts';
import { parsedJson } from '../parsed-json.ts';
import type { QueuedMessage } from '../queued-message.ts';
import { alertMessage } from './alert-message.ts';
import type { ChatMessage } from './chat-message.ts';
import { operationsChat } from './operations-chat.ts';

/** What a queued message says. */
export interface Content {
  readonly chat: ChatMessage;
  /** The id of the alert that it takes back. */
  readonly reverts: string | null;
}

const passedOn: Content = { chat: { headline: '', lines: [], link: null, tone: 'well' }, reverts: null };

/** An alert or an operations message. Null for what is neither; a webhook gets that too. */
export function readContent(
  { content, fromOperations, subject }: QueuedMessage,
  kind: DestinationKind,
  origin: OperationsOrigin,
): Content | null {
  if (kind === 'webhook') return passedOn;
  if (fromOperations) return { chat: operationsChat(content, subject, origin), reverts: null };
  const alert = parsedJson(alertSchema).safeParse(content).data;
  if (alert === undefined) return null;
  return { chat: alertMessage(alert), reverts: 'reverts' in alert ? alert.reverts : null };
}
