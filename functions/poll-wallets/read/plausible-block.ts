import { type Chain, maxBlocksPerSecond } from '../../chain/chains.ts';
import type { BlockAnchor, Cursor } from '../../state/cursor.ts';
import type { Transfer } from '../../transfer/transfer.ts';

/** The chain with most blocks has a tenth of it, ten years after the first one began: what holds where nothing else is known. */
const mostBlocks = 4_000_000_000;
/** It is nonsense that must not move the stored block: a false alarm is worse than a number that is wrong by some weeks. */
const spareSeconds = 90 * 86_400;

/** Where so many are ahead of the chain it is the chain that went on, and not the numbers that are wrong. */
const tooManyToDoubt = 1_000;

type Timed = Pick<Transfer, 'blockNumber' | 'blockTimestamp'>;

/**
 * The highest block that the chain can have reached, as far as the wallet's state and what a read shows can tell: what the API
 * gives a higher number is ahead of the chain. It is reported all the same, for the rest of it may be right and nothing must be
 * lost by a false alarm; but the stored block never goes there, or no later transfer would be reported until the chain is there.
 * Times of the read count only while the state knows none.
 * @param now epoch milliseconds
 */
export function plausibleThrough(
  shown: readonly Timed[],
  { anchor, block }: Pick<Cursor, 'anchor' | 'block'>,
  chain: Chain,
  now: number,
): number {
  const reached = (from: BlockAnchor) => {
    const seconds = Math.max(0, now / 1_000 - from.minedAt) + spareSeconds;
    return from.block + Math.ceil(seconds * maxBlocksPerSecond(chain));
  };
  const anchored = anchor === null ? null : Math.max(reached(anchor), block ?? 0);
  if (anchored !== null) {
    const ahead = shown.filter(({ blockNumber }) => blockNumber > anchored);
    return ahead.length < tooManyToDoubt ? anchored : highestOf(ahead);
  }
  const middle = middleOf(shown, now);
  const through = middle === null ? mostBlocks : Math.min(reached(middle), mostBlocks);
  return Math.max(through, block ?? 0);
}

function highestOf(shown: readonly Timed[]): number {
  return shown.reduce((highest, { blockNumber }) => Math.max(highest, blockNumber), 0);
}

/** The transfer of the highest block, up to the stored one, as what later ones are held against; else what was known before. */
export function anchorAt(
  shown: readonly Timed[],
  block: number | null,
  before: BlockAnchor | null,
  now: number,
): BlockAnchor | null {
  if (block === null) return null;
  const kept = before !== null && before.block <= block ? before : null;
  return anchorsOf(shown, now)
    .filter((one) => one.block <= block)
    .reduce((newest, one) => (newest === null || one.block > newest.block ? one : newest), kept);
}

/** Half of them stand higher: one number that is wrong, high or low, is not the middle of three and more. */
function middleOf(shown: readonly Timed[], now: number): BlockAnchor | null {
  const anchors = anchorsOf(shown, now).sort((a, b) => a.block - b.block);
  if (anchors.length < 3) return null;
  return anchors[Math.floor((anchors.length - 1) / 2)] ?? null;
}

/** Nothing was mined later than now, whatever its time says. */
function anchorsOf(shown: readonly Timed[], now: number): BlockAnchor[] {
  return shown.flatMap(({ blockNumber: block, blockTimestamp }) =>
    blockTimestamp === null
      ? []
      : [{ block, minedAt: Math.floor(Math.min(Date.parse(blockTimestamp), now) / 1_000) }],
  );
}

/** Block numbers that the chain can't have reached, each once. */
export function beyond(transfers: readonly Transfer[], plausibleTo: number): readonly number[] {
  const blocks = transfers.map(({ blockNumber }) => blockNumber);
  return [...new Set(blocks.filter((block) => block > plausibleTo))];
}
