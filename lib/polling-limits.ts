/** How the polls run, wherever they do: in the stack, in the local run and in the simulator of the tests. */
export const pollingLimits = {
  /** Seconds after which Lambda cuts a function off. */
  timeout: 60,
  /** Longer than the time-out, so that no poll is given out again while it is still being made. */
  visibilitySeconds: 70,
  /** A start that Lambda throttles counts as received as well, so five of them make a dead letter. */
  maxReceives: 5,
  /**
   * Memory. The poll function's is a third of a vCPU: TLS handshakes and a cold start stay under a second. 100,000 rows fit into
   * 256 (`npm run bench`), but their first tick is twenty seconds of a processor and has a minute: of one, 1,024 MB have six
   * tenths, 256 a seventh.
   */
  megabytes: { dispatch: 1_024, poll: 512 },
} as const;
