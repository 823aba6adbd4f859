import { callWindows, openFor } from '../../functions/rate/call-windows.ts';
import { pollingLimits } from '../polling-limits.ts';
import { workersFor } from '../workers.ts';

/** Seconds of a call, as the bench's stand-ins answer: the API by its own words within some tenths, AWS within a region. */
export const latency = { api: 0.15, aws: 0.008 };

/** Seconds of a whole processor, measured by `npm run bench` and rounded up: what a message, a poll, an alert and a row take. */
export const processor = {
  message: 0.004,
  poll: 0.001,
  alert: 0.004,
  tick: 0.02,
  row: 25e-6,
};

/** With so much memory a function has one processor; with less, that part of it. */
const megabytesOfProcessor = 1_769;
const { dispatch, poll } = pollingLimits.megabytes;

/** Seconds of a processor take the longer the less memory there is, and cost the same. */
function gbSeconds(megabytes: number, waited: number, processorSeconds: number): number {
  return (megabytes * waited + megabytesOfProcessor * processorSeconds) / 1_024;
}

/** Of a function that does nothing but call: `waited` seconds and so many of a processor. */
export function pollGbSeconds(waited: number, processorSeconds: number): number {
  return gbSeconds(poll, waited, processorSeconds);
}

export function tickGbSeconds(waited: number, processorSeconds: number): number {
  return gbSeconds(dispatch, waited, processorSeconds);
}

/** A poll message as it is on the average. */
export interface MeanMessage {
  readonly polls: number;
  readonly alerts: number;
}

/**
 * Seconds that a message waits: for its states, for the first call, which goes ahead alone, and for the others side by side;
 * or longer for SNS, to which all workers together publish no more than email can take. Each time it calls it takes turns of a window,
 * and where it comes at the window's end it waits for the next one.
 */
export function waitOfMessage({ polls, alerts }: MeanMessage, callsPerSecond: number): number {
  const { length } = callWindows(callsPerSecond);
  const closed = length - openFor;
  const claiming = latency.aws + closed ** 2 / (2 * length * 1_000);
  const others = polls > 1 ? claiming + latency.api : 0;
  const publishing = Math.max(0, alerts - 1) / workersFor(callsPerSecond).alertsPerSecond;
  return latency.aws + claiming + latency.api + Math.max(others, publishing);
}
