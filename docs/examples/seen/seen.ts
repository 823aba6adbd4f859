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
  /** Acting on it failed: the next delivery may try at once. */
  giveUp(id: string): Promise<void>;
}

/** Longer than acting on an alert takes: who has not finished by then has crashed, and the next delivery takes over. */
export const leaseMs = 60_000;

/**
 * Thirty days. SNS tries a Lambda or a queue for 23 days, and what lies in a dead-letter queue for two weeks may be sent again
 * on the last of them.
 */
export const rememberMs = 30 * 86_400_000;
