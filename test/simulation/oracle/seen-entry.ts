import * as z from 'zod';

/** What the oracle reads of a wallet's item, without the functions' own reader. */
const item = z.object({
  version: z.number(),
  start: z.object({ since: z.string() }).nullable(),
  block: z.number().nullable(),
  seenFrom: z.number(),
  denseTo: z.number(),
  seen: z.array(z.string()),
  outbox: z.array(z.object({ alert: z.string() })),
});

export interface SeenEntry {
  readonly key: string;
  readonly block: number;
  readonly status: string;
  readonly reissue: number;
}

export interface SavedState {
  readonly started: boolean;
  readonly block: number;
  /** The first block that is still to be read again. */
  readonly rescanFrom: number;
  readonly seen: ReadonlyMap<string, SeenEntry>;
  readonly outbox: readonly string[];
}

export const noState: SavedState = { started: false, block: 0, rescanFrom: 0, seen: new Map(), outbox: [] };

/** @param rescanBlocks of the wallet's chain */
export function readState(stored: unknown, rescanBlocks: number): SavedState {
  const { start, block, seenFrom, denseTo, seen, outbox } = item.parse(stored);
  const depth = (block ?? 0) - rescanBlocks;
  return {
    started: start !== null,
    block: block ?? 0,
    rescanFrom: denseTo > seenFrom ? Math.min(seenFrom, depth) : depth,
    seen: new Map(seen.map(readEntry)),
    outbox: outbox.map(({ alert }) => alert),
  };
}

function readEntry(entry: string): [string, SeenEntry] {
  const [key = '', block = '', , status = '', reissue = '0'] = entry.split('.');
  return [key, { key, block: Number.parseInt(block, 36), status, reissue: Number(reissue) }];
}
