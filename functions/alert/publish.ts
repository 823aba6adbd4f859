import { InvalidParameterException, PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { EpochMilliseconds } from '../chain/units.ts';
import type { TokenBucket } from '../rate/rate-limiter.ts';
import type { Clock } from '../runtime/clock.ts';
import type { SnsMessage } from './attributes.ts';
import { isUrgent } from './severity.ts';
import { bareSnsMessage, type OutgoingAlert, toSnsMessage } from './sns-message.ts';

/** Called when SNS has taken an alert. */
export type Published = (alert: OutgoingAlert) => void;

interface PublishDependencies {
  readonly sns: SNSClient;
  readonly topicArn: string;
  readonly pace: TokenBucket;
  readonly clock: Clock;
  /** Nothing begins after it, and a running call is aborted. */
  readonly deadline: EpochMilliseconds;
  readonly published: Published;
}

/** `failure` null: all went out, or the time was up. */
export type PublishOutcome = Awaited<ReturnType<typeof publishAlerts>>;

/** Node's timers fire at once beyond this. */
const maxTimer = 2 ** 31 - 1;

/**
 * In order, up to the first that SNS does not take: no reader sees a later alert before an earlier one. PublishBatch fails entry by
 * entry, so a later alert could overtake. An urgent one, and those before it, go before other wallets' alerts.
 */
export async function publishAlerts(
  alerts: readonly OutgoingAlert[],
  { sns, topicArn, pace, clock, deadline, published }: PublishDependencies,
): Promise<{ readonly published: number; readonly failure: Error | null }> {
  const timeLeft = Math.min(Math.max(deadline - clock.now(), 0), maxTimer);
  const abortSignal = AbortSignal.timeout(Math.floor(timeLeft));
  const send = async (message: SnsMessage): Promise<unknown> =>
    sns.send(new PublishCommand({ TopicArn: topicArn, ...message }), { abortSignal });
  const lastUrgent = alerts.findLastIndex(({ alert }) => isUrgent(alert));
  let count = 0;
  for (const alert of alerts) {
    if (!(await pace.take(deadline, count <= lastUrgent))) break;
    try {
      await send(toSnsMessage(alert)).catch((error: unknown) => {
        // Refused for ever, it would hold back all later alerts of its wallet.
        if (!(error instanceof InvalidParameterException)) throw error;
        return send(bareSnsMessage(alert));
      });
    } catch (error) {
      return { published: count, failure: error instanceof Error ? error : new Error(String(error)) };
    }
    count += 1;
    published(alert);
  }
  return { published: count, failure: null };
}
