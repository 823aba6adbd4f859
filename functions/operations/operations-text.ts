import { cleanText } from '../alert/safe-text.ts';
import { unlink } from '../alert/unlink.ts';
import type { OperationsMessage } from './operations-message.ts';
import { problemTexts } from './problem-texts.ts';

/** What it is about, in one line of ASCII without a full stop. */
export function operationsHeadline({ type, state }: Pick<OperationsMessage, 'type' | 'state'>): string {
  return problemTexts[type][state];
}

/** The subject of an operations email: ASCII, under 100 characters. */
export function operationsSubject(message: OperationsMessage): string {
  return `Chainbell: ${operationsHeadline(message)}`;
}

/** An operations message as plain text for a person. What users typed is shown cleaned and without links. */
export function operationsEmail(message: OperationsMessage): string {
  const { meanwhile } = problemTexts[message.type];
  const lasts = message.state === 'began';
  const facts = [
    ['Wallet', shown(message.wallet)],
    ['Chain', shown(message.chain)],
    ['Reason', shown(message.reason)],
    ['Meanwhile', lasts ? meanwhile : null],
    ['What to do', shown(message.whatToDo)],
    ['More', lasts ? `docs/runbook.md, under ${message.type}` : null],
    ['At', `${message.at.slice(0, 19).replace('T', ' ')} UTC`],
  ] as const;
  const lines = facts.flatMap(([name, text]) => (text === null ? [] : [`${name.padEnd(12)}${text}`]));
  return `${operationsHeadline(message)}.\n\n${lines.join('\n')}\n`;
}

function shown(text: string | null): string | null {
  return text === null ? null : unlink(cleanText(text, 25_000) ?? '');
}
