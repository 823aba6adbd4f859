import { VersionConflict, type WalletState } from '../state/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies } from './poll-dependencies.ts';

/**
 * A wallet's first poll failed, or was not made for want of a key: it is remembered, for what is mined from now on is
 * told when a later poll succeeds. Written once; the state as it was where it is no first poll.
 * @param bulk the wallet came along with many others
 */
export async function noteFirstTry(
  watch: Watch,
  state: WalletState,
  bulk: boolean,
  deps: Pick<PollDependencies, 'states' | 'clock'>,
): Promise<WalletState> {
  if (state.start !== null || state.firstTry !== null) return state;
  const firstTry = { at: new Date(deps.clock.now()).toISOString(), bulk };
  try {
    return await deps.states.save(watch, { ...state, firstTry });
  } catch (error) {
    if (error instanceof VersionConflict) return state;
    throw error;
  }
}
