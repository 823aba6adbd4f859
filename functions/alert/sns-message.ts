import type { Alert } from './alert.ts';
import { messageAttributes, type SnsMessage, snsMessage } from './attributes.ts';
import { emailText } from './email/email.ts';
import { smsText, subjectText } from './text/sentence.ts';
import type { WatchSetting } from './watch-settings.ts';

export interface OutgoingAlert {
  readonly alert: Alert;
  /** Of `wallet.watching`: the row's settings for its email. */
  readonly settings?: readonly WatchSetting[] | undefined;
  /** ISO time of its (oldest) block; absent if unknown. */
  readonly minedAt?: string | undefined;
}

export function toSnsMessage({ alert, settings }: OutgoingAlert): SnsMessage {
  const shown = asShown(alert);
  return snsMessage(alert, subjectText(shown), {
    email: emailText(shown, settings),
    sms: smsText(shown),
  });
}

/** Of an alert whose texts or attributes SNS refuses: all but phones get the JSON. */
export function bareSnsMessage({ alert }: OutgoingAlert): SnsMessage {
  const { tags: _tags, amount: _amount, ...MessageAttributes } = messageAttributes(alert);
  const Subject = `Chainbell: ${alert.type}. SNS refused its texts`;
  return { ...snsMessage(alert, Subject, { sms: Subject }), MessageAttributes };
}

/** SNS and SQS take 256 KB each; 16 KB are left for SNS's envelope (2 KB) and a dead letter's reason. */
const maxBytes = 240 * 1024;

/** Whether SNS takes the alert, and queues take it in SNS's envelope. */
export function fitsInMessage(alert: OutgoingAlert): boolean {
  const { Subject, Message, MessageAttributes } = toSnsMessage(alert);
  return Buffer.byteLength(Subject + Message + JSON.stringify(MessageAttributes)) <= maxBytes;
}

/** Texts don't mention spam that the row wants reported like any other; JSON and attributes keep the verdict. */
export function asShown(alert: Alert): Alert {
  if (!('marked' in alert) || alert.marked || alert.verdict === null) return alert;
  return { ...alert, verdict: { ...alert.verdict, spam: false } };
}
