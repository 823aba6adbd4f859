/** Of polls in the stack, in the local run and in the simulator; times in seconds. */
export const pollingLimits = {
  timeout: 60,
  /** Longer than the timeout, so that no message is polled twice at once. */
  visibilitySeconds: 70,
  /** A throttled start counts as a receive too. */
  maxReceives: 5,
  /**
   * 512 MB have a third of a vCPU: a cold start stays under a second. With 100,000 rows a first tick takes
   * 20 s of a processor and has a minute; 1,024 MB have six tenths of one (`npm run bench`).
   */
  megabytes: { dispatch: 1_024, poll: 512 },
} as const;

/** Of deliveries in the stack, in the local run and in tests; times in seconds. */
export const deliveryLimits = {
  timeout: 60,
  /** Longer than the timeout, so that no message is delivered twice at once. */
  visibilitySeconds: 70,
  /** SQS's maximum: messages wait for a missing parameter. */
  retentionDays: 14,
  batchSize: 10,
  /** AWS's minimum: one worker delivers, the other waits with the next messages. */
  concurrency: 2,
} as const;

/** SNS silently disables an email subscription above ten messages a second. */
export const alertsPerSecond = 8;

export type Workers = ReturnType<typeof workersFor>;

/**
 * From two and a half seconds an answer on, polls wait for a worker. Fewer workers cost less: each may publish faster, and a worker is
 * billed while it waits for its turn. Ticks and deliveries share the ten that a new account runs at once.
 */
export function workersFor(callsPerSecond: number) {
  const concurrency = Math.min(50, Math.max(4, Math.ceil(callsPerSecond / 20)));
  // A worker may publish at least half an alert a second. More than sixteen workers together may exceed what SNS delivers.
  return { concurrency, alertsPerSecond: Math.max(0.5, alertsPerSecond / concurrency) };
}
