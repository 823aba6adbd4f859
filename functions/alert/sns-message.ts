import type { Alert } from './alert.ts';
import { type MessageAttributes, messageAttributes } from './attributes.ts';
import { emailText } from './email.ts';
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
 * texts, tags and reasons in compose.ts keep the whole under the 256 KB that SNS takes, five copies included.
 */
export function toSnsMessage(alert: Alert): SnsMessage {
  const json = JSON.stringify(alert);
  return {
    Subject: subjectText(alert),
    Message: JSON.stringify({
      default: json,
      http: json,
      https: json,
      sqs: json,
      lambda: json,
      email: emailText(alert),
      sms: smsText(alert),
    }),
    MessageStructure: 'json',
    MessageAttributes: messageAttributes(alert),
  };
}
