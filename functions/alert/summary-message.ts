import type { SummaryAlert } from './alert.ts';
import { messageAttributes } from './attributes.ts';
import type { SnsMessage } from './sns-message.ts';
import { summaryEmail, summarySentence, summarySubject } from './text/summary-texts.ts';

/** Without the texts of all other alerts: the dispatch function starts sooner. */
export function summaryMessage(alert: SummaryAlert): SnsMessage {
  return {
    Subject: summarySubject(alert),
    Message: JSON.stringify({
      default: JSON.stringify(alert),
      email: summaryEmail(alert),
      sms: summarySentence(alert),
    }),
    MessageStructure: 'json',
    MessageAttributes: messageAttributes(alert),
  };
}
