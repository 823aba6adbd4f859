import * as z from 'zod';

const place = z.object({ block: z.number(), time: z.number(), index: z.number(), log: z.number() });

/** Where a page begins: behind which transfer of those known at which moment, for the same request. */
const position = z.object({
  /** Null: each page shows what is known by then. */
  knownAt: z.number().nullable(),
  after: place.nullable(),
  /** How many pages came before, or any number that makes a cursor differ from another. */
  page: z.int().min(0),
  /** In place of the size that is asked for; null: that one. */
  size: z.int().nullable(),
  request: z.string(),
});

export type PagePosition = z.infer<typeof position>;

/** An opaque text, as the API's are. */
export function writeCursor(at: PagePosition): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

/** Null for a text that is not a cursor of ours. */
export function readCursor(text: string): PagePosition | null {
  try {
    return position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return null;
  }
}
