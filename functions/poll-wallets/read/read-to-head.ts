import type { WalletState } from '../../state/wallet-state.ts';
import type { CallLimits, RangeRequest, UnreadableTransfer } from '../../transfer/source.ts';
import { withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { lastLook, restOf, upToHead } from './range-requests.ts';
import { closableThrough } from './rescan-window.ts';
import type { TransferRead } from './transfer-read.ts';

/** What the reads of one poll share. */
interface Reading {
  readonly begunAt: number;
  readonly deps: Pick<PollDependencies, 'source' | 'clock' | 'states'>;
  readonly limits: CallLimits;
}

/**
 * The reads of one poll: one, or as many parts as it takes to reach the chain's head, until the time is up. A crowded block
 * that an earlier poll began with goes first: nothing behind it may be told before it. Dense blocks that have become old
 * enough for their last look come last: what is new does not wait for them.
 * @param state as it stands once the read before was dealt with
 */
export async function* readToHead(
  watch: Watch,
  state: () => WalletState,
  deps: Reading['deps'],
  limits: CallLimits,
): AsyncGenerator<TransferRead> {
  const reading = { deps, limits, begunAt: deps.clock.now() };
  const asking = { watch, state, notebook: deps.states.overflow(watch), now: () => deps.clock.now() };
  const isLate = () => deps.clock.now() >= limits.deadline;
  const { unfinished, block } = state();
  const stored = block ?? -1;
  // Not where something before it is left, such as an entry that could not be read: the stored block would pass it.
  if (unfinished !== null && unfinished.block <= stored + 1) {
    const last = yield* readRanges(restOf(asking, unfinished), unfinished.block <= stored, [], reading);
    if (last?.whole !== true || isLate()) return;
  }
  let unreadable: TransferRead['unreadable'] = [];
  for (;;) {
    const before = state().block;
    const last: TransferRead | null = yield* readRanges(upToHead(asking), false, unreadable, reading);
    if (last?.whole !== true) return;
    if (last.through === null) break;
    // An entry that can't be read holds the stored block back: the same ranges again would show the same.
    if (state().block === before || isLate()) return;
    ({ unreadable } = last);
  }
  const through = isLate() ? null : closableThrough(state(), reading.begunAt);
  if (through !== null) yield* readRanges(lastLook(asking, through), true, [], reading);
}

/**
 * The ranges of one request.
 * @param unreadable what the poll could not read until then: it holds the stored block back for the rest of it
 * @returns the last of them; null: there was none
 */
async function* readRanges(
  request: RangeRequest,
  closes: boolean,
  unreadable: TransferRead['unreadable'],
  { begunAt, deps, limits }: Reading,
): AsyncGenerator<TransferRead, TransferRead | null> {
  const { from } = request;
  let next = from !== null && 'block' in from ? from.block : 0;
  let last: TransferRead | null = null;
  let notRead = unreadable;
  for (const ranges of deps.source.ranges([request], limits)) {
    for await (const range of ranges) {
      const plausibleTo = request.plausibleThrough(range.transfers);
      notRead = [...notRead, ...range.unreadable.map((one) => anywhere(one, plausibleTo))];
      last = {
        ...range,
        transfers: withKeys(range.transfers),
        unreadable: notRead,
        begunAt,
        closes,
        plausibleTo,
        begins: last === null,
        leapsTo: range.from > next ? range.from : 0,
      };
      yield last;
      next = (range.through ?? range.from) + 1;
    }
  }
  return last;
}

/** One ahead of the chain has a wrong number, and stands in no block that is known. */
function anywhere(one: UnreadableTransfer, plausibleTo: number): UnreadableTransfer {
  return one.blockNumber !== null && one.blockNumber > plausibleTo ? { ...one, blockNumber: null } : one;
}
