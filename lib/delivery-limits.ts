/** How deliveries run, wherever they do: in the stack, in the local run and in the tests. */
export const deliveryLimits = {
  /** Seconds after which Lambda cuts the function off. */
  timeout: 60,
  /** Longer than the time-out, so that no message is given out again while it is still being delivered. */
  visibilitySeconds: 70,
  /** As long as SQS keeps anything: messages wait for a parameter that is missing. */
  retentionDays: 14,
  /** Messages that an invocation gets at most. */
  batchSize: 10,
  /** Workers of a destination, the fewest that AWS takes: one delivers, the other waits with what comes next. */
  concurrency: 2,
} as const;
