/** Of polls in the stack, in the local run and in the simulator. */
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
