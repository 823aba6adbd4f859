import { isSurelyReal } from '../../spam/known-token.ts';
import { NoSlot } from '../../transfer/source-errors.ts';
import { directionFor } from '../../transfer/transfer.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { readFirstPage } from './first-read.ts';
import { type BegunCursor, readHead } from './head-read.ts';
import { readNothing, readOn } from './long-read.ts';
import type { PollRead } from './poll-read.ts';

/** A read that began longer ago may lack rows that have expired: it begins anew. */
const longestRead = 86_400_000;

/**
 * What is to be read of a wallet now: from the chain's head down, or the rest of a read that an earlier poll left. Then the
 * newest page is looked at for thefts first.
 * @returns null where the wallet is idle
 */
export async function readTransfers(
  watch: Watch,
  cursor: BegunCursor,
  deps: Pick<PollDependencies, 'source' | 'history' | 'clock'>,
  limits: PollLimits,
): Promise<PollRead | null> {
  const { reading } = cursor;
  if (reading === null || reading.begunAt <= deps.clock.now() - longestRead)
    return readHead(watch, { ...cursor, reading: null }, deps, limits);
  const newest = await readFirstPage(watch, deps, limits);
  const read = await readOn(watch, cursor, reading, deps, limits).catch((error: unknown) => {
    if (!(error instanceof NoSlot)) throw error;
    return readNothing(watch, cursor, reading, deps, error);
  });
  const shown = new Set(read.transfers.map(({ key }) => key));
  // Of what is settled the ledger was not asked: its rows would be missing, and it would be told again.
  // Up to the block that will be stored once the read is through all is dealt with, also what came into it since.
  const through = read.isThrough ? topOf(read) : -1;
  const ahead = newest.transfers.filter(
    (one) =>
      one.transfer.blockNumber > cursor.settled &&
      !shown.has(one.key) &&
      (isTheft(one, watch) || one.transfer.blockNumber <= through),
  );
  return { ...read, ahead };
}

function topOf({ transfers, plausibleTo }: PollRead): number {
  const blocks = transfers.map(({ transfer }) => transfer.blockNumber);
  return blocks.reduce((top, block) => (block <= plausibleTo ? Math.max(top, block) : top), -1);
}

/** What goes out in a token that no stranger can make up: told as soon as it is seen, whatever else is still being read. */
export function isTheft({ transfer }: KeyedTransfer, watch: Watch): boolean {
  const { value, token } = transfer;
  return value > 0n && directionFor(watch.wallet, transfer) === 'out' && isSurelyReal(token, watch);
}
