import * as z from 'zod';
import { type Cursor, neverPolled, type WalletIncident } from './cursor.ts';

const whole = z.coerce.number();

/** What keeps a wallet from being polled, as its item has it. */
export const storedIncident = z
  .object({ since: z.iso.datetime(), reason: z.string(), told: z.boolean() })
  .transform(({ since, told, ...rest }) => ({ ...rest, since: Date.parse(since), published: told }));

const advance = {
  start: z.object({ since: z.string(), block: whole, timedTo: whole.nullable() }).nullable(),
  firstTry: z.object({ at: z.string(), bulk: z.boolean() }).nullable(),
  block: whole.nullable(),
  anchor: z.object({ block: whole, minedAt: whole }).nullable(),
  settled: whole,
  newest: whole,
  reading: z
    .object({
      name: z.string(),
      begunAt: whole,
      below: whole.nullable(),
      position: z.string(),
      isLastLook: z.boolean(),
      aged: whole.nullable(),
      young: whole.nullable(),
    })
    .nullable(),
  void: z.array(z.object({ batch: whole, to: whole })),
};

const cursorItem = z.object({
  version: whole,
  born: whole,
  ...advance,
  open: z
    .object({
      batch: whole,
      rows: whole,
      from: whole,
      to: whole,
      lease: whole,
      messages: whole,
      published: whole,
      next: z.object(advance),
    })
    .nullable(),
  failing: storedIncident.nullable(),
  behind: storedIncident.nullable(),
  expiresAt: whole.optional(),
});

/** A watch's cursor as attributes of its item. */
export function toCursorItem({ failing, behind, ...cursor }: Cursor): Record<string, unknown> {
  return { ...cursor, failing: writeIncident(failing), behind: writeIncident(behind) };
}

/**
 * A watch's cursor from its item. One whose row was deleted so long ago that it has expired counts as never polled,
 * though DynamoDB may take days to delete it: its next version is higher than that of all rows before.
 * @throws ZodError where the item is not one that toCursorItem made
 */
export function fromCursorItem(item: unknown, now: number): Cursor {
  const { expiresAt, ...cursor } = cursorItem.parse(item);
  const isExpired = expiresAt !== undefined && expiresAt * 1_000 <= now;
  return isExpired ? { ...neverPolled, version: cursor.version } : cursor;
}

function writeIncident(incident: WalletIncident | null): z.input<typeof storedIncident> | null {
  if (incident === null) return null;
  const { since, published, ...rest } = incident;
  return { ...rest, since: new Date(since).toISOString(), told: published };
}
