import type { WalletState } from '../../state/wallet-state.ts';
import type { CallLimits } from '../../transfer/source.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { type BlockWindow, closingWindow, oneBlock, openWindow, windowBehind } from './block-window.ts';
import { readCrowdedBlock } from './crowded-block.ts';
import { readTransfers, type TransferRead } from './read-transfers.ts';
import { closableThrough } from './rescan-window.ts';

/** What the reads of one poll share. */
interface Reading {
  readonly watch: Watch;
  /** As it stands once the read before was dealt with. */
  readonly state: () => WalletState;
  readonly begunAt: number;
  readonly deps: Pick<PollDependencies, 'source' | 'clock' | 'states' | 'log'>;
  readonly limits: CallLimits;
}

/**
 * The reads of one poll: one, or as many parts as it takes to reach the chain's head, until the time is up. A crowded block
 * that an earlier poll began with goes first: nothing behind it may be told before it. Dense blocks that have become old
 * enough for their last look come last: what is new does not wait for them.
 */
export async function* readToHead(
  watch: Watch,
  state: () => WalletState,
  deps: Reading['deps'],
  limits: CallLimits,
): AsyncGenerator<TransferRead> {
  const reading: Reading = { watch, state, deps, limits, begunAt: deps.clock.now() };
  const { spool } = state();
  const stored = state().block ?? -1;
  // Not where something before it is left, such as an entry that could not be read: the stored block would pass it.
  if (spool !== null && spool.block <= stored + 1) {
    const poll = { begunAt: reading.begunAt, closes: spool.block <= stored, leapsTo: 0 };
    for await (const read of readCrowdedBlock(watch, oneBlock(spool.block), spool, poll, deps, limits)) {
      yield read;
      if (!read.whole) return;
    }
    if (deps.clock.now() >= limits.deadline) return;
  }
  const isAtHead = yield* readWindows(openWindow(watch, state()), false, reading);
  const hasTime = isAtHead && deps.clock.now() < limits.deadline;
  const through = hasTime ? closableThrough(state(), reading.begunAt) : null;
  if (through !== null) yield* readWindows(closingWindow(state(), through), true, reading);
}

/** The windows from this one on, each read whole. @returns true where the end was reached before the time was up */
async function* readWindows(
  first: BlockWindow,
  closes: boolean,
  { watch, state, begunAt, deps, limits }: Reading,
): AsyncGenerator<TransferRead, boolean> {
  const { start, firstTry } = state();
  const isFirstLook = start === null && firstTry === null && watch.fromBlock === null;
  let unreadable: TransferRead['unreadable'] = [];
  let stored = state().block;
  for (let window: BlockWindow | null = first; window !== null; ) {
    const next = await readTransfers(watch, window, isFirstLook, begunAt, deps, limits);
    let done: BlockWindow | null = null;
    for await (const read of readsOf(next, window, closes, { watch, state, begunAt, deps, limits })) {
      // An entry that can't be read holds the stored block back for the rest of the poll.
      unreadable = [...unreadable, ...read.unreadable];
      yield { ...read, unreadable };
      done = read.whole ? read.window : null;
    }
    if (done === null) return false;
    if (done.through === null) return true;
    window = windowBehind(done, state());
    if (window === null && !closes) {
      // An entry that can't be read holds the stored block back: the same windows again would show the same.
      if (state().block === stored) return false;
      stored = state().block;
      window = openWindow(watch, state());
    }
    if (window !== null && deps.clock.now() >= limits.deadline) return false;
  }
  return true;
}

/** The read itself, or those of the crowded block that it came upon. */
function readsOf(
  read: TransferRead | { readonly crowded: BlockWindow },
  window: BlockWindow,
  closes: boolean,
  { watch, begunAt, deps, limits }: Reading,
): AsyncIterable<TransferRead> | TransferRead[] {
  if (!('crowded' in read)) return [{ ...read, closes }];
  const leapsTo = read.crowded.from > window.from ? read.crowded.from : 0;
  return readCrowdedBlock(watch, read.crowded, null, { begunAt, closes, leapsTo }, deps, limits);
}
