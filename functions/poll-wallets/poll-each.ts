import { type Cursor, VersionConflict } from '../state/cursor.ts';
import { readCursor } from '../state/state-table.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies, PollLimits } from './poll-dependencies.ts';
import type { PollOutcome } from './poll-outcome.ts';
import { pollWallet } from './poll-wallet.ts';
import { recover } from './save/publish.ts';

export interface WatchedCursor {
  readonly watch: Watch;
  readonly cursor: Cursor;
}

/** The result of one poll: an outcome or an error. */
export interface PollResult {
  readonly watch: Watch;
  /** As last saved or read. */
  readonly cursor: Cursor;
  readonly outcome: PollOutcome | null;
  readonly error: Error | null;
}

export function nameOf({ watch }: Pick<PollResult, 'watch'>): Record<string, string> {
  return { wallet: watch.wallet, chain: watch.chain.name };
}

/** Polls the wallets at the same time: they wait for each other only at the limiter (rate/tick-limiter.ts). Never throws. */
export async function pollEach(
  watches: readonly WatchedCursor[],
  deps: PollDependencies,
  limits: PollLimits,
): Promise<readonly PollResult[]> {
  const pollOne = async ({ watch, cursor }: WatchedCursor): Promise<PollResult> => {
    try {
      // A wallet that failed before gets one attempt: retries would use up calls of the others.
      const repeats = limits.repeats !== false && cursor.failing === null;
      const outcome = await pollWallet(watch, cursor, deps, { ...limits, repeats, poll: {} });
      return { watch, cursor: outcome.cursor, outcome, error: null };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      return { watch, cursor: await rememberTry(watch, cursor, limits.bulk, deps), outcome: null, error };
    }
  };
  return Promise.all(watches.map(pollOne));
}

/** Publishes alerts that are recorded already, which needs no call of the API. Never throws. */
export async function recoverEach(
  watches: readonly WatchedCursor[],
  deps: PollDependencies,
  limits: PollLimits,
): Promise<void> {
  const recoverOne = ({ watch, cursor }: WatchedCursor) =>
    recover(cursor, { ...deps, watch, limits }).catch((error: unknown) =>
      deps.log.warn('recorded alerts could not be published; the next poll does it', {
        wallet: watch.wallet,
        error: String(error),
      }),
    );
  await Promise.all(watches.map(recoverOne));
}

/** The cursor is read again: the failed poll may have saved some batches. */
async function rememberTry(watch: Watch, before: Cursor, bulk: boolean, deps: PollDependencies) {
  try {
    return await noteFirstTry(watch, await readCursor(watch, deps), bulk, deps);
  } catch (error) {
    const details = { wallet: watch.wallet, error: String(error) };
    deps.log.error("error: a wallet's failed poll could not be noted", details);
    return before;
  }
}

/**
 * Remembers once that a wallet's first poll failed or had no key: the first successful poll reports transfers from this time on.
 */
export async function noteFirstTry(
  watch: Watch,
  cursor: Cursor,
  bulk: boolean,
  deps: Pick<PollDependencies, 'states' | 'clock'>,
): Promise<Cursor> {
  if (cursor.start !== null || cursor.firstTry !== null) return cursor;
  const firstTry = { at: new Date(deps.clock.now()).toISOString(), bulk };
  try {
    return await deps.states.save(watch, { ...cursor, firstTry });
  } catch (error) {
    if (error instanceof VersionConflict) return cursor;
    throw error;
  }
}
