import type { Address } from '../../chain/address.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { sharingTokens } from '../../transfer/share-tokens.ts';
import type { CallLimits, RangeRequest, TransferRange, UnreadableTransfer } from '../../transfer/source.ts';
import { ReplyTooLarge } from '../../transfer/source-errors.ts';
import { directionFor, type Transfer } from '../../transfer/transfer.ts';
import { dropRepeats } from '../../transfer/transfer-key.ts';
import type { TransferPages, TransferQuery } from '../transfer-pages.ts';
import { type BlockWindow, halved, narrowed } from './block-window.ts';

/** What ranges are made of. */
export interface RangeDependencies {
  readonly pages: TransferPages;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}

/** 2,000 new transfers, or what a third of the time allows: more is read in parts, the oldest whole first. */
export const pagesPerRead = 20;
const transfersPerPage = 100;
/** Where so many are ahead of the chain it is the chain that went on, and not the numbers that are wrong. */
const tooManyToDoubt = (pagesPerRead * transfersPerPage) / 2;
const shareOfTime = 1 / 3;

/** What a read came to: a window that is whole, or that of a single block which may hold more than one read does. */
export type WindowRead =
  | { readonly window: BlockWindow; readonly range: TransferRange }
  | { readonly crowded: BlockWindow };

/**
 * Reads a window whole. Where that is more than one read holds, the oldest part of it, up to a block that the density of
 * transfers suggests, is read whole instead; the next read goes on behind it.
 * @throws what transfer/source-errors.ts names
 */
export async function readWindow(
  request: RangeRequest,
  begin: BlockWindow,
  deps: RangeDependencies,
  limits: CallLimits,
): Promise<WindowRead> {
  for (let window = begin; ; ) {
    if (window.indivisible) return { crowded: window };
    const { range, cutShort } = await readPages(request, window, deps, limits);
    if (request.newestOnly || !range.more) return { window, range };
    if (cutShort !== null) {
      const blocks = likely(request, range.transfers).map(({ blockNumber }) => blockNumber);
      const newest = Math.max(window.newest, ...blocks);
      // Nothing is newer than a transfer that can't be read: what comes next will show up to where the chain is.
      if (newest <= window.dealtWith) throw cutShort;
      window = halved(window, newest);
      continue;
    }
    const sizing = likely(request, range.transfers);
    // All that is new is ahead of the chain: no window leads there. It counts, and the next read goes deeper.
    const isAhead = sizing.length < range.transfers.length;
    if (isAhead && window.through === null && sizing.every((one) => one.blockNumber <= window.dealtWith))
      return { window, range };
    window = narrowed(window, sizing);
  }
}

/** Those by whose blocks a window can be sized. */
function likely(
  { plausibleThrough }: Pick<RangeRequest, 'plausibleThrough'>,
  transfers: readonly Transfer[],
): readonly Transfer[] {
  const through = plausibleThrough(transfers);
  const inReach = transfers.filter(({ blockNumber }) => blockNumber <= through);
  return transfers.length - inReach.length < tooManyToDoubt ? inReach : transfers;
}

/** @returns `cutShort` where a single transfer is too large to be read: those that are older are not among the range's */
async function readPages(
  request: RangeRequest,
  window: BlockWindow,
  { pages, clock }: RangeDependencies,
  limits: CallLimits,
): Promise<{ readonly range: TransferRange; readonly cutShort: ReplyTooLarge | null }> {
  const maxPages = request.newestOnly ? 1 : pagesPerRead + Math.ceil(window.known / transfersPerPage);
  const now = clock.now();
  const stopAt = now + (limits.deadline - now) * shareOfTime;
  const transfers: Transfer[] = [];
  const unreadable: UnreadableTransfer[] = [];
  let read = 0;
  let more = false;
  const shared = sharingTokens();
  let cutShort: ReplyTooLarge | null = null;
  try {
    for await (const page of pages(queryOf(request, window), limits)) {
      transfers.push(...shared(page.transfers));
      unreadable.push(...page.unreadable);
      read += 1;
      more = page.cursor !== null;
      if (read === maxPages || clock.now() > stopAt) break;
    }
  } catch (error) {
    if (!(error instanceof ReplyTooLarge) || request.newestOnly) throw error;
    more = true;
    cutShort = error;
  }
  const range = {
    from: window.from,
    through: window.through,
    transfers: ownTransfers(request, window, transfers),
    unreadable,
    complete: !more && unreadable.length === 0,
    more,
    whole: true,
    unfinished: null,
  };
  return { range, cutShort };
}

/** What is asked of the API for a window. */
export function queryOf(
  { wallet, chain }: Pick<RangeRequest, 'wallet' | 'chain'>,
  { bounds }: BlockWindow,
): TransferQuery {
  return { wallet, chain, limit: transfersPerPage, disableTotal: true, ...bounds };
}

/**
 * The wallet's own transfers within a window, each once: pages shift while they are read, and caches mix things up. One whose
 * number is ahead of the chain may be of this window: another read may not show it.
 */
export function ownTransfers(
  { wallet, plausibleThrough }: Pick<RangeRequest, 'wallet' | 'plausibleThrough'>,
  { from, through }: Pick<BlockWindow, 'from' | 'through'>,
  transfers: readonly Transfer[],
): readonly Transfer[] {
  const reached = plausibleThrough(transfers);
  const own = transfers
    .filter(
      ({ blockNumber }) =>
        blockNumber >= from && (blockNumber <= (through ?? blockNumber) || blockNumber > reached),
    )
    .flatMap((transfer) => ofWallet(wallet, transfer));
  return dropRepeats(own);
}

/** Drops what is somebody else's; a receiver that the API leaves out is the wallet (see directionFor). */
function ofWallet(wallet: Address, transfer: Transfer): Transfer[] {
  const direction = directionFor(wallet, transfer);
  if (direction === null) return [];
  if (direction !== 'in' || transfer.to.address === wallet) return [transfer];
  return [{ ...transfer, to: { ...transfer.to, address: wallet } }];
}
