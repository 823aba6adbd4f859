import type { CallLimits, CoinSource } from '../../functions/transfer/source.ts';
import type { CoinRecord } from '../../functions/transfer/transfer.ts';

/** A coin source whose answers a test gives, call by call. */
export interface ScriptedCoins extends CoinSource {
  readonly calls: readonly ScriptedCall[];
}

export interface ScriptedCall {
  readonly hashes: readonly string[];
  readonly limits: CallLimits;
  readonly answer: (records: readonly CoinRecord[]) => void;
  readonly fail: (error: Error) => void;
}

/** @param reply answers each call at once; without it, every call stays open until the test answers */
export function scriptedCoins(reply?: (hashes: readonly string[]) => readonly CoinRecord[]): ScriptedCoins {
  const calls: ScriptedCall[] = [];
  return {
    calls,
    coins(hashes, limits) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly CoinRecord[]>();
      calls.push({ hashes, limits, answer: resolve, fail: reject });
      return reply === undefined ? promise : Promise.resolve().then(() => reply(hashes));
    },
  };
}
