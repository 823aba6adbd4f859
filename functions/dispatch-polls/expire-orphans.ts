import { createFloodGuard } from '../incidents/batcher.ts';
import { walletProblem, walletProblemFields } from '../incidents/incident.ts';
import { problemEnded } from '../incidents/incident-message.ts';
import type { Watchlist } from '../wallet/read-watchlist.ts';
import { keyOf, watchKey } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';

/**
 * Lets the states of deleted rows expire, and tells operations that their troubles are over. Those of an unreadable row
 * stay: its owner will mend it.
 */
export async function expireOrphans(
  { watched, unreadable }: Watchlist,
  { states, tellOperations, clock }: Pick<DispatchDependencies, 'states' | 'tellOperations' | 'clock'>,
): Promise<void> {
  const keys = new Set(watched.map(({ watch }) => watchKey(watch)));
  const kept = new Set(unreadable.map(({ row }) => row.wallet.trim().toLowerCase()));
  const orphans = await states.expireOrphans(
    ({ wallet, chain }) => keys.has(keyOf(wallet, chain)) || kept.has(wallet),
  );
  const guard = createFloodGuard(tellOperations);
  for (const orphan of orphans) {
    for (const field of walletProblemFields) {
      const trouble = orphan[field];
      if (!trouble?.told) continue;
      const problem = walletProblem(field, orphan, trouble.reason);
      await guard.tell(problemEnded(problem, Date.parse(trouble.since), clock.now(), 'The row was deleted'));
    }
  }
  await guard.flush();
}
