import { DaySpent } from '../rate/tick-limiter.ts';
import { VersionConflict, type WalletState } from '../state/wallet-state.ts';
import { KeyRefused, PlanExhausted, RateLimited } from '../transfer/source-errors.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies, PollLimits } from './poll-dependencies.ts';
import type { PollOutcome } from './poll-outcome.ts';
import { pollWallet } from './poll-wallet.ts';

/** A wallet to be polled, with what is remembered of it. */
export interface WatchedState {
  readonly watch: Watch;
  readonly state: WalletState;
}

/** How the poll of one wallet ended: with an outcome, or with an error. */
export interface PollResult {
  readonly watch: Watch;
  /** As last saved or read. */
  readonly state: WalletState;
  readonly outcome: PollOutcome | null;
  readonly error: Error | null;
}

/** The wallet of a poll, as log lines name it. */
export function nameOf({ watch }: Pick<PollResult, 'watch'>): Record<string, string> {
  return { wallet: watch.wallet, chain: watch.chain.name };
}

/** Polls every wallet by itself: none waits for another beyond its turn to call (rate/head-start.ts). Never throws. */
export async function pollEach(
  watches: readonly WatchedState[],
  deps: PollDependencies,
  limits: PollLimits,
): Promise<readonly PollResult[]> {
  return Promise.all(watches.map(({ watch, state }) => pollOne(watch, state, deps, limits)));
}

async function pollOne(
  watch: Watch,
  state: WalletState,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<PollResult> {
  // A poll may have saved much before it fails: what is noted of it then goes on from there.
  let saved = state;
  const states: PollDependencies['states'] = {
    ...deps.states,
    save: async (of, next) => {
      saved = await deps.states.save(of, next);
      return saved;
    },
  };
  try {
    // What failed before is tried once: its calls are those of the others.
    const repeats = limits.repeats !== false && state.failing === null;
    const outcome = await pollWallet(watch, state, { ...deps, states }, { ...limits, repeats, poll: {} });
    return { watch, state: outcome.state, outcome, error: null };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (endsTick(error)) deps.limiter.end(error);
    return { watch, state: await rememberTry(watch, saved, deps, limits), outcome: null, error };
  }
}

async function rememberTry(
  watch: Watch,
  state: WalletState,
  deps: PollDependencies,
  { bulk }: PollLimits,
): Promise<WalletState> {
  try {
    return await noteFirstTry(watch, state, bulk, deps);
  } catch (error) {
    deps.log.error("error: a wallet's first poll could not be noted", {
      wallet: watch.wallet,
      error: String(error),
    });
    return state;
  }
}

/** What the API says of one wallet's call and means for all. */
function endsTick(error: Error): boolean {
  if (error instanceof DaySpent) return false; // others have claimed the last calls of the day and wait for their turn
  return error instanceof KeyRefused || error instanceof PlanExhausted || error instanceof RateLimited;
}

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
