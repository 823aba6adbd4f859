import { cleanText } from '../alert/safe-text.ts';
import { unlink } from '../alert/unlink.ts';
import type { OperationsMessage, ProblemType } from './operations-message.ts';

const headlines: Readonly<Record<ProblemType, string>> = {
  'row.unreadable': "A row of the Watchlist can't be understood",
  'row.duplicate': 'Two rows watch the same wallet',
  'key.missing': 'The API key is missing',
  'key.refused': 'The API refuses the key',
  'plan.exhausted': "The API plan's calls are used up",
  'api.unavailable': 'The API is unavailable',
  'wallet.failing': "A wallet can't be polled",
  'wallets.watching': 'Many wallets are watched now',
  'polling.stretched': 'Wallets are polled less often than asked',
  backlog: 'Transfers are told late',
};

/** The subject of an operations email: ASCII, under 100 characters. */
export function operationsSubject({ type, state }: OperationsMessage): string {
  return `Chainbell: ${headlines[type]}${state === 'ended' ? ' - over' : ''}`;
}

/** An operations message as plain text for a person. What users typed is shown cleaned and without links. */
export function operationsEmail(message: OperationsMessage): string {
  const shown = (text: string) => unlink(cleanText(text, 2_000) ?? '');
  const lines = [
    `${headlines[message.type]}${message.state === 'ended' ? ': this is over' : ''}.`,
    '',
    ...(message.wallet === null ? [] : [`Wallet      ${shown(message.wallet)}`]),
    ...(message.chain === null ? [] : [`Chain       ${shown(message.chain)}`]),
    `Reason      ${shown(message.reason)}`,
    `What to do  ${shown(message.whatToDo)}`,
    `At          ${message.at.slice(0, 19).replace('T', ' ')} UTC`,
  ];
  return `${lines.join('\n')}\n`;
}
