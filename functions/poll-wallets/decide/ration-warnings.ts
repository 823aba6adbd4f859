import { type KnownAddresses, warnedOn } from '../../state/known-addresses.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/** One transaction can name hundreds of lookalikes. */
const maxInPoll = 3;
export const maxInDay = 10;

/**
 * Drops warnings beyond a poll's three and a day's ten. The last warning of a batch says how many more it stands for
 * (`others`). A transfer that no warning stands for is handled like any other: a thief who uses up the warnings must not hide
 * what he takes.
 * @param alreadyWarned warnings that this poll has published
 * @param today ISO time of the poll
 */
export function rationWarnings(
  judged: readonly JudgedTransfer[],
  known: Pick<KnownAddresses, 'warnedToday'>,
  alreadyWarned: number,
  today: string,
): readonly JudgedTransfer[] {
  const first = firstOfEach(judged);
  const room = Math.min(maxInPoll - alreadyWarned, maxInDay - warnedOn(today.slice(0, 10), known));
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

/** The first transfer of each warned address. */
export function firstOfEach(judged: readonly JudgedTransfer[]): JudgedTransfer[] {
  const known = new Set<string>();
  return judged.filter(({ warning }) => {
    if (warning === null || known.has(warning.id)) return false;
    known.add(warning.id);
    return true;
  });
}
