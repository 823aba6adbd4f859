import type { WalletState } from '../../state/wallet-state.ts';
import { lagAllowance } from '../../transfer/compare-with-seen.ts';
import type { Notebook, RangeRequest, ReadFrom, UnfinishedBlock } from '../../transfer/source.ts';
import type { Watch } from '../../wallet/watch.ts';
import { plausibleThrough } from './plausible-block.ts';
import { rescanFrom } from './rescan-from.ts';

/** Whose transfers are asked for, what is known of them at each moment, and where a long read takes its notes. */
export interface Asking {
  readonly watch: Watch;
  /** As it stands once the range before was dealt with. */
  readonly state: () => WalletState;
  readonly notebook: Notebook;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** From where the wallet's last read ended, less what is read again, to the chain's head. */
export function upToHead(asking: Asking): RangeRequest {
  const { watch, state } = asking;
  const { start, firstTry, block } = state();
  return {
    ...common(asking),
    from: readFrom(watch, state()),
    through: null,
    dealtWith: block ?? 0,
    newestOnly: start === null && firstTry === null && watch.fromBlock === null,
    unfinished: null,
  };
}

/** The dense blocks up to this one, for their last look. */
export function lastLook(asking: Asking, through: number): RangeRequest {
  const { seenFrom: block } = asking.state();
  return {
    ...common(asking),
    from: { block },
    through,
    dealtWith: block - 1,
    newestOnly: false,
    unfinished: null,
  };
}

/** The rest of a block that an earlier poll could not read to its end. */
export function restOf(asking: Asking, unfinished: UnfinishedBlock): RangeRequest {
  const { block } = unfinished;
  return {
    ...common(asking),
    from: { block },
    through: block,
    dealtWith: block - 1,
    newestOnly: false,
    unfinished,
  };
}

function common({
  watch,
  state,
  notebook,
  now,
}: Asking): Pick<RangeRequest, 'wallet' | 'chain' | 'known' | 'plausibleThrough' | 'notebook'> {
  const { wallet, chain } = watch;
  return {
    wallet,
    chain,
    known: (from) => seenSince(from, state()),
    plausibleThrough: (shown) => plausibleThrough(shown, state(), chain, now()),
    notebook,
  };
}

function seenSince(block: number, { seen }: WalletState): number {
  return seen
    .values()
    .filter((one) => one.block >= block && one.status !== 'reverted')
    .toArray().length;
}

function readFrom(watch: Watch, state: WalletState): ReadFrom {
  if (state.start === null && watch.fromBlock !== null) return { block: watch.fromBlock };
  const block = state.start === null ? null : rescanFrom(state, watch.chain);
  if (block !== null) return { block };
  // The first page was empty: all that the wallet has is news, whatever its time says.
  if (state.start !== null && state.start.timedTo !== null) return null;
  const since = state.start?.since ?? state.firstTry?.at ?? null;
  return since === null ? null : { time: new Date(Date.parse(since) - lagAllowance) };
}
