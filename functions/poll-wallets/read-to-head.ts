import type { CallLimits } from '../upstream/source.ts';
import type { WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import { readTransfers, type TransferRead } from './read-transfers.ts';

/**
 * The reads of one poll: one, or as many portions as it takes to reach the chain's head, until the time is up.
 * @param state as it stands once the read before was dealt with
 */
export async function* readToHead(
  watch: Watch,
  state: () => WalletState,
  deps: Pick<PollDependencies, 'source' | 'clock'>,
  limits: CallLimits,
): AsyncGenerator<TransferRead> {
  let read = await readTransfers(watch, state(), deps, limits);
  yield read;
  while (read.window.through !== null && deps.clock.now() < limits.deadline) {
    const { unreadable } = read;
    read = await readTransfers(watch, state(), deps, limits, read);
    // An entry that can't be read holds the stored block back for the rest of the poll.
    read = { ...read, unreadable: [...unreadable, ...read.unreadable] };
    yield read;
  }
}
