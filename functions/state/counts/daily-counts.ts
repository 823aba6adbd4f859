import { eachAtATime } from '../../runtime/batches.ts';
import { type Clock, dayOf, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';

const keptDays = 40;
const writesAtATime = 8;

/**
 * Counts that all workers add to one item of the State table for each UTC day and subject.
 * @param partition no wallet's address; an item's `chain` is its day, then its subject if it has one
 */
export function createDailyCounts(table: Table, partition: string, clock: Pick<Clock, 'now'>) {
  const counts = new Map<string, Map<string, number>>();
  const add = (subject: string, name: string, count: number) => {
    const before = counts.get(subject) ?? new Map<string, number>();
    counts.set(subject, before.set(name, (before.get(name) ?? 0) + count));
  };

  async function write(subject: string, counted: ReadonlyMap<string, number>): Promise<void> {
    const chain = `${dayOf(clock.now())} ${subject}`.trimEnd();
    const sums = Array.from(counted.keys(), (_, i) => `#${i} :${i}`);
    try {
      await table.update({ wallet: partition, chain }, `SET expiresAt = :expiresAt ADD ${sums.join(', ')}`, {
        names: Object.fromEntries([...counted.keys()].entries()),
        values: {
          ...Object.fromEntries([...counted.values()].entries()),
          expiresAt: expiryIn(keptDays, clock),
        },
      });
    } catch (error) {
      for (const [name, count] of counted) add(subject, name, count);
      throw error;
    }
  }

  return {
    add,
    /** Makes one write for each subject. Counts of a failed write go into the next flush. */
    flush: () =>
      eachAtATime(writesAtATime, [...counts], ([subject, counted]) => {
        counts.delete(subject);
        return write(subject, counted);
      }),
  };
}
