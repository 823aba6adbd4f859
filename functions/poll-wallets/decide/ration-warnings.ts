import { type KnownAddresses, warnedOn } from '../../state/known-addresses.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/** One transaction can name hundreds of lookalikes. */
const maxInPoll = 3;
const maxInDay = 10;

/**
 * Drops warnings beyond a poll's three and a day's ten. The last one of a batch counts the `others` it stands for. A transfer that
 * no warning stands for is handled like any other: a thief who uses up the warnings must not hide what he takes.
 * @param told how many warnings this poll has published already
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
