import { Tables } from '../../simulation/aws/tables.ts';
import { Worker } from '../../simulation/worker.ts';
import { Scheduler } from '../scheduler.ts';

/** @param repeatsWrites makes each conditional write twice, as the SDK does after a lost answer */
export function deliveriesInMemory({ repeatsWrites = false } = {}) {
  const nobody = new Worker('nobody', new Scheduler(0), 0);
  const calls = {
    async call({ act, point }) {
      if (repeatsWrites && point === 'write') act(null, nobody);
      return act(null, nobody);
    },
  } satisfies ConstructorParameters<typeof Tables>[0];
  const point = () => 'write';
  const namePoints = { write: point, batch: point, query: () => 'query' };
  // An inconsistent read misses all writes.
  const tables = new Tables(calls, { now: () => 0, lag: () => 1, namePoints });
  return {
    documents: tables.client((item) => structuredClone(item)),
    /** An item of the table, by its key. */
    item: (destination: string, item: string) => tables.table('Deliveries').get(`${destination}|${item}`),
  };
}
