import type { SNSEvent } from 'aws-lambda';
import type { Alert } from 'chainbell/alert';
import type { Seen } from '../seen/seen.ts';

export interface SubscriberDependencies {
  readonly seen: Seen;
  /** Your work for an alert: write it into a ledger, open a ticket, ring a bell. */
  readonly act: (alert: Alert) => Promise<void>;
}

/** A Lambda handler for the alerts topic: acts on each alert once, however often the alert comes. */
export function createSubscriber({ seen, act }: SubscriberDependencies) {
  return async (event: SNSEvent): Promise<void> => {
    // The event is a list, although SNS gives one record per call.
    for (const { Sns } of event.Records) {
      // Not checked: only the topic may invoke the function, and only Chainbell publishes to the topic. Don't refuse unknown fields:
      // a later version may add some.
      const alert: Alert = JSON.parse(Sns.Message);
      const state = await seen.begin(alert.id);
      if (state === 'done') continue;
      // Lambda retries a failed call after one minute and after two more: by then the other delivery has ended.
      if (state === 'busy') throw new Error(`another delivery of alert ${alert.id} is at work`);
      try {
        await act(alert);
      } catch (error) {
        await seen.giveUp(alert.id);
        throw error;
      }
      await seen.finish(alert.id);
    }
  };
}
