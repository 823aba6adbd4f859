import type { Watchlist } from '../wallet/read-watchlist.ts';
import { stateKey } from '../wallet/state-table.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';

/** Lets the states of deleted rows expire. Those of an unreadable row stay: its owner will mend it. */
export async function expireOrphans(
  { watched, unreadable }: Watchlist,
  { states }: DispatchDependencies,
): Promise<void> {
  const keys = new Set(watched.map(({ watch }) => JSON.stringify(stateKey(watch))));
  const kept = new Set(unreadable.map(({ row }) => row.wallet.trim().toLowerCase()));
  await states.expireOrphans((key) => keys.has(JSON.stringify(key)) || kept.has(key.wallet));
}
