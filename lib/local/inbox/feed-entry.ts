import { plainStyle, shownReasons } from '../../../functions/alert/text/shown-reasons.ts';
import { smsText, subjectText } from '../../../functions/alert/text/sms-and-subject.ts';
import type { AlertNews, HiddenNews, OperationsNews, RemarkNews } from '../news.ts';
import { operationsWords } from '../operations-words.ts';

/** One entry of the page. */
export interface FeedEntry {
  readonly kind: 'alert' | 'hidden' | 'operations' | 'remark';
  /** What kind of alert: colours, signs and a heading follow it. Null for what has its own. */
  readonly type: string | null;
  readonly title: string | null;
  readonly look: RemarkNews['look'] | null;
  /** The row or wallet that an operations message is about. */
  readonly about: string | null;
  /** What a remark says of the API; null: nothing. */
  readonly api: RemarkNews['api'];
  /** From another run. */
  readonly earlier: boolean;
  /** ISO time. */
  readonly at: string;
  /** As a phone shows it. */
  readonly text: string;
  /** Why it was hidden or is suspect. */
  readonly reasons: readonly string[];
  readonly subject: string | null;
  readonly email: string | null;
  readonly json: unknown;
}

const plain = {
  title: null,
  look: null,
  about: null,
  api: null,
  earlier: false,
  reasons: [],
  subject: null,
  email: null,
  json: null,
} as const;

export function alertEntry({ alert, sms, subject, email, json }: AlertNews): FeedEntry {
  const { verdict } = alert;
  const reasons = verdict?.spam ? shownReasons(verdict, plainStyle) : [];
  const text = sms ?? smsText(alert);
  const { type, detectedAt: at } = alert;
  return { ...plain, kind: 'alert', type, at, text, reasons, subject, email, json };
}

export function hiddenEntry({ alert, reasons }: HiddenNews): FeedEntry {
  const { type, detectedAt: at } = alert;
  return { ...plain, kind: 'hidden', type, at, text: subjectText(alert), reasons, json: alert };
}

export function operationsEntry(news: OperationsNews): FeedEntry {
  const { message, subject, email, json } = news;
  const words = operationsWords(news);
  return { ...plain, kind: 'operations', type: null, ...words, at: message.at, subject, email, json };
}

export function remarkEntry(remark: RemarkNews): FeedEntry {
  return { ...plain, kind: 'remark', type: null, title: 'Chainbell', ...remark };
}
