/** Where a page begins, and on which state of the chain. */
export interface PageCursor {
  /** Epoch milliseconds of the state that its pages show; null: each page shows the chain as it is by then. */
  readonly asOf: number | null;
  readonly size: number;
  /** The last row that was given: the page begins behind it. */
  readonly block: number;
  readonly index: number;
  readonly place: number;
  /** Cursors never repeat, but where they shall. */
  readonly serial: number;
}

export const firstPage = {
  block: Number.MAX_SAFE_INTEGER,
  index: Number.MAX_SAFE_INTEGER,
  place: Number.MAX_SAFE_INTEGER,
  serial: 0,
};

export function writeCursor({ asOf, size, block, index, place, serial }: PageCursor): string {
  return [asOf ?? 'live', size, block, index, place, serial].join('_');
}

export function readCursor(text: string): PageCursor {
  const [asOf, ...rest] = text.split('_');
  const [size = 0, block = 0, index = 0, place = 0, serial = 0] = rest.map(Number);
  return { asOf: asOf === 'live' ? null : Number(asOf), size, block, index, place, serial };
}
