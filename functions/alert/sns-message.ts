import { type MessageAttributes, messageAttributes } from './attributes.ts';
import { emailText } from './email.ts';
import type { OutgoingAlert } from './outgoing-alert.ts';
import { smsText } from './sms.ts';
import { subjectText } from './subject.ts';

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
 * @param marked false where the row's policy is to tell spam like any other: the texts then say nothing of it, while
 * the JSON and the attributes keep the verdict
 */
export function toSnsMessage({ alert, marked }: OutgoingAlert): SnsMessage {
  const json = JSON.stringify(alert);
  const shown =
    marked || alert.verdict === null ? alert : { ...alert, verdict: { ...alert.verdict, spam: false } };
  return {
    Subject: subjectText(shown),
    Message: JSON.stringify({
      default: json,
      http: json,
      https: json,
      sqs: json,
      lambda: json,
      email: emailText(shown),
      sms: smsText(shown),
    }),
    MessageStructure: 'json',
    MessageAttributes: messageAttributes(alert),
  };
}
