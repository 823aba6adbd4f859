/** The pace of a chain's blocks, from one block whose time is known. */
export interface BlockClock {
  readonly millisecondsPerBlock: number;
  readonly known: { readonly block: number; readonly time: number };
}

/** The newest block at a time (epoch milliseconds). */
export function blockAt({ known, millisecondsPerBlock }: BlockClock, time: number): number {
  return known.block + Math.floor((time - known.time) / millisecondsPerBlock);
}

/** A block's own time, epoch milliseconds. */
export function timeOf({ known, millisecondsPerBlock }: BlockClock, block: number): number {
  return known.time + (block - known.block) * millisecondsPerBlock;
}
