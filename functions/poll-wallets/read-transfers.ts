import { directionFor } from '../transfer/direction.ts';
import { dropRepeats } from '../transfer/drop-repeats.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { type KeyedTransfer, withKeys } from '../transfer/transfer-key.ts';
import type { CallLimits, TransferQuery, UnreadableTransfer } from '../upstream/source.ts';
import type { WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import { type BlockWindow, narrowed, openWindow } from './block-window.ts';
import type { PollDependencies } from './poll-dependencies.ts';

/** One complete read: every transfer of a span of blocks that the API knows of. */
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
}

/** 2,000 new transfers, or what a third of the time allows: more is read in portions, the oldest whole first. */
const pagesPerRead = 20;
const transfersPerPage = 100;
const shareOfTime = 1 / 3;

/**
 * Reads what is new: from the stored block less the chain's re-scan depth to the chain's head. Where that is more than
 * one read holds, the oldest part of it, up to a block that the density of transfers suggests, is read whole instead; the
 * next read goes on behind it. At a first poll without `fromBlock` the newest page alone: all of it is old; where that poll
 * failed, what is new since then.
 * @param before the read before this one in the same poll, where that one did not reach the head
 * @throws what upstream/errors.ts names
 */
export async function readTransfers(
  watch: Watch,
  state: WalletState,
  deps: Pick<PollDependencies, 'source' | 'clock'>,
  limits: CallLimits,
  before: TransferRead | null = null,
): Promise<TransferRead> {
  const firstLook = state.start === null && state.firstTry === null && watch.fromBlock === null;
  let window = openWindow(watch, state, before?.window ?? null);
  for (;;) {
    const read = await readPages(watch, window, firstLook ? 1 : pagesFor(window), deps, limits);
    if (firstLook || !read.more) return read;
    window = narrowed(window, read.transfers);
  }
}

function pagesFor({ seen }: BlockWindow): number {
  return pagesPerRead + Math.ceil(seen / transfersPerPage);
}

async function readPages(
  watch: Watch,
  window: BlockWindow,
  mostPages: number,
  { source, clock }: Pick<PollDependencies, 'source' | 'clock'>,
  limits: CallLimits,
): Promise<TransferRead> {
  const begun = clock.now();
  const stopAt = begun + (limits.deadline - begun) * shareOfTime;
  const query: TransferQuery = {
    wallet: watch.wallet,
    chain: watch.chain,
    limit: transfersPerPage,
    disableTotal: true,
    ...window.bounds,
  };
  const transfers: Transfer[] = [];
  const unreadable: UnreadableTransfer[] = [];
  let pages = 0;
  let more = false;
  for await (const page of source.pages(query, limits)) {
    transfers.push(...page.transfers);
    unreadable.push(...page.unreadable);
    pages += 1;
    more = page.cursor !== null;
    if (!window.indivisible && (pages === mostPages || clock.now() > stopAt)) break;
  }
  const own = transfers
    .filter(({ blockNumber }) => blockNumber >= window.from && blockNumber <= (window.through ?? blockNumber))
    .flatMap((transfer) => ofWallet(watch, transfer));
  return {
    transfers: withKeys(dropRepeats(own)),
    unreadable,
    window,
    more,
    complete: !more && unreadable.length === 0,
  };
}

/** Drops what is somebody else's; a receiver that the API leaves out is the wallet (see directionFor). */
function ofWallet(watch: Watch, transfer: Transfer): Transfer[] {
  const direction = directionFor(watch.wallet, transfer);
  if (direction === null) return [];
  return [direction === 'in' ? { ...transfer, to: { ...transfer.to, address: watch.wallet } } : transfer];
}
