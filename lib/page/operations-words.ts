import { operationsHeadline } from '../../functions/incidents/operations-text.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import type { OperationsNews, RemarkNews } from './news.ts';

interface OperationsWords {
  readonly title: string;
  readonly about: string | null;
  readonly text: string;
  readonly look: RemarkNews['look'];
}

export function operationsWords({ message }: Pick<OperationsNews, 'message'>): OperationsWords {
  const { type, state, wallet, chain } = message;
  const title = operationsHeadline(message);
  const reason = shown(message.reason);
  const named = wallet === null || chain === null ? (wallet ?? chain) : `${wallet} on ${chain}`;
  const about = named === null ? null : shown(named);
  if (state === 'ended') return { title, about, text: withoutTitle(reason, title), look: 'good' };
  const look = type === 'wallets.watching' ? 'plain' : 'bad';
  return { title, about, text: `${reason} What to do: ${shown(message.whatToDo)}`, look };
}

/** The reason of an end begins with the title. */
function withoutTitle(reason: string, title: string): string {
  if (!reason.startsWith(title)) return reason;
  const rest = reason.slice(title.length).replace(/^[\s,.]+/, '');
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

/** Users' text may move a terminal's cursor. */
function shown(text: string): string {
  return cleanText(text, 2_000) ?? '';
}
