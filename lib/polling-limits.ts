/** How the polls run, wherever they do: in the stack, in the local run and in the simulator of the tests. */
export const pollingLimits = {
  /** Seconds after which Lambda cuts a function off. */
  timeout: 60,
  /** Longer than the time-out, so that no poll is given out again while it is still being made. */
  visibilitySeconds: 70,
  /** A start that Lambda throttles counts as received as well, so five of them make a dead letter. */
  maxReceives: 5,
} as const;
