import type { Alert } from '../../functions/alert/alert.ts';
import { plainStyle, shownReasons } from '../../functions/alert/text/parts/shown-reasons.ts';
import { incidentTexts } from '../../functions/incidents/incident-texts.ts';
import type { OperationsMessage, OperationsOrigin } from '../../functions/incidents/operations-message.ts';
import { cleanText } from '../../functions/text/safe-text.ts';
import type { OpenStack } from '../cli/stack/open-stack.ts';

export interface Published {
  readonly subject: string | null;
  readonly json: unknown;
  readonly email: string | null;
  readonly sms: string | null;
  /** Absent: a local run. */
  readonly origin?: OperationsOrigin;
}

export interface AlertNews extends Published {
  readonly kind: 'alert';
  readonly alert: Alert;
  /** A transfer of the simulated chain, which no explorer shows. */
  readonly madeUp?: boolean;
}

/** Kept back as spam, or by the filters of the wallet's row. */
export interface HiddenNews {
  readonly kind: 'hidden' | 'filtered';
  readonly alert: Alert;
  /** Which filter hid it; absent for spam. */
  readonly filter?: string | undefined;
}

export interface OperationsNews extends Published {
  readonly kind: 'operations';
  readonly message: Omit<OperationsMessage, 'version'>;
}

export interface RemarkNews {
  readonly kind: 'remark';
  /** ISO. */
  readonly at: string;
  readonly text: string;
  readonly look: 'good' | 'bad' | 'plain';
  readonly api: 'down' | 'up' | null;
}

export type News = AlertNews | HiddenNews | OperationsNews | RemarkNews;

export type ShowNews = (news: News) => void;

/** Strongest first. */
export function reasonsOf({ verdict }: Alert): string[] {
  return verdict?.spam ? shownReasons(verdict, plainStyle) : [];
}

/** Adds the stack's options, or the local run's, to each command in the news. */
export function addressedNews(news: News, { addressed }: Pick<OpenStack, 'addressed'>): News {
  if (news.kind !== 'operations') return news;
  const { message } = news;
  return { ...news, message: { ...message, whatToDo: addressed(message.whatToDo) } };
}

/** The subject of a beginning incident has the row's label, which the message lacks. */
export function operationsWords({ message, subject }: Pick<OperationsNews, 'message' | 'subject'>) {
  const { type, state, wallet, chain } = message;
  const isBegin = state === 'began';
  const title = (isBegin && subject?.replace(/^Chainbell(?: \(.*?\))?: /, '')) || incidentTexts[type][state];
  const reason = shown(message.reason);
  const named = wallet === null || chain === null ? (wallet ?? chain) : `${wallet} on ${chain}`;
  const about = named === null ? null : shown(named);
  if (state === 'ended') return { title, about, text: withoutTitle(reason, title), look: 'good' as const };
  const look: RemarkNews['look'] = type === 'wallets.watching' ? 'plain' : 'bad';
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
