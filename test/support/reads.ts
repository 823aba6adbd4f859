import type { StormTurn } from '../../functions/poll-wallets/dependencies.ts';
import type { BegunCursor, PollRead } from '../../functions/poll-wallets/read/poll-read.ts';
import { noBlock } from '../../functions/poll-wallets/read/settle.ts';
import { type LongRead, neverPolled, type OpenBatch } from '../../functions/state/cursor.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { describedTransfer } from './alerts.ts';

/** The cursor of a watch that began on the first of January and has seen nothing since. */
export function begunCursor(over: Partial<BegunCursor> = {}): BegunCursor {
  const start = { since: '2026-01-01T00:00:00.000Z', block: 0, timedTo: 0 };
  return { ...neverPolled, start, ...over };
}

/** A batch of one row whose message is not published yet. */
export function openBatch(over: Partial<OpenBatch> = {}): OpenBatch {
  const of = { batch: 7, rows: 1, from: 7, to: 7, lease: 0 };
  return { ...of, messages: 1, published: 0, next: neverPolled, ...over };
}

/** The turn of a poll while no other wallet has a storm. */
export const ownTurn: StormTurn = { take: async () => {}, skip() {}, end() {} };

/** A read that takes several polls. */
export function longRead(over: Partial<LongRead> = {}): LongRead {
  const of = { name: 'read', begunAt: 0, below: 20, position: 'p0', refusals: 0, held: 0 };
  return { ...of, isFinalLook: false, isBelowOthers: false, aged: -1, young: noBlock, ...over };
}

/** A complete read without transfers. */
export function pollRead(over: Partial<PollRead> = {}): PollRead {
  const shows = { transfers: [], ahead: [], unreadable: [], known: new Map(), isBelowOthers: false };
  const ends = { isEnded: true, covers: null, reading: null, waitsFor: null, fault: null };
  return { begunAt: 0, ...shows, ...ends, plausibleTo: 1_000, aged: -1, young: noBlock, ...over };
}

/** The only transfer of its transaction, in this block. */
export function transferIn(blockNumber: number, over: Partial<Transfer> = {}) {
  const transactionHash = `0x${String(blockNumber).padEnd(64, '0')}`;
  return describedTransfer({ blockNumber, transactionHash, ...over });
}
