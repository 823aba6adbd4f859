import type {
  Alert,
  BalanceAlert,
  DigestAlert,
  UnreadableAlert,
  WalletAlert,
  WatchingAlert,
} from '../alert.ts';
import { adviceOf } from './advice.ts';
import { approvalSentence } from './approval-texts.ts';
import { controlSentence } from './control-texts.ts';
import { digestSentence } from './digest-sentence.ts';
import {
  callAtOnce,
  imitationInShort,
  isPaidForSure,
  lookalikePaid,
  lookalikeToName,
  loudest,
} from './imitation-texts.ts';
import { fitted, smsLength, type TextLimits } from './limits.ts';
import { howMuch, walletOnChain } from './parts/names.ts';
import { countOf, writeAmount } from './parts/shown-amount.ts';
import { lookalikeOf, poisoningSentence } from './poisoning-texts.ts';
import { asciiStyle, shorten, type TextStyle } from './style.ts';
import { summarySentence, summarySubject } from './summary-texts.ts';
import { revertedSentence, spamMark, transferSentence, type Warning } from './transfer-sentence.ts';

/**
 * Every sentence about a single transfer has amount and wallet.
 * @param limit maximum characters, at least 99, or 140 with a reason @param always limits that hold however much room there is
 */
export function sentence(
  alert: WalletAlert,
  style: TextStyle,
  limit: number,
  warning: Warning,
  always: Partial<TextLimits> = {},
): string {
  if (alert.type === 'transfers.digest') {
    const mark = alert.severity === 'critical' ? loudest.whole : '';
    return mark + digestSentence(alert, style, limit - mark.length);
  }
  const text = fitted(limit, (given) => {
    const limits = { ...given, ...always };
    return spamMark(alert, style, limits, warning) + textOf(alert, style, limits);
  });
  if (text.length <= limit || !('transfer' in alert) || alert.type === 'wallet.poisoning') return text;
  const lookalike = lookalikeToName(alert);
  return lookalike === null ? text : imitationInShort(alert, lookalike, style);
}

function textOf(alert: Exclude<WalletAlert, DigestAlert>, style: TextStyle, limits: TextLimits): string {
  switch (alert.type) {
    case 'wallet.watching':
      return watching(alert, style, limits);
    case 'entry.unreadable':
      return unreadable(alert, style, limits);
    case 'balance.low':
    case 'balance.restored':
      return balanceSentence(alert, style, limits);
    case 'control.changed':
      return controlSentence(alert, style, limits);
    case 'approval.granted':
    case 'approval.revoked':
      return approvalSentence(alert, style, limits);
    case 'wallet.poisoning':
      return poisoningSentence(alert, style, limits);
    case 'transfer.reverted':
      return revertedSentence(alert, style, limits);
    default:
      return (
        (isPaidForSure(alert) ? loudest[limits.spam] : '') +
        transferSentence(alert.transfer, alert, style, limits, lookalikeToName(alert)) +
        (isPaidForSure(alert) && limits.hint ? callAtOnce(alert) : '')
      );
  }
}

function watching({ wallet, fromBlock }: WatchingAlert, style: TextStyle, limits: TextLimits): string {
  const hint = limits.hint ? ' To change or stop it: npx chainbell set, npx chainbell remove.' : '';
  return `Now watching ${walletOnChain(wallet, style, limits)}: alerts come ${fromWhen(fromBlock)}.${hint}`;
}

export function fromWhen(fromBlock: number | null): string {
  return fromBlock === null ? 'from now on' : `from block ${countOf(fromBlock)} on`;
}

function unreadable({ wallet, entry }: UnreadableAlert, style: TextStyle, limits: TextLimits): string {
  const block = entry.blockNumber === null ? '' : ` in block ${countOf(entry.blockNumber)}`;
  const others = entry.others === 0 ? '' : `, and ${countOf(entry.others)} more`;
  const hint = limits.hint ? ' Look it up: it may be a transfer.' : '';
  return `Something of ${walletOnChain(wallet, style, limits)} can't be read${block}${others}.${hint}`;
}

/** `Low balance: Payroll on eth has 0.05 ETH, less than 0.1.` */
function balanceSentence(alert: BalanceAlert, style: TextStyle, limits: TextLimits): string {
  const { wallet, balance, type } = alert;
  const has = `${walletOnChain(wallet, style, limits)} has ${howMuch(balance, alert, style, limits)}`;
  const floor = writeAmount(balance.minimum, limits.amount);
  if (type === 'balance.restored') return `Balance restored: ${has}, at least ${floor}.`;
  return `Low balance: ${has}, less than ${floor}.${limits.hint ? ' Look why before you refill it.' : ''}`;
}

export function smsText(alert: Alert): string {
  if (alert.type === 'summary') return summarySentence(alert);
  if (alert.type === 'wallet.poisoning') {
    const advice = lookalikeOf(alert).proven ? '. Copy neither.' : '. Trust neither.';
    return sentence(alert, asciiStyle, smsLength - advice.length, 'none') + advice;
  }
  // An SMS has no room for commands and the name of their stack.
  if (alert.type === 'wallet.watching')
    return sentence(alert, asciiStyle, smsLength, 'none', { hint: false });
  const { type, severity } = alert;
  const isPressing = type === 'approval.granted' || type === 'control.changed' || severity === 'critical';
  const said = sentence(alert, asciiStyle, smsLength, 'with reason', isPressing ? { hint: true } : {});
  const isPayment =
    (type === 'transfer.sent' && lookalikePaid(alert) === null) || type === 'transfers.digest';
  const advice = adviceOf(alert).find((line) => line.startsWith('Not yours?'));
  if (!isPayment || severity === 'info' || advice === undefined) return said;
  const advised = `${said.replace(/\.$/, '')}. ${advice}`;
  return advised.length <= smsLength ? advised : said;
}

/** SNS refuses a longer subject, and one with a line break, a control character or a character beyond ASCII. */
const subjectLength = 100;

export function subjectText(alert: Alert): string {
  if (alert.type === 'summary') return summarySubject(alert);
  return shorten(sentence(alert, asciiStyle, subjectLength, 'short'), subjectLength);
}
