import * as z from 'zod';

/** What the oracle reads of a wallet's cursor, without the functions' own reader. */
const advance = z.object({
  start: z.object({ since: z.string() }).nullable(),
  block: z.number().nullable(),
  settled: z.number(),
  newest: z.number(),
  reading: z.object({ name: z.string(), below: z.number().nullable(), position: z.string() }).nullable(),
});

const item = advance.extend({
  version: z.number(),
  open: z
    .object({
      batch: z.number(),
      rows: z.number(),
      messages: z.number(),
      published: z.number(),
      next: advance,
    })
    .nullable(),
  void: z.array(z.object({ batch: z.number() })),
});

export type StoredCursor = z.infer<typeof item>;
export type StoredBatch = NonNullable<StoredCursor['open']>;

export const noCursor: StoredCursor = {
  version: 0,
  start: null,
  block: null,
  settled: -1,
  newest: -1,
  reading: null,
  open: null,
  void: [],
};

export function readCursorItem(stored: unknown): StoredCursor {
  return item.parse(stored);
}
