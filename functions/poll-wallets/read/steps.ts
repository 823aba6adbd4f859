import type { Chain } from '../../chain/chains.ts';
import type { WalletState } from '../../state/wallet-state.ts';
import { isEmpty, type News } from '../../transfer/compare-with-seen.ts';
import type { TransferRead } from './read-transfers.ts';
import { isSettled } from './rescan-window.ts';

/** About 80 KB of an item's 400. */
const revertsPerStep = 20;
/** As many as the outbox and what is remembered take at a time. */
const transfersPerStep = 2_000;

/** A part of the news with a save of its own. */
export interface Step extends News {
  /** Nothing of the read is left after it. */
  readonly last: boolean;
  /** The block of the next transfer that this step leaves: the stored block stays before it. Null: it leaves none. */
  readonly leftFrom: number | null;
}

const nothing: News = { fresh: [], changed: new Map(), gone: [] };

/**
 * News in parts that an item of the State table holds, oldest first. None where there is nothing to remember: no
 * news, a read up to the head, and not the wallet's first. What is taken back is said before what is new. What has
 * moved comes last: its new block may be above fresh transfers that are not dealt with yet.
 */
export function inSteps(
  news: News,
  read: TransferRead,
  first: boolean,
  state: WalletState,
  chain: Pick<Chain, 'rescanBlocks'>,
): Step[] {
  if (!read.whole) return [{ ...nothing, last: true, leftFrom: read.window.from }];
  if (isEmpty(news) && !first && !goesBeyond(read, state) && !settles(read, state, chain)) return [];
  const steps: Step[] = [];
  for (let from = 0; from === 0 || from < news.fresh.length; from += transfersPerStep) {
    const next = from + transfersPerStep;
    steps.push({
      ...nothing,
      fresh: news.fresh.slice(from, next),
      last: false,
      leftFrom: news.fresh[next]?.transfer.blockNumber ?? null,
    });
  }
  return steps.map((step, i) => ({
    ...step,
    // What does not fit is missed once more, and taken back at the next poll.
    gone: i === 0 ? news.gone.toSorted((a, b) => a.seen.block - b.seen.block).slice(0, revertsPerStep) : [],
    changed: i === steps.length - 1 ? news.changed : nothing.changed,
    last: i === steps.length - 1,
  }));
}

/**
 * A part without news that was read whole moves the stored block all the same, unless something holds it back; so does a
 * read up to the head once the entry that could not be read is gone.
 */
function goesBeyond(
  { window, unreadable, closes, complete, transfers }: TransferRead,
  { block, spool, seenFrom }: WalletState,
): boolean {
  if (spool !== null) return true;
  if (closes) return complete && (window.through ?? -1) >= seenFrom;
  const through = window.through ?? transfers.at(-1)?.transfer.blockNumber ?? -1;
  return unreadable.length === 0 && through > (block ?? -1);
}

/** The one save without news: from then on an idle poll reads an empty page. */
function settles(read: TransferRead, state: WalletState, chain: Pick<Chain, 'rescanBlocks'>): boolean {
  return read.complete && read.window.through === null && isSettled(state, chain, read);
}
