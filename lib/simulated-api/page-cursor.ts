import * as z from 'zod';

const place = z.object({ block: z.number(), time: z.number(), index: z.number(), log: z.number() });

/** A page's start: after which transfer, of those known at which time, for which request. */
const position = z.object({
  /** Null: each page shows what is known by then. */
  knownAt: z.number().nullable(),
  after: place.nullable(),
  /** Pages so far, or any number that makes cursors differ. */
  page: z.int().min(0),
  /** Null: the requested size. */
  size: z.int().nullable(),
  request: z.string(),
});

export type PagePosition = z.infer<typeof position>;

export function writeCursor(at: PagePosition): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

/** Null for another text. */
export function readCursor(text: string): PagePosition | null {
  try {
    return position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return null;
  }
}
