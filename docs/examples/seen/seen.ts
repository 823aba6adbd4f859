/**
 * A subscriber's memory of the alerts on which it has acted. Chainbell sends every alert at least once. A repeat has the same
 * `id`, so that a subscriber can drop it.
 *
 * An id is recorded before the work and again after it. If only before, a crash in between would lose the alert: the retry
 * would look like a repeat. If only after, two deliveries at the same moment would both act.
 */
export interface Seen {
  /** `begun`: act on the alert now. `done`: drop the repeat. `busy`: another delivery is under way; let this one be retried. */
  begin(id: string): Promise<'begun' | 'done' | 'busy'>;
  /** The alert was acted on. */
  finish(id: string): Promise<void>;
  /** The work failed: the next delivery may try at once. */
  giveUp(id: string): Promise<void>;
}

/** Longer than the work on an alert takes. If a delivery has not finished by then, it has crashed, and the next takes over. */
export const leaseMs = 60_000;

/**
 * Thirty days: SNS retries a Lambda or a queue for 23 days, and a dead letter may be sent again for two weeks.
 */
export const rememberMs = 30 * 86_400_000;
