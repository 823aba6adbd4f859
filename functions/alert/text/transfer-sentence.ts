import type { AlertTransfer, RevertedAlert, WalletAlert } from '../alert.ts';
import { imitationClause, lookalikePaid, lookalikeToName, type NamedLookalike } from './imitation-texts.ts';
import type { TextLimits } from './limits.ts';
import { howMuch, longAgo, onChain, otherName, walletWithin } from './parts/names.ts';
import { countOf } from './parts/shown-amount.ts';
import { shownReasons } from './parts/shown-reasons.ts';
import { shorten, type TextStyle } from './style.ts';

export type Warning = 'with reason' | 'short' | 'none';

export const verbs = { in: 'received', out: 'sent', self: 'sent itself' };

/** `Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth` @param lookalike to be named in it */
export function transferSentence(
  transfer: AlertTransfer,
  alert: WalletAlert,
  style: TextStyle,
  limits: TextLimits,
  lookalike: NamedLookalike | null = null,
): string {
  const { wallet } = alert;
  const where = onChain(wallet, limits) + longAgo(transfer.blockTimestamp, alert, limits);
  const name = walletWithin(wallet, style, limits.wallet);
  const moved = `${name} ${verbs[transfer.direction]} ${howMuch(transfer, alert, style, limits)}`;
  if (lookalike !== null)
    return `${moved}${where} ${imitationClause(lookalike, { type: alert.type, transfer }, style, limits)}`;
  return [moved, ...fromOrTo(transfer, alert, style, limits)].join(' ') + where;
}

/** The first word says that the transfer does not count. */
export function revertedSentence(alert: RevertedAlert, style: TextStyle, limits: TextLimits): string {
  const hint = limits.hint ? '. The network took it off the chain: do not count on it.' : '';
  // In the shortest form the token's marks need the room of the others.
  const others = limits.spam === 'short' ? '' : withOthers(alert);
  return `Cancelled${others}: ${transferSentence(alert.transfer, alert, style, limits, lookalikeToName(alert))}${hint}`;
}

export function withOthers({ others }: Pick<RevertedAlert, 'others'>): string {
  return others === null ? '' : ` with ${countOf(others.count)} more`;
}

/** `from "Binance 14" (0x28C6...1d60)`, if it is known and there is room. */
export function fromOrTo(
  transfer: AlertTransfer,
  alert: WalletAlert,
  style: TextStyle,
  limits: Pick<TextLimits, 'other'>,
): string[] {
  const other = limits.other > 0 ? otherName(transfer, alert, style, limits.other) : null;
  return other === null ? [] : [transfer.direction === 'in' ? 'from' : 'to', other];
}

/** Empty without spam, and where the sentence names a lookalike instead. */
export function spamMark(
  alert: WalletAlert,
  style: TextStyle,
  limits: Pick<TextLimits, 'reason' | 'spam'>,
  warning: Warning,
): string {
  const { type, verdict } = alert;
  if (warning === 'none' || !verdict?.spam) return '';
  if (type === 'wallet.poisoning' || lookalikePaid(alert) !== null) return '';
  const [reason] = warning === 'with reason' ? shownReasons(verdict, style) : [];
  if (reason) return `Likely spam: ${shorten(reason, limits.reason).replace(/(?<![.!?])$/, '.')} `;
  return limits.spam === 'whole' ? 'Likely spam: ' : 'Spam: ';
}
