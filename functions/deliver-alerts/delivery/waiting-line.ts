import * as z from 'zod';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { afterSetBack, type Clock, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import { longestWaitMs } from '../kinds/service.ts';
import type { QueuedMessage } from '../queued-message.ts';

const waiting = z.object({
  item: z.string(),
  /** Epoch milliseconds. */
  dueAt: z.number(),
  /** Failed tries with this value of the parameter. */
  tries: z.number().default(0),
  firstTriedAt: z.number().nullable().default(null),
  fingerprint: z.string().nullable().default(null),
});
export type Waiting = Omit<z.infer<typeof waiting>, 'item'>;

type LinePlace = Pick<QueuedMessage, 'line' | 'position'>;

/** A message that no worker has seen for this long after its due time counts as gone: somebody purged the queue. */
const goneAfterMs = 900_000;
/** Bounds a read to about 200 KB. If more messages wait, a message comes back too early and is counted again. */
const counted = 1_000;
/** As long as SQS keeps a message. */
const keptDays = 14;

/** A destination's waiting messages, by wallet and in order: SQS keeps no order, and returns each message separately. */
export function createWaitingLine(table: Table, destination: string, clock: Pick<Clock, 'now'>) {
  const prefixOf = ({ line }: LinePlace) => `waiting#${line}#`;
  const keyOf = (message: LinePlace) => ({ destination, item: prefixOf(message) + message.position });
  const expiry = () => expiryIn(keptDays, clock);
  /** One page of the items whose keys begin with the prefix, in order. */
  const page = async (prefix: string, Limit: number) => {
    const keys = ['destination', '#item'] as const;
    const how = { keys, names: { item: 'item' }, between: [prefix, `${prefix}~`] as const, Limit };
    const { value } = await table.pages(destination, how).next();
    return (value?.Items ?? []).map((found) => {
      const one = waiting.parse(found);
      return { ...one, dueAt: afterSetBack(one.dueAt, clock.now(), 2 * longestWaitMs) };
    });
  };
  const isGone = ({ dueAt }: Waiting) => dueAt + goneAfterMs <= clock.now();
  return {
    /** The first waiting message of the same wallet, and whether it comes before this one; null: none waits. */
    async first(message: LinePlace) {
      const { item: own } = keyOf(message);
      for (;;) {
        const [next] = await page(prefixOf(message), 1);
        if (next === undefined) return null;
        const { item, ...found } = next;
        if (item === own || !isGone(found)) return { isBefore: item < own, waiting: found };
        await table.remove({ destination, item });
      }
    },
    /** How many messages that wait in one line, or in all, were published before this one, at most `counted`. */
    async countBefore(message: LinePlace, lines: 'own' | 'all'): Promise<number> {
      const { position } = message;
      const all = await page(lines === 'own' ? prefixOf(message) : 'waiting#', counted);
      return all.filter((one) => !isGone(one) && (one.item.split('#')[2] ?? '') < position).length;
    },
    /** Adds a message to the line, due now. Returns false, and changes nothing, if the line has the message already. */
    async join(message: LinePlace): Promise<boolean> {
      const now = clock.now();
      const values = { now, gone: now - goneAfterMs, expiresAt: expiry() };
      const isAbsent = 'attribute_not_exists(dueAt) OR dueAt <= :gone';
      const change = 'SET dueAt = :now, expiresAt = :expiresAt';
      return (await table.update(keyOf(message), change, { if: isAbsent, values })) !== null;
    },
    put: (message: LinePlace, after: Waiting) =>
      table.put({ ...keyOf(message), ...after, expiresAt: expiry() }),
    async hold(message: LinePlace, dueAt: EpochMilliseconds): Promise<void> {
      // Never in the past, because a message with an old due time counts as gone.
      const values = { dueAt: Math.max(dueAt, clock.now()), expiresAt: expiry() };
      await table.update(keyOf(message), 'SET dueAt = :dueAt, expiresAt = :expiresAt', { values });
    },
    remove: (message: LinePlace) => table.remove(keyOf(message)),
  };
}
