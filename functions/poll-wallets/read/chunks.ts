import type { Chain } from '../../chain/chains.ts';
import type { WalletState } from '../../state/wallet-state.ts';
import { type Diff, isEmpty } from '../../transfer/compare-with-seen.ts';
import { lowestMissing } from './rescan-from.ts';
import { isSettled, settlesAhead } from './rescan-window.ts';
import { inReach, type TransferRead } from './transfer-read.ts';

/** About 80 KB of an item's 400. */
const revertsPerChunk = 20;
/** As many as the outbox and what is remembered take at a time. */
const transfersPerChunk = 2_000;

/** A part of what is new, in chain order. */
export interface Chunk extends Diff {
  /** Nothing of the read is left after it. */
  readonly last: boolean;
  /** The block of the next transfer that this chunk leaves: the stored block stays before it. Null: it leaves none. */
  readonly leftFrom: number | null;
}

const nothing: Diff = { fresh: [], changed: new Map(), reverted: [] };

/**
 * What is new in parts that an item of the State table holds, oldest first. None where there is nothing to remember: no
 * difference, a read up to the head, and neither the wallet's first nor the first up to the head. What is taken back is said
 * before what is new. What has
 * moved comes last: its new block may be above fresh transfers that are not dealt with yet.
 */
export function toChunks(
  diff: Diff,
  read: TransferRead,
  begins: boolean,
  state: WalletState,
  chain: Pick<Chain, 'rescanBlocks'>,
): Chunk[] {
  if (!read.whole) return [{ ...nothing, last: true, leftFrom: read.from }];
  if (isEmpty(diff) && !begins && !goesBeyond(read, state) && !settles(read, state, chain)) return [];
  const chunks: Chunk[] = [];
  for (let from = 0; from === 0 || from < diff.fresh.length; from += transfersPerChunk) {
    const next = from + transfersPerChunk;
    chunks.push({
      ...nothing,
      fresh: diff.fresh.slice(from, next),
      last: false,
      leftFrom: diff.fresh[next]?.transfer.blockNumber ?? null,
    });
  }
  return chunks.map((chunk, i) => ({
    ...chunk,
    // What does not fit is missed once more, and taken back at the next poll.
    reverted:
      i === 0 ? diff.reverted.toSorted((a, b) => a.seen.block - b.seen.block).slice(0, revertsPerChunk) : [],
    changed: i === chunks.length - 1 ? diff.changed : nothing.changed,
    last: i === chunks.length - 1,
  }));
}

/**
 * A part without news that was read whole moves the stored block all the same, unless something holds it back; so does a
 * read up to the head once the entry that could not be read is gone.
 */
function goesBeyond(read: TransferRead, { block, unfinished, seen, seenFrom }: WalletState): boolean {
  const { through: end, unreadable, closes, complete } = read;
  if (unfinished !== null) return true;
  // What is missing holds the last look back: nothing beyond it is settled.
  if (closes) return complete && Math.min((end ?? -1) + 1, lowestMissing(seen)) > seenFrom;
  const through = end ?? inReach(read).at(-1)?.blockNumber ?? -1;
  return unreadable.length === 0 && through > (block ?? -1);
}

/** The one save without diff: from then on an idle poll reads an empty page. */
function settles(read: TransferRead, state: WalletState, chain: Pick<Chain, 'rescanBlocks'>): boolean {
  if (!read.complete || read.through !== null) return false;
  return isSettled(state, chain, read) || settlesAhead(state.seen, read).size > 0;
}
