import type { Clock } from '../../../functions/runtime/clock.ts';
import { plainCalls } from '../../simulation/aws/aws-calls.ts';
import { namePoints } from '../../simulation/aws/name-points.ts';
import { Tables } from '../../simulation/aws/tables.ts';
import { readUnits, sizeOf, writeUnits } from './item-size.ts';
import type { Tally } from './tally.ts';

/** About what a megabyte holds. */
const perPage = { scan: 6_000, query: 2_000 };

/** The simulator's tables without faults, with a count of what DynamoDB would bill. @param wait waits as long as a call takes */
export function countedTables(tally: Tally, { now }: Pick<Clock, 'now'>, wait = async () => {}): Tables {
  return new Tables(plainCalls(wait), {
    ...{ now, lag: () => 0, namePoints, perPage },
    meter: {
      read(table, key, items, isConsistent) {
        const bytes = items.reduce((sum, item) => sum + sizeOf(item), 0);
        const purpose = key === '' ? `all of ${table}` : purposeOf(table, key);
        tally.add(`read ${purpose}`, { readUnits: readUnits(bytes, isConsistent) });
      },
      wrote(table, key, before, after) {
        const bytes = Math.max(sizeOf(before ?? null), sizeOf(after ?? null));
        tally.add(`write ${purposeOf(table, key)}`, { writeUnits: writeUnits(bytes) });
      },
    },
  });
}

/** In words: "a wallet's state", "marks". */
function purposeOf(table: string, key: string): string {
  if (table !== 'State') return table;
  if (key.startsWith('#seen')) return 'what was seen';
  if (key.startsWith('#activity')) return key.includes('|marks ') ? 'marks' : 'the chain';
  return key.startsWith('#') ? 'what all share' : 'states';
}
