import { addressesIn, withPeople } from '../../alert/compose/with-people.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/**
 * Adds contacts' names. Incoming transfers in digests, and hidden ones, get none: strangers can make thousands of those, and each
 * address is a look-up.
 */
export async function namePeople(
  judged: readonly JudgedTransfer[],
  { findPeople }: Pick<PollDependencies, 'findPeople'>,
): Promise<readonly JudgedTransfer[]> {
  const isNamed = ({ telling, warning, described }: JudgedTransfer) =>
    warning !== null ||
    (telling !== null && (described.direction === 'out' || (telling !== 'digest' && telling !== 'turn')));
  const named = judged.filter(isNamed);
  if (named.length === 0) return judged;
  const people = await findPeople(new Set(named.flatMap(({ alert }) => addressesIn(alert))));
  return judged.map((one) =>
    isNamed(one)
      ? {
          ...one,
          alert: withPeople(one.alert, people),
          warning: one.warning && withPeople(one.warning, people),
        }
      : one,
  );
}
