import type { BlockSpool } from '../../state/wallet-state.ts';
import { sharingTokens } from '../../transfer/share-tokens.ts';
import type { CallLimits, TransferQuery, UnreadableTransfer } from '../../transfer/source.ts';
import { directionFor, type Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, type KeyedTransfer, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { type BlockWindow, narrowed } from './block-window.ts';

/** One read: every transfer of a span of blocks that the API knows of. */
export interface TransferRead {
  /** Oldest first. */
  readonly transfers: readonly KeyedTransfer[];
  /** Entries that can't be read: they are told to operations and hold the stored block back. */
  readonly unreadable: readonly UnreadableTransfer[];
  readonly window: BlockWindow;
  /** Nothing is missing from it: what it does not hold is not on the chain, as the API sees it. */
  readonly complete: boolean;
  /** A first look at a wallet that has more than one page of old transfers. */
  readonly more: boolean;
  /** Epoch milliseconds at which the first read of the poll began: what it shows is no older. */
  readonly begunAt: number;
  /** It is the last look at blocks that are older than the re-scan time, and reaches no head. */
  readonly closes: boolean;
  /** The block that it begins at, having left out what would be read again before it; 0 where it left out nothing. */
  readonly leapsTo: number;
  /** What is to be remembered of a crowded block until all of it is dealt with. */
  readonly spool: BlockSpool | null;
  /** False for a crowded block of which a part alone was read: nothing of it is dealt with yet. */
  readonly whole: boolean;
}

/** 2,000 new transfers, or what a third of the time allows: more is read in parts, the oldest whole first. */
export const pagesPerRead = 20;
const transfersPerPage = 100;
const shareOfTime = 1 / 3;

/**
 * Reads a window whole. Where that is more than one read holds, the oldest part of it, up to a block that the density of
 * transfers suggests, is read whole instead; the next read goes on behind it.
 * @param begin the window to begin with
 * @param isFirstLook the newest page alone: all of it is old
 * @param begunAt epoch milliseconds at which the poll's first read began
 * @returns instead of a read the window of a single block that may hold more than one read does: see readCrowdedBlock
 * @throws what transfer/source-errors.ts names
 */
export async function readTransfers(
  watch: Watch,
  begin: BlockWindow,
  isFirstLook: boolean,
  begunAt: number,
  deps: Pick<PollDependencies, 'source' | 'clock'>,
  limits: CallLimits,
): Promise<TransferRead | { readonly crowded: BlockWindow }> {
  let window = begin;
  for (;;) {
    if (window.indivisible) return { crowded: window };
    const read = await readPages(watch, window, isFirstLook ? 1 : pagesFor(window), begunAt, deps, limits);
    if (isFirstLook || !read.more) return read;
    window = narrowed(window, read.transfers);
  }
}

function pagesFor({ seen }: BlockWindow): number {
  return pagesPerRead + Math.ceil(seen / transfersPerPage);
}

async function readPages(
  watch: Watch,
  window: BlockWindow,
  maxPages: number,
  begunAt: number,
  { source, clock }: Pick<PollDependencies, 'source' | 'clock'>,
  limits: CallLimits,
): Promise<TransferRead> {
  const now = clock.now();
  const stopAt = now + (limits.deadline - now) * shareOfTime;
  const transfers: Transfer[] = [];
  const unreadable: UnreadableTransfer[] = [];
  let pages = 0;
  let more = false;
  const shared = sharingTokens();
  for await (const page of source.pages(queryOf(watch, window), limits)) {
    transfers.push(...shared(page.transfers));
    unreadable.push(...page.unreadable);
    pages += 1;
    more = page.cursor !== null;
    if (pages === maxPages || clock.now() > stopAt) break;
  }
  return {
    transfers: ownTransfers(watch, window, transfers),
    unreadable,
    window,
    more,
    complete: !more && unreadable.length === 0,
    begunAt,
    closes: false,
    leapsTo: 0,
    spool: null,
    whole: true,
  };
}

/** What is asked of the API for a window. */
export function queryOf({ wallet, chain }: Watch, { bounds }: BlockWindow): TransferQuery {
  return { wallet, chain, limit: transfersPerPage, disableTotal: true, ...bounds };
}

/** The wallet's own transfers within a window, oldest first, each once, with their keys. */
export function ownTransfers(
  watch: Watch,
  { from, through }: Pick<BlockWindow, 'from' | 'through'>,
  transfers: readonly Transfer[],
): KeyedTransfer[] {
  const own = transfers
    .filter(({ blockNumber }) => blockNumber >= from && blockNumber <= (through ?? blockNumber))
    .flatMap((transfer) => ofWallet(watch, transfer));
  return withKeys(dropRepeats(own));
}

/** Drops what is somebody else's; a receiver that the API leaves out is the wallet (see directionFor). */
function ofWallet(watch: Watch, transfer: Transfer): Transfer[] {
  const direction = directionFor(watch.wallet, transfer);
  if (direction === null) return [];
  return [direction === 'in' ? { ...transfer, to: { ...transfer.to, address: watch.wallet } } : transfer];
}
