import { type KnownAddresses, warnedOn } from '../../state/known-addresses.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/** One contract can name hundreds of lookalikes in one transaction: a reader is told the first ones, and how many more. */
const maxInPoll = 3;
/** Messages of this kind a wallet and UTC day. */
const maxInDay = 10;

/**
 * The transfers with as many warnings as may be told. The last of them says how many `others` there were in this batch;
 * these count as told, and are remembered by the commit of the warning that speaks for them. A poll of several batches
 * may have told its three before: what a later batch finds then, and what comes beyond a day's ten, goes to History
 * alone, is remembered, and is warned of when it comes again. A transfer that no warning speaks for is dealt
 * with like any other: what a thief takes must not go unsaid because he used up the warnings before.
 * @param told warnings that this poll has told already
 * @param today ISO time of the poll
 */
export function rationWarnings(
  judged: readonly JudgedTransfer[],
  known: Pick<KnownAddresses, 'warnedToday'>,
  told: number,
  today: string,
): readonly JudgedTransfer[] {
  const first = firstOfEach(judged);
  const room = Math.min(maxInPoll - told, maxInDay - warnedOn(dayOf(today), known));
  const spoken = first.slice(0, Math.max(room, 0));
  const last = spoken.at(-1);
  const others = new Set(last === undefined ? [] : first.slice(spoken.length));
  return judged.map((one) => {
    if (one.warning === null) return one;
    if (others.has(one)) return { ...one, warning: null };
    if (!spoken.includes(one)) return { ...one, warning: null, outcome: one.unwarned };
    const warnedIn = one === last ? [one, ...others] : [one];
    const imitations = warnedIn.flatMap(({ imitations: found }) =>
      found.map(([mark, imitation]) => [mark, imitation && { ...imitation, told: true }] as const),
    );
    return { ...one, imitations, warning: { ...one.warning, others: one === last ? others.size : 0 } };
  });
}

/** The first warning of each imitation and of each pair. */
function firstOfEach(judged: readonly JudgedTransfer[]): JudgedTransfer[] {
  const known = new Set<string>();
  return judged.filter(({ warning }) => {
    if (warning === null || known.has(warning.id)) return false;
    known.add(warning.id);
    return true;
  });
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}
