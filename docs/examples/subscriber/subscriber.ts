import type { SNSEvent } from 'aws-lambda';
import type { Alert } from 'chainbell/alert';
import type { Seen } from '../seen/seen.ts';

export interface SubscriberDependencies {
  readonly seen: Seen;
  /** What you do about an alert: write it into a ledger, open a ticket, ring a bell. */
  readonly act: (alert: Alert) => Promise<void>;
}

/** A Lambda handler of alerts, subscribed to the alerts topic: acts on each once, however often it comes. */
export function createSubscriber({ seen, act }: SubscriberDependencies) {
  return async (event: SNSEvent): Promise<void> => {
    // SNS gives one record a call; the event is a list all the same.
    for (const { Sns } of event.Records) {
      // Taken as it is: only the topic may invoke the function, and only Chainbell publishes to the topic. Don't refuse fields
      // that you don't know: a later version may add some.
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
