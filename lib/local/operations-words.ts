import { operationsHeadline } from '../../functions/incidents/operations-text.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import type { OperationsNews } from './news.ts';

/** An operations message as a person reads it here. */
export interface OperationsWords {
  readonly title: string;
  /** The row or wallet that it is about; null: all, or none. */
  readonly about: string | null;
  readonly text: string;
  readonly look: 'good' | 'bad' | 'plain';
}

export function operationsWords({ message }: Pick<OperationsNews, 'message'>): OperationsWords {
  const title = operationsHeadline(message);
  const { wallet, chain } = message;
  const reason = shown(message.reason);
  return {
    title,
    about: wallet === null ? null : shown(chain === null ? wallet : `${wallet} on ${chain}`),
    text: message.state === 'ended' ? withoutTitle(reason, title) : `${reason} ${shown(message.whatToDo)}`,
    look: lookOf(message),
  };
}

/** An end has its title in its reason, which serves where there is no title. */
function withoutTitle(reason: string, title: string): string {
  if (!reason.startsWith(title)) return reason;
  const rest = reason.slice(title.length).replace(/^[\s,.]+/, '');
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

function lookOf({ type, state }: OperationsNews['message']): OperationsWords['look'] {
  if (state === 'ended') return 'good';
  return type === 'wallets.watching' ? 'plain' : 'bad';
}

/** What users typed may hold anything, such as what moves a terminal's cursor. */
function shown(text: string): string {
  return cleanText(text, 2_000) ?? '';
}
