import * as z from 'zod';

const ration = z.object({
  waiting: z.object({ digest: z.string(), due: z.number() }).nullable(),
});

/** What the oracle reads of a wallet's cursor, without using the functions' own reader. */
const advance = z.object({
  start: z.object({ since: z.string() }).nullable(),
  block: z.number().nullable(),
  settled: z.number(),
  newest: z.number(),
  reading: z.object({ name: z.string(), below: z.number().nullable(), position: z.string() }).nullable(),
  rations: z.object({ in: ration, out: ration }),
});

const item = advance.extend({
  version: z.number(),
  open: z
    .object({
      batch: z.number(),
      rows: z.number(),
      messages: z.number(),
      published: z.number(),
      next: advance.exactPartial(),
    })
    .nullable(),
  abandoned: z.array(z.object({ batch: z.number() })),
});

export type Rations = z.infer<typeof item>['rations'];
export type StoredCursor = ReturnType<typeof readCursorItem>;
export type StoredBatch = NonNullable<StoredCursor['open']>;

export const noCursor: StoredCursor = {
  version: 0,
  start: null,
  block: null,
  settled: -1,
  newest: -1,
  reading: null,
  rations: { in: { waiting: null }, out: { waiting: null } },
  open: null,
  abandoned: [],
};

/** An open batch stores only what its commit changes: the rest stays. */
export function readCursorItem(stored: unknown) {
  const { open, ...cursor } = item.parse(stored);
  return { ...cursor, open: open && { ...open, next: { ...cursor, ...open.next } } };
}
