/**
 * The memory of a subscriber: which alerts it has acted on. Chainbell tells every alert at least once, and an alert that comes
 * again has the same `id`, so a subscriber drops repeats by it.
 *
 * An id is put down before the work and once more after it. Before it alone, a crash in between would lose the alert, for the
 * retry would look like a repeat; after it alone, two deliveries at the same moment would both act.
 */
export interface Seen {
  /** `begun`: act on it now. `done`: a repeat, drop it. `busy`: another delivery of it is at work, so let this one come again. */
  begin(id: string): Promise<'begun' | 'done' | 'busy'>;
  /** It was acted on. */
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
