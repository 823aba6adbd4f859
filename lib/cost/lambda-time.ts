import { callWindows, openFor } from '../../functions/rate/call-windows.ts';
import { pollingLimits, workersFor } from '../limits.ts';

/** Seconds a call, as the bench's stand-ins answer. */
export const latency = { api: 0.15, aws: 0.008 };

/** Seconds of a whole processor, measured by `npm run bench` and rounded up. */
export const processor = { message: 0.004, poll: 0.001, alert: 0.004, tick: 0.02, row: 25e-6 };

/** With this memory a function has one processor; with less memory it has a proportional part of one. */
const megabytesOfProcessor = 1_769;

/** GB-seconds of a function. Less memory makes processor time longer, at the same price. */
const gbSecondsWith = (megabytes: number) => (waited: number, processorSeconds: number) =>
  (megabytes * waited + megabytesOfProcessor * processorSeconds) / 1_024;

export const pollGbSeconds = gbSecondsWith(pollingLimits.megabytes.poll);
export const tickGbSeconds = gbSecondsWith(pollingLimits.megabytes.dispatch);

/**
 * Seconds that a message waits: for states, for the first call, and then for the other calls side by side or for SNS,
 * whichever takes longer. Calls are claimed in an open window; at its end claims wait for the next window.
 */
export function waitOfMessage(mean: { polls: number; alerts: number }, callsPerSecond: number): number {
  const { length } = callWindows(callsPerSecond);
  const closed = length - openFor;
  const claiming = latency.aws + closed ** 2 / (2 * length * 1_000);
  const others = mean.polls > 1 ? claiming + latency.api : 0;
  const publishing = Math.max(0, mean.alerts - 1) / workersFor(callsPerSecond).alertsPerSecond;
  return latency.aws + claiming + latency.api + Math.max(others, publishing);
}
