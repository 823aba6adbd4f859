import type { AlertLookalike, RevertedAlert, TransferAlert } from '../alert.ts';
import { imitationClause, isToImitation, saidLookalike } from './imitation-texts.ts';
import type { TextLimits } from './limits.ts';
import { howMuch, otherName, walletName } from './names.ts';
import { shownReasons } from './shown-reasons.ts';
import { shorten, type TextStyle } from './style.ts';

/** Whether a sentence about likely spam says so: with the reason, without, or not at all. */
export type Warning = 'with reason' | 'short' | 'none';

/** What the wallet did, in the words of a reader. */
export const verbs = { in: 'received', out: 'sent', self: 'sent itself' };

/**
 * `Treasury received 12,500.5 USDC from Binance 14 on eth`
 * @param lookalike whom the other side imitates, where the sentence is to say it
 */
export function transferSentence(
  { transfer, wallet }: Pick<TransferAlert, 'transfer' | 'wallet'>,
  style: TextStyle,
  limits: TextLimits,
  lookalike: AlertLookalike | null = null,
): string {
  const chain = limits.chain ? [`on ${wallet.chain}`] : [];
  const parts = [
    shorten(walletName(wallet, style), limits.wallet),
    verbs[transfer.direction],
    howMuch(transfer, style, limits),
    ...(lookalike === null
      ? [...otherSide(transfer, style, limits), ...chain]
      : [...chain, imitationClause(lookalike, transfer, limits)]),
  ];
  return parts.join(' ');
}

/** The same for a transfer that is not on the chain any more: the first word says that it does not count. */
export function revertedSentence(alert: RevertedAlert, style: TextStyle, limits: TextLimits): string {
  const hint = limits.hint ? '. A re-org took it off the chain: do not count on it.' : '';
  return `Undone: ${transferSentence(alert, style, limits, saidLookalike(alert))}${hint}`;
}

/** `from Binance 14`, where there is another side, it is known, and the room allows. */
export function otherSide(
  transfer: TransferAlert['transfer'],
  style: TextStyle,
  limits: TextLimits,
): string[] {
  const other = limits.other > 0 ? otherName(transfer, style) : null;
  if (other === null) return [];
  return [transfer.direction === 'in' ? 'from' : 'to', shorten(other, limits.other)];
}

/** The beginning of a sentence about likely spam; empty for any other, and where there is worse to say. */
export function likelySpam(
  alert: TransferAlert | RevertedAlert,
  style: TextStyle,
  limits: TextLimits,
  warning: Warning,
): string {
  const { verdict } = alert;
  if (warning === 'none' || !verdict?.spam || isToImitation(alert)) return '';
  const [reason] = warning === 'with reason' ? shownReasons(verdict, style) : [];
  if (reason) return `Likely spam: ${ended(shorten(reason, limits.reason))} `;
  return limits.spam === 'whole' ? 'Likely spam: ' : 'Spam: ';
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
