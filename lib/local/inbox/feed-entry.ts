import { plainVoice, shownReasons } from '../../../functions/alert/shown-reasons.ts';
import { smsText } from '../../../functions/alert/sms.ts';
import { subjectText } from '../../../functions/alert/subject.ts';
import type { News, RemarkNews } from '../news.ts';
import { operationsWords } from '../operations-words.ts';

/** One entry of the page. */
export interface FeedEntry {
  readonly kind: News['kind'];
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

const empty = {
  type: null,
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

/** News as the page shows it. */
export function feedEntry(news: News): FeedEntry {
  const { kind } = news;
  switch (kind) {
    case 'alert': {
      const { alert, subject, email, json } = news;
      const { type, verdict, detectedAt: at } = alert;
      const text = news.sms ?? smsText(alert);
      const reasons = verdict?.spam ? shownReasons(verdict, plainVoice) : [];
      return { ...empty, kind, type, at, text, reasons, subject, email, json };
    }
    case 'hidden': {
      const { alert } = news;
      const { type, verdict, detectedAt: at } = alert;
      const reasons = verdict === null ? [] : shownReasons(verdict, plainVoice);
      return { ...empty, kind, type, at, text: subjectText(alert), reasons, json: alert };
    }
    case 'operations': {
      const { message, subject, email, json } = news;
      return { ...empty, kind, ...operationsWords(news), at: message.at, subject, email, json };
    }
    case 'remark':
      return { ...empty, title: 'Chainbell', ...news };
  }
}
