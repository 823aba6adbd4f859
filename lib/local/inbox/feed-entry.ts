import { smsText } from '../../../functions/alert/sms.ts';
import { subjectText } from '../../../functions/alert/subject.ts';
import type { AlertNews, HiddenNews, OperationsNews } from '../news.ts';

/** One entry of the page. */
export interface FeedEntry {
  readonly kind: 'alert' | 'hidden' | 'operations';
  /** What kind of alert or message: colours and signs follow it. */
  readonly type: string;
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

export function alertEntry({ alert, sms, subject, email, json }: AlertNews): FeedEntry {
  const { verdict } = alert;
  const reasons = verdict?.spam ? verdict.reasons.map(({ detail }) => detail) : [];
  const text = sms ?? smsText(alert);
  return { kind: 'alert', type: alert.type, at: alert.detectedAt, text, reasons, subject, email, json };
}

export function hiddenEntry({ alert, reasons }: HiddenNews): FeedEntry {
  return {
    kind: 'hidden',
    type: alert.type,
    at: alert.detectedAt,
    text: subjectText(alert),
    reasons,
    subject: null,
    email: null,
    json: alert,
  };
}

export function operationsEntry({ message, subject, email, json }: OperationsNews, at: string): FeedEntry {
  const type = `${message.type} ${message.state}`;
  const text = `${message.reason} ${message.whatToDo}`;
  return { kind: 'operations', type, at, text, reasons: [], subject, email, json };
}
