import { type Chain, maxBlocksPerSecond } from '../../chain/chains.ts';
import type { BlockNumber, EpochMilliseconds } from '../../chain/units.ts';
import type { BlockAnchor, Cursor } from '../../state/cursor.ts';
import type { Transfer } from '../../transfer/transfer.ts';

/** Ten times the blocks of the longest chain, after ten years. */
const maxBlocks = 4_000_000_000;
/** A false alarm is worse than a number that is some weeks ahead. */
const spareSeconds = 90 * 86_400;

type Timed = Pick<Transfer, 'blockNumber' | 'blockTimestamp'>;

/** The highest block that the chain can have reached. A higher number never moves the stored block: it would hide later transfers. */
export function plausibleThrough(
  shown: readonly Timed[],
  { anchor, block }: Pick<Cursor, 'anchor' | 'block'>,
  chain: Chain,
  now: EpochMilliseconds,
): BlockNumber {
  const from = anchor ?? middleOf(shown, now);
  if (from === null) return Math.max(maxBlocks, block ?? 0);
  const seconds = Math.max(0, now / 1_000 - from.minedAt) + spareSeconds;
  const reached = from.block + Math.ceil(seconds * maxBlocksPerSecond(chain));
  return Math.max(anchor === null ? Math.min(reached, maxBlocks) : reached, block ?? 0);
}

/** The next anchor: the transfer of the highest block up to the stored one, or else the anchor so far. */
export function anchorAt(
  shown: readonly Timed[],
  block: BlockNumber | null,
  before: BlockAnchor | null,
  now: EpochMilliseconds,
): BlockAnchor | null {
  if (block === null) return null;
  const kept = before !== null && before.block <= block ? before : null;
  return anchorsOf(shown, now)
    .filter((one) => one.block <= block)
    .reduce((newest, one) => (newest === null || one.block > newest.block ? one : newest), kept);
}

/** The median: a single wrong number, high or low, is never the median of three or more. */
function middleOf(shown: readonly Timed[], now: EpochMilliseconds): BlockAnchor | null {
  const anchors = anchorsOf(shown, now).sort((a, b) => a.block - b.block);
  return anchors.length < 3 ? null : (anchors[Math.floor((anchors.length - 1) / 2)] ?? null);
}

/** A time in the future counts as now. */
function anchorsOf(shown: readonly Timed[], now: EpochMilliseconds): BlockAnchor[] {
  return shown.flatMap(({ blockNumber: block, blockTimestamp }) =>
    blockTimestamp === null
      ? []
      : [{ block, minedAt: Math.floor(Math.min(Date.parse(blockTimestamp), now) / 1_000) }],
  );
}
