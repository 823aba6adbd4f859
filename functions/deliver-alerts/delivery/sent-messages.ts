import * as z from 'zod';
import { type Clock, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import type { QueuedMessage } from '../queued-message.ts';

/** A re-org, which edits a message, comes within minutes. */
const keptDays = 7;

const sent = z.object({ reference: z.string().nullable(), place: z.string(), at: z.number() });

/** The messages that a destination has accepted: SNS and SQS repeat messages, and an edit needs the service's id of a message. */
export function createSentMessages(table: Table, destination: string, clock: Pick<Clock, 'now'>) {
  const keyOf = (id: string) => ({ destination, item: `sent#${id}` });
  const find = async (id: string) => sent.optional().parse(await table.get(keyOf(id)));
  return {
    /** Epoch milliseconds at which the service accepted the message; null: never. */
    acceptedAt: async ({ id }: Pick<QueuedMessage, 'id'>): Promise<number | null> =>
      (await find(id))?.at ?? null,
    /** The service's id of an alert's message; null if unknown or sent to another place. */
    async referenceOf(alertId: string, place: string): Promise<string | null> {
      const found = await find(alertId);
      return found?.place === place ? found.reference : null;
    },
    async put({ id }: Pick<QueuedMessage, 'id'>, reference: string | null, place: string): Promise<void> {
      const [at, expiresAt] = [clock.now(), expiryIn(keptDays, clock)];
      await table.put({ ...keyOf(id), reference, place, at, expiresAt });
    },
  };
}
