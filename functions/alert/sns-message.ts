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
 * An alert in the form of each kind of subscription. `default` serves what is not named here. The bounds on
 * texts, tags and reasons in alert-*.ts keep the whole under the 256 KB that SNS takes, five copies included.
 * An alert that is not marked is spam that its row wants reported like any other: the texts then say nothing of it, while
 * the JSON and the attributes keep the verdict.
 */
export function toSnsMessage({ alert, settings }: OutgoingAlert): SnsMessage {
  const json = JSON.stringify(alert);
  const shown = asShown(alert);
  return {
    Subject: subjectText(shown),
    Message: JSON.stringify({
      default: json,
      http: json,
      https: json,
      sqs: json,
      lambda: json,
      email: emailText(shown, settings),
      sms: smsText(shown),
    }),
    MessageStructure: 'json',
    MessageAttributes: messageAttributes(alert),
  };
}

/** As texts tell of it: spam that its row wants reported like any other is no spam in them. */
export function asShown(alert: Alert): Alert {
  if (!('marked' in alert) || alert.marked || alert.verdict === null) return alert;
  return { ...alert, verdict: { ...alert.verdict, spam: false } };
}
