import {
  InvalidParameterException,
  InvalidParameterValueException,
  PublishCommand,
  type SNSClient,
} from '@aws-sdk/client-sns';
import type { EpochMilliseconds } from '../chain/units.ts';
import type { TokenBucket } from '../rate/rate-limiter.ts';
import type { Clock } from '../runtime/clock.ts';
import { defaultStack, withStackNote } from '../text/phrases.ts';
import type { Alert } from './alert.ts';
import { messageAttributes, type SnsMessage, snsMessage } from './attributes.ts';
import { emailText } from './email/email.ts';
import { isUrgent } from './severity.ts';
import { asShown } from './text/parts/shown-reasons.ts';
import { smsText, subjectText } from './text/sentence.ts';

export interface OutgoingAlert {
  readonly alert: Alert;
  /** ISO time of the alert's (oldest) block; absent if unknown. */
  readonly minedAt?: string | undefined;
}

/** Called after SNS has accepted an alert. */
export type OnPublished = (alert: OutgoingAlert) => void;

interface PublishDependencies {
  readonly sns: SNSClient;
  readonly topicArn: string;
  readonly stackName: string;
  readonly pace: TokenBucket;
  readonly clock: Clock;
  /** No call begins after this time, and a call under way is aborted. */
  readonly deadline: EpochMilliseconds;
  readonly onPublished: OnPublished;
}

interface PublishOutcome {
  readonly published: number;
  /** Null if all alerts went out, or time ran out. */
  readonly failure: Error | null;
}

/** SNS throws the first for a text that it refuses, and the second for an attribute such as a tag. */
const refusals = [InvalidParameterException, InvalidParameterValueException];

/**
 * Publishes alerts in order and stops at the first that SNS does not accept. PublishBatch fails entry by entry, so that a later alert
 * could overtake an earlier one. An urgent alert and all alerts before it overtake those of other wallets.
 */
export async function publishAlerts(
  alerts: readonly OutgoingAlert[],
  { sns, topicArn, stackName, pace, clock, deadline, onPublished }: PublishDependencies,
): Promise<PublishOutcome> {
  const abortSignal = AbortSignal.timeout(Math.floor(Math.max(deadline - clock.now(), 0)));
  const send = async (message: SnsMessage): Promise<unknown> =>
    sns.send(new PublishCommand({ TopicArn: topicArn, ...message }), { abortSignal });
  const lastUrgent = alerts.findLastIndex(({ alert }) => isUrgent(alert));
  let count = 0;
  for (const outgoing of alerts) {
    const { alert } = outgoing;
    if (!(await pace.take(deadline, count <= lastUrgent))) break;
    try {
      await send(toSnsMessage(alert, stackName)).catch((error: unknown) => {
        // An alert that SNS always refuses would hold back all later alerts of its wallet.
        if (!refusals.some((kind) => error instanceof kind)) throw error;
        return send(bareSnsMessage(alert));
      });
    } catch (error) {
      if (abortSignal.aborted) break;
      return { published: count, failure: error instanceof Error ? error : new Error(String(error)) };
    }
    count += 1;
    onPublished(outgoing);
  }
  return { published: count, failure: null };
}

/** The texts of emails and SMS. Other subscribers get the alert's JSON. */
export function alertTexts(alert: Alert, stackName = defaultStack) {
  const shown = asShown(alert);
  const email = withStackNote(emailText(shown), stackName);
  return { subject: subjectText(shown), email, sms: smsText(shown) };
}

export function toSnsMessage(alert: Alert, stackName = defaultStack): SnsMessage {
  const { subject, ...forms } = alertTexts(alert, stackName);
  return snsMessage(alert, subject, forms);
}

/** For an alert whose texts or attributes SNS refuses: every subscriber except phones gets the JSON. */
function bareSnsMessage(alert: Alert): SnsMessage {
  const { tags: _tags, amount: _amount, ...MessageAttributes } = messageAttributes(alert);
  const Subject = `Chainbell: ${alert.type}. SNS refused its texts`;
  return { ...snsMessage(alert, Subject, { sms: Subject }), MessageAttributes };
}

/** SNS and SQS accept 256 KB; SNS's envelope (2 KB) and a dead letter's reason have 16 KB of them. */
const maxBytes = 240 * 1024;

/** Whether SNS accepts the alert, and SQS the alert in SNS's envelope. */
export function fitsInMessage(alert: Alert): boolean {
  const { Subject, Message, MessageAttributes } = toSnsMessage(alert);
  return Buffer.byteLength(Subject + Message + JSON.stringify(MessageAttributes)) <= maxBytes;
}
