import { type Estimate, estimateOf, monthlyBill, totalOf } from '../../../lib/cost/estimate.ts';
import { callsPerSecondFor } from '../../../lib/cost/plans.ts';
import { alertsPerSecond } from '../../../lib/limits.ts';
import { markdownTable } from '../../support/docs/docs-section.ts';
import type { DayCost } from '../day/days.ts';
import type { Latency } from '../day/latency.ts';
import { naiveDay } from '../day/naive-day.ts';
import type { StormCost } from '../day/storms.ts';

/** Every minute, five active minutes a day, sweeps every six hours, a large enough API plan: the assumptions of docs/architecture.md. */
const activeMinutes = 5;
const usual = { activeMinutes, sweepSeconds: 21_600, scanSeconds: 15, callsPerDay: null };

function estimateAt(wallets: number, node: boolean): Estimate {
  const asked = { ...usual, groups: [{ chain: '0x1', everySeconds: 60, wallets }], node };
  return estimateOf({ ...asked, callsPerSecond: callsPerSecondFor(asked) });
}

/** Whether today's stack can do it: there is an API plan with the pace, and alerts go out as fast as they come. */
function isWithinLimits({ plan, alertsAMonth }: Estimate): boolean {
  return plan.planCallsPerSecond !== null && alertsAMonth / (30 * 86_400) <= alertsPerSecond;
}

/** The table of docs/architecture.md that needs only the formulas. */
export function estimatesTable(): string {
  const rows = [10, 100, 1_000, 10_000, 100_000, 1_000_000].map((wallets) => {
    const [withoutNode, withNode] = [estimateAt(wallets, false), estimateAt(wallets, true)];
    const naive = totalOf(monthlyBill(naiveDay(wallets, activeMinutes)));
    const bill = (estimate: Estimate) =>
      `${dollars(estimate.awsAMonth.sum)}${isWithinLimits(estimate) ? '' : ' *'}`;
    return [
      count(wallets),
      count(withoutNode.apiCallsADay),
      count(withNode.apiCallsADay),
      count(withNode.rpcCallsADay),
      bill(withoutNode),
      bill(withNode),
      dollars(naive),
    ];
  });
  const head =
    'wallets, API calls a day, with a node, RPC calls a day, AWS a month, with a node, naive design';
  return markdownTable(head.split(', '), rows);
}

/** The table of `npm run bench`'s counts. */
export function daysTable(days: readonly DayCost[]): string {
  const rows = days.map((day) => [
    `${count(day.wallets)}${day.node ? `, a node every ${day.scanSeconds} s` : ''}`,
    count(day.ticks),
    `${count(day.apiCalls.counted)} (${count(day.apiCalls.estimated)})`,
    `${count(day.gbSeconds.counted)} (${count(day.gbSeconds.estimated)})`,
    `${dollars(day.dollars.counted)} (${dollars(day.dollars.estimated)})`,
    dollars(day.naiveDollars),
    day.share.toFixed(3),
    day.missed.length === 0 ? '' : `missed: ${day.missed.join(', ')}`,
  ]);
  return markdownTable(
    ['wallets', 'ticks', 'API calls', 'GB-seconds', 'AWS a month', 'naive', 'share', 'goal'],
    rows,
  );
}

/** Seconds from a transfer's block until SNS has its alert. */
export function latencyTable(latencies: readonly Latency[]): string {
  const rows = latencies.map(({ name, transfers, untold, p50, p95, p99, missed }) => [
    name,
    count(transfers),
    count(untold),
    ...[p50, p95, p99].map((seconds) => `${count(seconds)} s`),
    missed.length === 0 ? '' : `missed: ${missed.join(', ')}`,
  ]);
  return markdownTable(['transfers come from', 'transfers', 'never told', 'p50', 'p95', 'p99', 'goal'], rows);
}

/** Gas of an event that the sender's own contract writes for one wallet, and dollars for a million gas on a cheap chain. */
const price = { gasAnEvent: 1_900, dollarsAMillionGas: 0.01 };

/** What a day of a stranger's storm costs each side. */
export function stormsTable(storms: readonly StormCost[]): string {
  const rows = storms.map(({ storm, transfers, alerts, apiCalls, dollarsADay, emailDollars }) => [
    storm,
    dollars((transfers * price.gasAnEvent * price.dollarsAMillionGas) / 1e6),
    count(alerts),
    count(apiCalls),
    dollars(dollarsADay),
    dollars(emailDollars),
  ]);
  return markdownTable(
    ['transfers', 'costs the sender', 'alerts', 'API calls', 'AWS', 'each email subscriber'],
    rows,
  );
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function dollars(amount: number): string {
  const digits = amount < 100 ? 2 : 0;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
