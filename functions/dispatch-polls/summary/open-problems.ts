import type { SummaryAlert } from '../../alert/alert.ts';
import { type OpenIncident, walletIncident, walletIncidentFields } from '../../incidents/incident.ts';
import { inBatches } from '../../runtime/batches.ts';
import { storedIncident } from '../../state/cursor.ts';
import { type ReadItems, stateKey } from '../../state/state-items.ts';
import { cleanText } from '../../text/safe-text.ts';
import { type Watch, watchKey } from '../../wallet/watch.ts';

export interface TickFacts {
  readonly wallets: number;
  /** A wallet that is read from two sources has two watches, each with a state. */
  readonly watches: readonly Watch[];
  readonly open: readonly OpenIncident[];
}

type Problem = SummaryAlert['summary']['problems'][number];

const maxShown = 5;
const longestReason = 300;
/** All states of a hundred thousand wallets at once would take a hundred megabytes. */
const statesAtATime = 5_000;

const trouble = storedIncident.nullable().catch(null);

/** Open problems, by the incidents on record and by the wallets' own states. */
export async function openProblems(
  { watches, open }: TickFacts,
  readItems: ReadItems,
): Promise<Pick<SummaryAlert['summary'], 'problems' | 'others'>> {
  const problems = open.filter(({ published }) => published).map(problemOf);
  for (const some of inBatches(watches, statesAtATime)) {
    const items = await readItems(some.map(stateKey), walletIncidentFields);
    for (const watch of some)
      for (const field of walletIncidentFields) {
        const found = trouble.parse(items.get(watchKey(watch))?.[field] ?? null);
        if (found === null || !found.published) continue;
        const named = { wallet: watch.wallet, chain: watch.chain.name, label: watch.label };
        problems.push(problemOf({ ...walletIncident(field, named, found), since: found.since }));
      }
  }
  problems.sort((a, b) => (a.since < b.since ? -1 : 1));
  return { problems: problems.slice(0, maxShown), others: Math.max(0, problems.length - maxShown) };
}

function problemOf(open: Pick<OpenIncident, 'type' | 'wallet' | 'chain' | 'since' | 'reason'>): Problem {
  const { type, wallet, chain, since, reason } = open;
  return {
    type,
    wallet: cleanText(wallet),
    chain: cleanText(chain),
    since: new Date(since).toISOString(),
    reason: cleanText(reason, longestReason) ?? type,
  };
}
