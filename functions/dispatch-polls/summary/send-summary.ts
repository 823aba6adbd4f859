import type { SummaryAlert } from '../../alert/alert.ts';
import { summaryAlertId } from '../../alert/alert-id.ts';
import { isProblem, type OpenIncident } from '../../incidents/incident.ts';
import { walletIncident } from '../../incidents/incident-kinds.ts';
import { callsKey } from '../../rate/daily-quota.ts';
import { dayMs, dayOf } from '../../runtime/clock.ts';
import { monthTo, percentilesOf, readTally, secondsWithin } from '../../state/counts/tally.ts';
import { incidentsIn, walletIncidentFields } from '../../state/cursor.ts';
import { type ReadItems, readStates } from '../../state/state-items.ts';
import { cleanText } from '../../text/safe-text.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { DispatchDependencies } from '../dependencies.ts';
import { daily, mondayOf, type PeriodicTask, weekly } from '../periodic-tasks.ts';

type SummaryDependencies = Pick<DispatchDependencies, 'clock' | 'callsPerDay'> & {
  readonly summary: NonNullable<DispatchDependencies['summary']>;
};

interface TickFacts {
  readonly wallets: number;
  /** A wallet that is read from two sources has two watches, each with a state. */
  readonly watches: readonly Watch[];
  readonly open: readonly OpenIncident[];
}

const lastKey = { wallet: '#summary', chain: 'last' };

/** Summarises the day or week before the tick's; published once. */
export function summaryTask(tick: Date, facts: TickFacts, deps: SummaryDependencies): PeriodicTask {
  const isWeekly = deps.summary.every === 'weekly';
  const today = Math.floor(tick.getTime() / dayMs) * dayMs;
  const to = isWeekly ? mondayOf(tick).getTime() : today;
  const period = { from: to - (isWeekly ? 7 : 1) * dayMs, to };
  return (isWeekly ? weekly : daily)(() => sendSummary(period, facts, deps));
}

/** After a crash the summary may be published again, with the same id. */
async function sendSummary(
  { from, to }: { readonly from: number; readonly to: number },
  facts: TickFacts,
  { summary: { every, stackName, table, readItems, publish }, callsPerDay, clock }: SummaryDependencies,
): Promise<void> {
  // Somebody sent an old tick by hand: a later period is over, too.
  if (clock.now() >= to + (to - from)) return;
  const period = every === 'weekly' ? 'week' : 'day';
  const id = summaryAlertId(stackName, period, new Date(from).toISOString());
  if ((await table.get(lastKey))?.id === id) return;
  const days = Array.from({ length: (to - from) / dayMs }, (_, n) => dayOf(from + n * dayMs));
  const { alerts, hidden, seconds } = await readTally(readItems, days);
  const month = await readTally(readItems, monthTo(to - dayMs));
  const [usual, slowest] = [secondsWithin(seconds, 0.5), secondsWithin(seconds, 1)];
  const made = async () => {
    const items = await readItems(days.map(callsKey));
    return items.values().reduce((sum, { used }) => sum + Number(used ?? 0), 0);
  };
  await publish({
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
      latency: usual === null || slowest === null ? null : { usual, slowest },
      month: percentilesOf(month.seconds),
      // Without a daily limit calls are not counted.
      calls: callsPerDay === null ? null : { made: await made(), plan: callsPerDay * days.length },
      ...(await openProblems(facts, readItems)),
    },
    coin: null,
    verdict: null,
    detectedAt: new Date(clock.now()).toISOString(),
  });
  await table.put({ ...lastKey, id });
}

type Problem = SummaryAlert['summary']['problems'][number];

const maxShown = 5;
const longestReason = 300;

/** Open problems, by the incidents on record and by the wallets' own states. */
async function openProblems(
  { watches, open }: TickFacts,
  readItems: ReadItems,
): Promise<Pick<SummaryAlert['summary'], 'problems' | 'others'>> {
  const problems = open.filter(isProblem).map(problemOf);
  for await (const [watch, item] of readStates(watches, walletIncidentFields, readItems))
    for (const { field, record } of incidentsIn(item))
      if (record.published)
        problems.push(problemOf({ ...walletIncident(field, watch, record), since: record.since }));
  problems.sort((a, b) => (a.since < b.since ? -1 : 1));
  return { problems: problems.slice(0, maxShown), others: Math.max(0, problems.length - maxShown) };
}

type ProblemFacts = Pick<OpenIncident, 'type' | 'wallet' | 'chain' | 'since' | 'reason' | 'destination'>;

function problemOf({ type, wallet, chain, since, reason, destination }: ProblemFacts): Problem {
  return {
    type,
    wallet: cleanText(wallet),
    chain: cleanText(chain),
    since: new Date(since).toISOString(),
    reason:
      cleanText(destination === undefined ? reason : `${destination}: ${reason}`, longestReason) ?? type,
  };
}
