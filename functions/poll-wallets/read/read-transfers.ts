import { isSurelyReal } from '../../spam/known-token.ts';
import { directionFor } from '../../transfer/transfer.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { readHead } from './head-read.ts';
import { readOn } from './long-read.ts';
import { readNewestPage } from './newest-page.ts';
import { type BegunCursor, type PollRead, throughBlock } from './poll-read.ts';

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
  const newest = await readNewestPage(watch, deps, limits);
  const read = await readOn(watch, cursor, reading, deps, limits);
  const shown = new Set(read.transfers.map(({ key }) => key));
  // The stored block moves here: all up to it must have been dealt with, also what came into it since the read began.
  const through = throughBlock(read);
  // The ledger was not asked about settled blocks: a transfer there would seem to have no row, and be told again.
  const ahead = newest.transfers.filter(
    (one) =>
      one.transfer.blockNumber > cursor.settled &&
      !shown.has(one.key) &&
      (isTheft(one, watch) || one.transfer.blockNumber <= through),
  );
  return { ...read, ahead };
}

/** What goes out in a token that no stranger can make up: told as soon as it is seen, whatever else is still being read. */
export function isTheft({ transfer }: KeyedTransfer, watch: Watch): boolean {
  const { value, token } = transfer;
  return value > 0n && directionFor(watch.wallet, transfer) === 'out' && isSurelyReal(token, watch);
}
