import type { SummaryAlert } from '../../alert/alert.ts';
import { summaryAlertId } from '../../alert/alert-id.ts';
import { callsKey } from '../../rate/daily-quota.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ReadItems } from '../../state/state-items.ts';
import { readTally, secondsWithin, type Tallied } from '../../state/tally.ts';
import { keyOf } from '../../wallet/watch.ts';
import { daily, mondayOf, type PeriodicTask, weekly } from '../daily/daily-tasks.ts';
import { openProblems, type TickFacts } from './open-problems.ts';

/** How often there is a summary, and what it is made of. */
export interface SummaryDependencies {
  readonly every: 'daily' | 'weekly';
  readonly stackName: string;
  readonly callsPerDay: number | null;
  readonly readItems: ReadItems;
  /** The id of the last one that was published; null: there was none. */
  readonly lastSent: () => Promise<string | null>;
  readonly remember: (id: string) => Promise<void>;
  readonly publish: (alert: SummaryAlert) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The summary of the day or week before a tick's own: done by the first tick that can, published once. */
export function summaryTask(tick: Date, facts: TickFacts, deps: SummaryDependencies): PeriodicTask {
  const isWeekly = deps.every === 'weekly';
  const today = Math.floor(tick.getTime() / day) * day;
  const to = isWeekly ? mondayOf(tick).getTime() : today;
  const period = { from: to - (isWeekly ? 7 : 1) * day, to };
  return (isWeekly ? weekly : daily)(() => sendSummary(period, facts, deps));
}

/** A crash between its publishing and its being noted publishes it again, with the same id. */
async function sendSummary(
  { from, to }: { readonly from: number; readonly to: number },
  facts: TickFacts,
  deps: SummaryDependencies,
): Promise<void> {
  const period = deps.every === 'weekly' ? 'week' : 'day';
  const id = summaryAlertId(deps.stackName, period, new Date(from).toISOString());
  if ((await deps.lastSent()) === id) return;
  const days = Array.from({ length: (to - from) / day }, (_, n) => dayOf(from + n * day));
  const { alerts, hidden, seconds } = await readTally(deps.readItems, days);
  const { problems, others } = await openProblems(facts, deps.readItems);
  await deps.publish({
    version: 1,
    id,
    type: 'summary',
    severity: 'info',
    wallet: null,
    summary: {
      period,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      wallets: facts.wallets,
      alerts,
      hidden,
      latency: latencyOf(seconds),
      calls: await callsOf(days, deps),
      problems,
      others,
    },
    coin: null,
    verdict: null,
    detectedAt: new Date(deps.clock.now()).toISOString(),
  });
  await deps.remember(id);
}

function latencyOf(counts: Tallied['seconds']): SummaryAlert['summary']['latency'] {
  const usual = secondsWithin(counts, 0.5);
  const slowest = secondsWithin(counts, 1);
  return usual === null || slowest === null ? null : { usual, slowest };
}

/** Null without a plan: the calls are counted for nobody then. */
async function callsOf(
  days: readonly string[],
  { callsPerDay, readItems }: SummaryDependencies,
): Promise<SummaryAlert['summary']['calls']> {
  if (callsPerDay === null) return null;
  const keys = days.map(callsKey);
  const items = await readItems(keys);
  const made = keys.reduce(
    (sum, { wallet, chain }) => sum + Number(items.get(keyOf(wallet, chain))?.used ?? 0),
    0,
  );
  return { made, plan: callsPerDay * days.length };
}
