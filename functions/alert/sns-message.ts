import type { Alert } from './alert.ts';
import { type MessageAttributes, messageAttributes } from './attributes.ts';
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

export interface SnsMessage {
  readonly Subject: string;
  readonly Message: string;
  readonly MessageStructure: 'json';
  readonly MessageAttributes: MessageAttributes;
}

/** Email and SMS have forms of their own; SNS falls back to `default`, the JSON, for all other protocols. */
export function toSnsMessage({ alert, settings }: OutgoingAlert): SnsMessage {
  const shown = asShown(alert);
  return {
    Subject: subjectText(shown),
    Message: JSON.stringify({
      default: JSON.stringify(alert),
      email: emailText(shown, settings),
      sms: smsText(shown),
    }),
    MessageStructure: 'json',
    MessageAttributes: messageAttributes(alert),
  };
}

/** Of an alert whose texts or attributes SNS refuses: all but phones get the JSON. */
export function bareSnsMessage({ alert }: OutgoingAlert): SnsMessage {
  const { tags: _tags, amount: _amount, ...MessageAttributes } = messageAttributes(alert);
  const Subject = `Chainbell: ${alert.type}. SNS refused its texts`;
  return {
    Subject,
    Message: JSON.stringify({ default: JSON.stringify(alert), sms: Subject }),
    MessageStructure: 'json',
    MessageAttributes,
  };
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
