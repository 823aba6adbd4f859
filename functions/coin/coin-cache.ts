import type { Clock } from '../clock.ts';
import type { CoinRecord } from './coin-record.ts';

const hour = 3_600_000;
/** A coin's name, symbol and decimals do not change; its supply handles hardly do. */
const foundForMs = 24 * hour;
/** A coin may be listed later. */
const missingForMs = hour;

/** What the coins endpoint said of each hash, while it is worth keeping. */
export interface CoinCache {
  /** False: not asked yet, or too long ago. */
  has(hash: string): boolean;
  /** Null also for a hash that the endpoint does not know. */
  get(hash: string): CoinRecord | null;
  set(hash: string, record: CoinRecord | null): void;
}

/** Kept in memory. It grows no larger than the table of coin types: no other hash is ever asked for. */
export function createCoinCache(clock: Pick<Clock, 'now'>): CoinCache {
  const entries = new Map<string, { readonly record: CoinRecord | null; readonly until: number }>();
  const fresh = (hash: string) => {
    const entry = entries.get(hash);
    return entry !== undefined && clock.now() < entry.until ? entry : null;
  };
  return {
    has: (hash) => fresh(hash) !== null,
    get: (hash) => fresh(hash)?.record ?? null,
    set(hash, record) {
      entries.set(hash, { record, until: clock.now() + (record === null ? missingForMs : foundForMs) });
    },
  };
}
