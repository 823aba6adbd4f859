import { simulateDay } from './simulate-day.ts';

/** Sources of transfers and alerts. */
const kinds = [
  { name: 'API, a free plan', callsPerDay: 800, node: false },
  { name: 'API, a plan that is large enough', callsPerDay: null, node: false },
  { name: 'API, a free plan, and a node', callsPerDay: 800, node: true },
  { name: 'API, a plan that is large enough, and a node', callsPerDay: null, node: true },
  { name: 'a node alone', callsPerDay: null, node: true, isSource: true, half: 15 },
] as const;

/** Twenty wallets at five active minutes a day: a free plan and a node can keep up. */
const wallets = 20;
const activeMinutes = 5;
/** Longer than the time between two polls of a free plan. */
const ticksAfter = 90;

export type Latency = ReturnType<typeof latencyOf>;

/** `npm run bench -- --only latency`: a day of each kind of chain, and transfers in, out and in strangers' tokens. */
export async function simulatedLatencies(minutes = 1_440): Promise<Latency[]> {
  const latencies: Latency[] = [];
  for (const { name, callsPerDay, node, ...kind } of kinds) {
    const groups = [{ chain: '0x1', everySeconds: 60, wallets }];
    const plan = { callsPerDay, callsPerSecond: 10, sweepSeconds: 21_600, scanSeconds: 15 };
    const stretch = { dropped: 2, before: 0, counted: minutes, after: ticksAfter, isMixed: true, ...kind };
    const { alerts } = await simulateDay({ groups, activeMinutes, node, ...plan }, stretch);
    latencies.push(latencyOf(name, alerts, 'half' in kind ? kind.half : Number.POSITIVE_INFINITY));
  }
  return latencies;
}

/** How long alerts took in a simulated day: seconds from the block's time until SNS has the alert. */
function latencyOf(name: string, alerts: readonly (number | null)[], half: number) {
  const seconds = alerts.filter((one) => one !== null).toSorted((a, b) => a - b);
  const percentile = (part: number) => seconds[Math.ceil(part * seconds.length) - 1] ?? Number.NaN;
  const untold = alerts.length - seconds.length;
  const [p50, p95, p99] = [percentile(0.5), percentile(0.95), percentile(0.99)];
  const missed = [
    ...(p50 <= half ? [] : [`half of all within ${half} s`]),
    ...(untold === 0 ? [] : [`${untold} never told`]),
  ];
  // Only transfers in a genuine token, in or out: those in strangers' tokens may be hidden or wait for a digest.
  return { name, transfers: alerts.length, untold, p50, p95, p99, missed };
}
