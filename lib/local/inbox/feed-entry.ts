import { smsText, subjectText } from '../../../functions/alert/text/sms-and-subject.ts';
import { type News, type RemarkNews, reasonsOf } from '../news.ts';
import { operationsWords } from '../operations-words.ts';

const empty = {
  /** What kind of alert: colours, signs and a heading follow it. Null for what has its own. */
  type: null,
  title: null,
  look: null,
  /** The row or wallet that an operations message is about. */
  about: null,
  /** What a remark says of the API; null: nothing. */
  api: null,
  /** From another run. */
  earlier: false,
  /** Why it was hidden or is suspect. */
  reasons: [],
  subject: null,
  email: null,
  json: null,
} as const;

/** One entry of the page. */
export interface FeedEntry
  extends Readonly<Record<'type' | 'title' | 'about' | 'subject' | 'email', string | null>> {
  readonly kind: News['kind'];
  readonly look: RemarkNews['look'] | null;
  readonly api: RemarkNews['api'];
  readonly earlier: boolean;
  /** ISO time. */
  readonly at: string;
  /** As a phone shows it. */
  readonly text: string;
  readonly reasons: readonly string[];
  readonly json: unknown;
}

/** News as the page shows it. */
export function feedEntry(news: News): FeedEntry {
  const { kind } = news;
  switch (kind) {
    case 'alert': {
      const { alert, subject, email, json } = news;
      const { type, detectedAt: at } = alert;
      const text = news.sms ?? smsText(alert);
      return { ...empty, kind, type, at, text, reasons: reasonsOf(alert), subject, email, json };
    }
    case 'hidden': {
      const { alert } = news;
      const { type, detectedAt: at } = alert;
      return { ...empty, kind, type, at, text: subjectText(alert), reasons: reasonsOf(alert), json: alert };
    }
    case 'operations': {
      const { message, subject, email, json } = news;
      return { ...empty, kind, ...operationsWords(news), at: message.at, subject, email, json };
    }
    case 'remark':
      return { ...empty, title: 'Chainbell', ...news };
  }
}
