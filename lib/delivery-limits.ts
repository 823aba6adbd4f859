/** Of deliveries in the stack, in the local run and in tests. */
export const deliveryLimits = {
  timeout: 60,
  /** Longer than the timeout, so that no message is delivered twice at once. */
  visibilitySeconds: 70,
  /** SQS's maximum: messages wait for a missing parameter. */
  retentionDays: 14,
  batchSize: 10,
  /** AWS's minimum: one worker delivers, the other waits with what comes next. */
  concurrency: 2,
} as const;
