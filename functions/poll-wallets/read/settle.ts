import type { Cursor } from '../../state/cursor.ts';
import { isOffChain, type LastRow } from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { type PollRead, settledAfter } from './poll-read.ts';

/**
 * The highest block mined so long before the read began that re-orgs are over there, and the lowest younger one. A transfer
 * without a time counts as young: only its row knows when it was first read.
 */
export function ages(
  transfers: readonly Transfer[],
  plausibleTo: number,
  begunAt: number,
): Pick<PollRead, 'aged' | 'young'> {
  let aged: number | null = null;
  let young: number | null = null;
  for (const { blockNumber, blockTimestamp } of transfers) {
    if (blockNumber > plausibleTo || blockTimestamp === null) continue;
    if (Date.parse(blockTimestamp) <= begunAt - settledAfter) aged = highest(aged, blockNumber);
    else young = lowest(young, blockNumber);
  }
  return { aged, young };
}

/**
 * The new settled block after a complete read: the newest block that was old enough, but below every young block and every
 * missing transfer.
 * @param after the last rows of the unsettled transfers, this poll's included
 */
export function settledThrough(
  { settled }: Pick<Cursor, 'settled'>,
  { begunAt, aged, young, plausibleTo }: Pick<PollRead, 'begunAt' | 'aged' | 'young' | 'plausibleTo'>,
  after: Iterable<LastRow>,
): number {
  let old = aged;
  let ceiling = young;
  for (const { place, minedAt, missed, status } of after) {
    if (isOffChain(status) || status === 'moved') continue;
    // Its real block is unknown.
    if (place.block > plausibleTo && missed) return settled;
    if (place.block > plausibleTo) continue;
    if (missed || minedAt * 1_000 > begunAt - settledAfter) ceiling = lowest(ceiling, place.block);
    else old = highest(old, place.block);
  }
  if (old === null) return settled;
  return Math.max(settled, ceiling === null ? old : Math.min(old, ceiling - 1));
}

export function highest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

export function lowest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** The lowest block of a poll's pages; null if they are empty. */
export function lowestBlock(transfers: readonly Transfer[]): number | null {
  return transfers.reduce<number | null>((least, { blockNumber }) => lowest(least, blockNumber), null);
}
