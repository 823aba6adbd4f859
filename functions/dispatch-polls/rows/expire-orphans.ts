import { createBatcher } from '../../incidents/batcher.ts';
import { walletIncident, walletIncidentFields } from '../../incidents/incident.ts';
import { incidentStep } from '../../incidents/incident-lifecycle.ts';
import { incidentEnded } from '../../incidents/incident-message.ts';
import type { Watchlist } from '../../wallet/read-watchlist.ts';
import { keyOf, watchKey } from '../../wallet/watch.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import type { OrphanedState } from './orphaned-states.ts';

/** Lets deleted rows' states expire, and publishes their incidents as over. An unreadable row's stay: its owner will mend it. */
export async function expireOrphans(
  { watched, unreadable }: Watchlist,
  { states, publishOperations, clock }: Pick<DispatchDependencies, 'states' | 'publishOperations' | 'clock'>,
): Promise<void> {
  const keys = new Set(watched.map(({ watch }) => watchKey(watch)));
  const kept = new Set(unreadable.map(({ row }) => row.wallet.trim().toLowerCase()));
  const batcher = createBatcher(publishOperations);
  const ends = async (orphan: OrphanedState) => {
    for (const field of walletIncidentFields) {
      const record = orphan[field];
      const now = clock.now();
      if (record === null || incidentStep(record, null, now).publish === null) continue;
      const incident = walletIncident(field, orphan, record);
      await batcher.publish(incidentEnded(incident, record.since, now, 'The row was deleted'));
    }
  };
  try {
    await states.expireOrphans(
      ({ wallet, chain }) => keys.has(keyOf(wallet, chain)) || kept.has(wallet),
      ends,
    );
  } finally {
    await batcher.flush(); // also where the scan broke off: those whose states expire by then are on no record any more
  }
}
