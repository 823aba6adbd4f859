import { type WalletIncidentField, walletIncident, walletIncidentFields } from '../../incidents/incident.ts';
import { incidentStep } from '../../incidents/incident-lifecycle.ts';
import { incidentBegan, incidentEnded } from '../../incidents/incident-message.ts';
import { type Cursor, VersionConflict, type WalletIncident } from '../../state/cursor.ts';
import { stateKey } from '../../state/state-items.ts';
import { findCursor } from '../../state/state-table.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';

export interface WalletTrouble {
  readonly reason: string;
  /** Milliseconds before operations hear of it. */
  readonly grace: number;
}

export const backlogGrace = 300_000;

type IncidentDependencies = Pick<PollDependencies, 'states' | 'clock' | 'publishOperations' | 'log'>;

/**
 * Updates a wallet's incidents in one save, or without one if nothing changed. Beginnings and ends are published before the save:
 * a crash between them repeats the message and never loses it.
 * @param troubles null: no incident of this kind (any more); kinds left out stay as they are
 */
export async function recordWalletIncidents(
  { watch, cursor }: { readonly watch: Watch; readonly cursor: Cursor },
  troubles: Partial<Record<WalletIncidentField, WalletTrouble | null>>,
  deps: IncidentDependencies,
): Promise<void> {
  const now = deps.clock.now();
  const named = { wallet: watch.wallet, chain: watch.chain.name, label: watch.label };
  const next = { ...cursor };
  for (const field of walletIncidentFields) {
    const [before, trouble] = [cursor[field], troubles[field]];
    if (trouble === undefined) continue;
    const seen = trouble && { incident: { reason: trouble.reason }, grace: trouble.grace };
    const step = incidentStep(before, seen, now);
    next[field] = step.next;
    const record = step.next ?? before;
    if (record === null || step.publish === null) continue;
    const incident = walletIncident(field, named, record);
    await deps.publishOperations(
      step.publish === 'began'
        ? incidentBegan(incident, now, record.since)
        : incidentEnded(incident, record.since, now),
    );
  }
  await saveIncidents(watch, cursor, next, deps);
}

/** A published message must still be recorded after a conflict. */
const mostTries = 3;

async function saveIncidents(
  watch: Watch,
  before: Cursor,
  { failing, behind }: Pick<Cursor, WalletIncidentField>,
  deps: IncidentDependencies,
): Promise<void> {
  let cursor = before;
  for (let tries = 1; ; tries += 1) {
    // If the other worker recorded an incident too, that one counts.
    const next = {
      failing: isSame(cursor.failing, before.failing) ? failing : cursor.failing,
      behind: isSame(cursor.behind, before.behind) ? behind : cursor.behind,
    };
    if (isSame(next.failing, cursor.failing) && isSame(next.behind, cursor.behind)) return;
    try {
      await deps.states.save(watch, { ...cursor, ...next });
      return;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (tries === mostTries) break;
    }
    cursor = findCursor(watch, await deps.states.readItems([stateKey(watch)]), deps.clock.now());
  }
  deps.log.warn("a wallet's incident could not be noted: other workers saved the wallet first", {
    wallet: watch.wallet,
    chain: watch.chain.name,
  });
}

function isSame(one: WalletIncident | null, other: WalletIncident | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
