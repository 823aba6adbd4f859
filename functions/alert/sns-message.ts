import type { Alert } from './alert.ts';
import { type MessageAttributes, messageAttributes } from './attributes.ts';
import { emailText } from './email/email.ts';
import type { OutgoingAlert } from './outgoing-alert.ts';
import { smsText, subjectText } from './text/sms-and-subject.ts';

/** What a Publish call takes beside the topic. */
export interface SnsMessage {
  readonly Subject: string;
  readonly Message: string;
  readonly MessageStructure: 'json';
  readonly MessageAttributes: MessageAttributes;
}

/**
 * An alert in its three forms: email and SMS have their own, and SNS falls back to `default`, the JSON, for every other
 * protocol: `sqs`, `http`, `https`, `lambda`, `firehose` and `email-json`. An alert that is not marked is spam that its row
 * wants reported like any other: the texts then say nothing of it, while the JSON and the attributes keep the verdict.
 */
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

/**
 * SNS and SQS take 256 KB each. A queue gets the JSON in SNS's envelope, without the email: ids, URLs and a signature of 2 KB,
 * and a dead letter has its reason besides. The 16 KB left out here hold them.
 */
const maxBytes = 240 * 1024;

/** Whether SNS takes the alert in all its forms, and queues take it in SNS's envelope. */
export function fitsInMessage(alert: OutgoingAlert): boolean {
  const { Subject, Message, MessageAttributes } = toSnsMessage(alert);
  return Buffer.byteLength(Subject + Message + JSON.stringify(MessageAttributes)) <= maxBytes;
}

/** As texts tell of it: spam that its row wants reported like any other is no spam in them. */
export function asShown(alert: Alert): Alert {
  if (!('marked' in alert) || alert.marked || alert.verdict === null) return alert;
  return { ...alert, verdict: { ...alert.verdict, spam: false } };
}
