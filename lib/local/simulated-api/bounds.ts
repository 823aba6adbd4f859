import type { WireTransfer } from './simulated-transfer.ts';

/** The range that a request asks for, both ends inclusive; an end that was not given is infinite. */
export interface Bounds {
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Epoch milliseconds. */
  readonly fromTime: number;
  readonly toTime: number;
}

/** Bounds of a request: a block wins over a date (API document, 4.1, rules 1 and 2). Null for one that can't be read. */
export function readBounds(query: URLSearchParams): Bounds | null {
  const bounds = {
    fromBlock: readBlock(query.get('from_block')) ?? -Infinity,
    toBlock: readBlock(query.get('to_block')) ?? Infinity,
    fromTime: (query.has('from_block') ? null : readDate(query.get('from_date'))) ?? -Infinity,
    toTime: (query.has('to_block') ? null : readDate(query.get('to_date'))) ?? Infinity,
  };
  return Object.values(bounds).some(Number.isNaN) ? null : bounds;
}

/** True for a transfer inside the bounds. */
export function isWithin(bounds: Bounds, row: WireTransfer): boolean {
  const block = Number(row.block_number);
  const time = Date.parse(row.block_timestamp);
  return (
    block >= bounds.fromBlock && block <= bounds.toBlock && time >= bounds.fromTime && time <= bounds.toTime
  );
}

function readBlock(text: string | null): number | null {
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Unix seconds, or what Date reads. */
function readDate(text: string | null): number | null {
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}
