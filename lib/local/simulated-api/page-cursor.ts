import { z } from 'zod';

/** Where the next page goes on: at which transfer of those known at which moment, for the same request. */
const position = z.object({ knownAt: z.number(), offset: z.int().min(0), request: z.string() });

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
