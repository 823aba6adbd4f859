import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { TokenBucket } from '../rate/token-bucket.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OutgoingAlert } from './outgoing-alert.ts';
import { isUrgent } from './severity.ts';
import { toSnsMessage } from './sns-message.ts';

/** Told of each alert at the moment when SNS has taken it. */
export type Published = (alert: OutgoingAlert) => void;

interface PublishDependencies {
  readonly sns: SNSClient;
  readonly topicArn: string;
  readonly pace: TokenBucket;
  readonly clock: Clock;
  /** Epoch milliseconds: nothing is begun after it, and a call under way is given up. */
  readonly deadline: number;
  readonly published: Published;
}

export interface PublishOutcome {
  /** How many alerts, from the first on, SNS accepted. */
  readonly published: number;
  /** What SNS answered for the next one; null when all went out or the time was up. */
  readonly failure: Error | null;
}

/** Node's timers fire at once beyond this. */
const maxTimer = 2 ** 31 - 1;

/**
 * Publishes the alerts of one wallet in their order and stops at the first that SNS does not take after the
 * SDK's own retries: a reader never sees a later alert before an earlier one. One Publish a call and not
 * PublishBatch, whose entries fail one by one, so that a later alert could overtake; and at SNS email's ten
 * messages a second a batch would gain nothing. An urgent alert, with those that stand before it here, goes before what
 * other wallets have waiting.
 */
export async function publishAlerts(
  alerts: readonly OutgoingAlert[],
  { sns, topicArn, pace, clock, deadline, published }: PublishDependencies,
): Promise<PublishOutcome> {
  const timeLeft = Math.min(Math.max(deadline - clock.now(), 0), maxTimer);
  const abortSignal = AbortSignal.timeout(Math.floor(timeLeft));
  const lastUrgent = alerts.findLastIndex(({ alert }) => isUrgent(alert));
  let count = 0;
  for (const alert of alerts) {
    if (!(await pace.take(deadline, count <= lastUrgent))) break;
    try {
      await sns.send(new PublishCommand({ TopicArn: topicArn, ...toSnsMessage(alert) }), { abortSignal });
    } catch (error) {
      return { published: count, failure: error instanceof Error ? error : new Error(String(error)) };
    }
    count += 1;
    published(alert);
  }
  return { published: count, failure: null };
}
