import { readAddress } from '../../chain/address.ts';
import { dayOf } from '../../runtime/clock.ts';
import { lasted, minuteOf, withStackNote } from '../../text/phrases.ts';
import type { SummaryAlert, WalletAlert } from '../alert.ts';
import { snsMessage } from '../attributes.ts';
import { counted, countOf } from './parts/shown-amount.ts';
import { emailStyle, paragraph, shorten, type TextStyle } from './style.ts';

/** The words for one counted alert of a type, and for several if they differ. */
const words: Readonly<Record<WalletAlert['type'], readonly [one: string, several?: string]>> = {
  'transfer.received': ['received'],
  'transfer.sent': ['sent'],
  'transfer.self': ['to itself'],
  'transfer.reverted': ['cancelled by the network'],
  'transfers.digest': ['digest', 'digests'],
  'wallet.watching': ['newly watched'],
  'wallet.poisoning': ['warning of an imitation', 'warnings of imitations'],
  'approval.granted': ['approval', 'approvals'],
  'approval.revoked': ['approval taken back', 'approvals taken back'],
  'control.changed': ['change of control', 'changes of control'],
  'balance.low': ['low balance', 'low balances'],
  'balance.restored': ['restored balance', 'restored balances'],
  'entry.unreadable': ['unreadable entry', 'unreadable entries'],
};

function alertsOf(count: number, type: string): string {
  const [one, several = one] = words[type as WalletAlert['type']] ?? [type];
  return `${countOf(count)} ${count === 1 ? one : several}`;
}

function periodOf({ period, to }: SummaryAlert['summary']): string {
  return `${period === 'week' ? 'Week to ' : ''}${dayOf(Date.parse(to) - 1)}`;
}

function stateOf({ problems, others }: SummaryAlert['summary']): string {
  const open = problems.length + others;
  return open === 0 ? 'no open problem' : counted(open, 'open problem');
}

export function summarySentence({ summary }: SummaryAlert): string {
  return `${figuresOf(summary)}, ${stateOf(summary)}.`;
}

function figuresOf(summary: SummaryAlert['summary']): string {
  const { wallets, alerts, hidden } = summary;
  const total = Object.values(alerts).reduce((sum, one) => sum + one, 0);
  const figures = [counted(wallets, 'wallet'), counted(total, 'alert'), `${countOf(hidden)} hidden`];
  return `Chainbell, ${periodOf(summary).toLowerCase()}: ${figures.join(', ')}`;
}

/** Bad news first: a phone cuts a subject. */
export function summarySubject(alert: SummaryAlert): string {
  const { summary } = alert;
  return summary.problems.length === 0
    ? summarySentence(alert)
    : shorten(`${stateOf(summary)}: ${figuresOf(summary)}`, 100);
}

/** The first line says whether all is well. @param room of each text by others: chats refuse long messages */
export function summaryLines({ summary }: SummaryAlert, style: TextStyle, room = 1_000): string[] {
  const { wallets, alerts, hidden, latency, month, calls, problems, others } = summary;
  const time = (seconds: number) => lasted(seconds * 1_000);
  const types = Object.entries(alerts).sort(([, a], [, b]) => b - a);
  const published = types.map(([type, count]) => alertsOf(count, type));
  return [
    `${periodOf(summary)}: ${counted(wallets, 'wallet')} watched, ${stateOf(summary)}`,
    ...problems.map((one) => `Since ${minuteOf(one.since)}: ${shorten(problemText(one, style), room)}`),
    ...(others === 0 ? [] : [`And ${counted(others, 'more problem')}: npx chainbell doctor lists them.`]),
    `Alerts: ${published.length === 0 ? 'none' : published.join(', ')}`,
    `Hidden as spam: ${countOf(hidden)}`,
    latency && `From block to alert: usually ${time(latency.usual)}, at the slowest ${time(latency.slowest)}`,
    month &&
      `Last 30 days: half within ${time(month.p50)}, 95% within ${time(month.p95)}, 99% within ${time(month.p99)}`,
    calls &&
      `API calls: ${Math.round((100 * calls.made) / calls.plan)}% of the plan (${countOf(calls.made)} of ${countOf(calls.plan)})`,
  ].filter((line) => line !== null);
}

function problemText(
  { wallet, chain, reason }: SummaryAlert['summary']['problems'][number],
  style: TextStyle,
): string {
  const address = readAddress(wallet);
  const whom = address === null ? wallet && style.text(wallet) : style.address(address);
  const where = [whom, chain && style.text(chain)].filter((name) => name !== null).join(' on ');
  return `${where && `${where}: `}${style.text(reason) ?? ''}`;
}

export function summaryEmail(alert: SummaryAlert): string {
  return [
    ...summaryLines(alert, emailStyle).flatMap(paragraph),
    '',
    `Alert: ${alert.id}`,
    `You get this each ${alert.summary.period}, also when nothing happened: if it stays away, no alerts come either.`,
    'The setting "summary" makes it daily, weekly or none.',
  ].join('\n');
}

/** Imports no texts of other alerts, so that the dispatch function starts sooner. */
export function summaryMessage(alert: SummaryAlert, stackName: string) {
  const forms = { email: withStackNote(summaryEmail(alert), stackName), sms: summarySentence(alert) };
  return snsMessage(alert, summarySubject(alert), forms);
}
