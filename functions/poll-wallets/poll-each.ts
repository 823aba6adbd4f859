import type { PollActivity } from '../queue/poll-message.ts';
import type { Cursor } from '../state/cursor.ts';
import { saveOver } from '../state/state-table.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import type { PollDependencies, PollLimits } from './dependencies.ts';
import type { PollOutcome } from './poll-outcome.ts';
import { pollWallet } from './poll-wallet.ts';

export interface WatchedCursor {
  readonly watch: Watch;
  readonly cursor: Cursor;
}

export type PollResult = WatchedCursor &
  (
    | { readonly outcome: PollOutcome; readonly error: null }
    | { readonly outcome: null; readonly error: Error }
  );

export function logDetails({ watch }: Pick<WatchedCursor, 'watch'>): Record<string, string> {
  return { wallet: watch.wallet, chain: watch.chain.name };
}

/**
 * Polls the wallets at the same time: they wait for each other only at rate limits (the API's and the pace of SNS). Never throws.
 * @param activity by watch key, on chains that have a node
 */
export async function pollEach(
  watches: readonly WatchedCursor[],
  deps: PollDependencies,
  limits: PollLimits,
  activity: Readonly<Record<string, PollActivity>> = {},
): Promise<readonly PollResult[]> {
  const pollOne = async ({ watch, cursor }: WatchedCursor): Promise<PollResult> => {
    try {
      // A wallet that failed before gets one attempt: retries would use up calls of the others.
      const repeats = limits.repeats !== false && cursor.failing === null;
      const key = watchKey(watch);
      const own = { ...limits, repeats, poll: key };
      const outcome = await pollWallet(watch, cursor, deps, own, activity[key]?.coinThrough);
      return { watch, cursor: outcome.cursor, outcome, error: null };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const noted = await noteFirstTry({ watch, cursor }, deps).catch((failed: unknown) => {
        const details = { wallet: watch.wallet, error: String(failed) };
        deps.log.error("error: a wallet's failed poll could not be noted", details);
        return cursor;
      });
      return { watch, cursor: noted, outcome: null, error };
    }
  };
  return Promise.all(watches.map(pollOne));
}

/** Stores the time of the first poll that failed or was dropped: the first successful poll reports transfers from that time on. */
export function noteFirstTry(
  { watch, cursor }: WatchedCursor,
  deps: Pick<PollDependencies, 'states' | 'clock' | 'bulk'>,
): Promise<Cursor> {
  const firstTry = { at: new Date(deps.clock.now()).toISOString(), bulk: deps.bulk };
  const isNoted = ({ start, firstTry: noted }: Cursor) => start !== null || noted !== null;
  return saveOver(watch, cursor, (stored) => (isNoted(stored) ? null : { ...stored, firstTry }), deps);
}
