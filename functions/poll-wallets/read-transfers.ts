import { directionFor } from '../transfer/direction.ts';
import { dropRepeats } from '../transfer/drop-repeats.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { type KeyedTransfer, withKeys } from '../transfer/transfer-key.ts';
import { UnreadableReply } from '../upstream/errors.ts';
import type { Bound, CallLimits, TransferQuery, UnreadableTransfer } from '../upstream/source.ts';
import type { WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import { rescanFrom } from './rescan-window.ts';

/** One complete read of what is new to a wallet. */
export interface TransferRead {
  /** Oldest first. */
  readonly transfers: readonly KeyedTransfer[];
  /** Entries that can't be read: they are told to operations and hold the stored block back. */
  readonly unreadable: readonly UnreadableTransfer[];
  /** A first look at a wallet that has more than one page of old transfers. */
  readonly more: boolean;
}

/** 5,000 transfers a poll. */
const mostPages = 50;
/** The API lags behind the chain: read from a little before the watch began. */
const lagAllowance = 120_000;

/**
 * Reads from the stored block less the chain's re-scan depth to the end of the cursor. At a first poll without
 * `fromBlock` the newest page alone: all of it is old.
 * @throws what upstream/errors.ts names; UnreadableReply where there is no end within the bound, with nothing dealt with
 */
export async function readTransfers(
  watch: Watch,
  state: WalletState,
  deps: Pick<PollDependencies, 'source' | 'log'>,
  limits: CallLimits,
): Promise<TransferRead> {
  const firstLook = state.start === null && watch.fromBlock === null;
  const from = lowerBound(watch, state);
  const query: TransferQuery = { wallet: watch.wallet, chain: watch.chain, limit: 100, disableTotal: true };
  const transfers: Transfer[] = [];
  const unreadable: UnreadableTransfer[] = [];
  let pages = 0;
  let more = false;
  for await (const page of deps.source.pages(from === null ? query : { ...query, from }, limits)) {
    transfers.push(...page.transfers);
    unreadable.push(...page.unreadable);
    pages += 1;
    more = page.cursor !== null;
    if (firstLook) break;
    if (pages === mostPages && more) {
      throw new UnreadableReply(
        `More than ${mostPages} pages are new since the stored block: nothing was skipped or told.`,
      );
    }
  }
  const lowest = from !== null && 'block' in from ? from.block : 0;
  const own = transfers
    .filter(({ blockNumber }) => blockNumber >= lowest)
    .flatMap((transfer) => ofWallet(watch, transfer));
  return { transfers: withKeys(dropRepeats(own)), unreadable, more };
}

function lowerBound(watch: Watch, state: WalletState): Bound | null {
  if (state.start === null) return watch.fromBlock === null ? null : { block: watch.fromBlock };
  const block = rescanFrom(state, watch.chain);
  return block === null ? { date: new Date(Date.parse(state.start.since) - lagAllowance) } : { block };
}

/** Drops what is somebody else's; a receiver that the API leaves out is the wallet (see directionFor). */
function ofWallet(watch: Watch, transfer: Transfer): Transfer[] {
  const direction = directionFor(watch.wallet, transfer);
  if (direction === null) return [];
  return [direction === 'in' ? { ...transfer, to: { ...transfer.to, address: watch.wallet } } : transfer];
}
