import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Clock, expiryIn } from '../../runtime/clock.ts';
import type { Table } from '../../runtime/table-items.ts';
import type { QueuedMessage } from '../queued-message.ts';

/** A re-org, which edits a message, comes within minutes. */
const keptDays = 7;

const sent = z.object({
  reference: z.string().nullable(),
  place: z.string(),
  digest: z.string(),
  at: z.number(),
});

/** The messages that a destination has accepted: SNS and SQS repeat messages, and an edit needs the service's id of a message. */
export function createSentMessages(table: Table, destination: string, clock: Pick<Clock, 'now'>) {
  const keyOf = (id: string) => ({ destination, item: `sent#${id}` });
  const find = async (id: string) => sent.optional().parse(await table.get(keyOf(id)));
  return {
    /** Epoch milliseconds at which the service accepted this id and content; null: never. */
    async takenAt({ id, content }: Pick<QueuedMessage, 'id' | 'content'>): Promise<number | null> {
      const found = await find(id);
      return found?.digest === digestOf(content) ? found.at : null;
    },
    /** The service's id of an alert's message; null if unknown or sent to another place. */
    async referenceOf(alertId: string, place: string): Promise<string | null> {
      const found = await find(alertId);
      return found?.place === place ? found.reference : null;
    },
    async put(
      { id, content }: Pick<QueuedMessage, 'id' | 'content'>,
      reference: string | null,
      place: string,
    ): Promise<void> {
      const [at, expiresAt] = [clock.now(), expiryIn(keptDays, clock)];
      await table.put({ ...keyOf(id), reference, place, digest: digestOf(content), at, expiresAt });
    },
  };
}

/** Ignores the order of fields, which may differ in a repeat from the ledger. */
function digestOf(content: string): string {
  return hash('sha256', inOneOrder(content)).slice(0, 16);
}

function inOneOrder(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    return content; // an alarm's words
  }
}
