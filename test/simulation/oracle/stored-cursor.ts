import { fromCursorItem, neverPolled } from '../../../functions/state/cursor.ts';

export type StoredCursor = ReturnType<typeof readCursorItem>;
export type StoredBatch = NonNullable<StoredCursor['open']>;

export const noCursor: StoredCursor = { ...neverPolled, open: null };

/** An open batch stores only what its commit changes: the rest stays. */
export function readCursorItem(stored: unknown) {
  const { open, ...cursor } = fromCursorItem(stored, 0);
  return { ...cursor, open: open && { ...open, next: { ...cursor, ...open.next } } };
}
