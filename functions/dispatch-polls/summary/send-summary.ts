import type { SummaryAlert } from '../../alert/alert.ts';
import { summaryAlertId } from '../../alert/alert-id.ts';
import { findChain } from '../../chain/chains.ts';
import { callsKey } from '../../rate/daily-quota.ts';
import { type Clock, dayOf } from '../../runtime/clock.ts';
import type { LateWallet } from '../../state/counts/late-alerts.ts';
import { monthTo, percentilesOf, readTally, secondsWithin, type Tallied } from '../../state/counts/tally.ts';
import type { ReadItems } from '../../state/state-items.ts';
import { cleanText } from '../../text/safe-text.ts';
import { keyOf } from '../../wallet/watch.ts';
import { daily, mondayOf, type PeriodicTask, weekly } from '../periodic-tasks.ts';
import { openProblems, type TickFacts } from './open-problems.ts';

export interface SummaryDependencies {
  readonly every: 'daily' | 'weekly';
  readonly stackName: string;
  readonly callsPerDay: number | null;
  readonly readItems: ReadItems;
  /** Wallets with late alerts on these UTC days, both included. */
  readonly lateWallets: (from: string, to: string) => Promise<readonly LateWallet[]>;
  /** Id of the last published one; null: none. */
  readonly lastSent: () => Promise<string | null>;
  readonly remember: (id: string) => Promise<void>;
  readonly publish: (alert: SummaryAlert) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

const day = 86_400_000;
/** Maximum wallets that are named; the others are counted. */
const maxLate = 3;
const daysOf = (from: number, to: number) =>
  Array.from({ length: (to - from) / day }, (_, n) => dayOf(from + n * day));

/** Summarises the day or week before the tick's; published once. */
export function summaryTask(tick: Date, facts: TickFacts, deps: SummaryDependencies): PeriodicTask {
  const isWeekly = deps.every === 'weekly';
  const today = Math.floor(tick.getTime() / day) * day;
  const to = isWeekly ? mondayOf(tick).getTime() : today;
  const period = { from: to - (isWeekly ? 7 : 1) * day, to };
  return (isWeekly ? weekly : daily)(() => sendSummary(period, facts, deps));
}

/** If a crash keeps the task from being recorded as done, the summary is published again, with the same id. */
async function sendSummary(
  { from, to }: { readonly from: number; readonly to: number },
  facts: TickFacts,
  deps: SummaryDependencies,
): Promise<void> {
  // A later period is over, too: somebody sent this old tick by hand.
  if (deps.clock.now() >= to + (to - from)) return;
  const period = deps.every === 'weekly' ? 'week' : 'day';
  const id = summaryAlertId(deps.stackName, period, new Date(from).toISOString());
  if ((await deps.lastSent()) === id) return;
  const days = daysOf(from, to);
  const { alerts, hidden, seconds } = await readTally(deps.readItems, days);
  const month = await readTally(deps.readItems, monthTo(to - day));
  const late = await deps.lateWallets(dayOf(from), dayOf(to - day));
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
      month: percentilesOf(month.seconds),
      late: late.slice(0, maxLate).map((one) => namedLate(one, facts)),
      othersLate: Math.max(0, late.length - maxLate),
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

/** @param late may be a wallet whose row is gone */
function namedLate(
  { wallet, chain, ...late }: LateWallet,
  { watches }: TickFacts,
): SummaryAlert['summary']['late'][number] {
  const watch = watches.find((one) => one.wallet === wallet && one.chain.id === chain);
  return { wallet, chain: findChain(chain).name, label: cleanText(watch?.label ?? null), ...late };
}

/** Null without a daily limit: calls are not counted then. */
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
