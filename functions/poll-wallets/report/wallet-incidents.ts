import { isDeepStrictEqual } from 'node:util';
import type { Milliseconds } from '../../chain/units.ts';
import {
  incidentStep,
  type WalletIncidentField,
  walletIncident,
  walletIncidentFields,
} from '../../incidents/incident.ts';
import { incidentBegan, incidentEnded } from '../../incidents/operations-message.ts';
import { type Cursor, VersionConflict } from '../../state/cursor.ts';
import { readCursor, saveOver } from '../../state/state-table.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';

interface WalletTrouble {
  readonly reason: string;
  /** Milliseconds that the trouble must last before operations are told. */
  readonly grace: Milliseconds;
}

export const backlogGrace = 300_000;

export interface ReportDependencies extends PollDependencies {
  /** Delays the save until the batch's messages are out; without it incidents are saved at once. */
  readonly saveLater?: (save: () => Promise<void>) => void;
}

/**
 * Updates a wallet's incidents in one save, or without one if nothing changed. Beginnings and ends are published before the save:
 * a crash between them repeats the message and never loses it.
 * @param troubles null: no incident of this kind (any more); kinds left out stay as they are
 */
export async function recordWalletIncidents(
  { watch, cursor }: { readonly watch: Watch; readonly cursor: Cursor },
  troubles: Partial<Record<WalletIncidentField, WalletTrouble | null>>,
  deps: Pick<ReportDependencies, 'states' | 'clock' | 'publishOperations' | 'saveLater' | 'log'>,
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
    // A slow poll overlaps the next one, and the next one's worker may have published the message already.
    const stored = (await readCursor(watch, deps))[field];
    if (step.publish === 'began' ? stored?.published : stored === null) continue;
    const incident = walletIncident(field, named, record);
    await deps.publishOperations(
      step.publish === 'began'
        ? incidentBegan(incident, now, record.since)
        : incidentEnded(incident, record.since, now),
    );
  }
  const save = async () => {
    try {
      await saveOver(watch, cursor, (stored) => withIncidents(stored, cursor, next), deps);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      const { wallet, chain } = named;
      deps.log.warn("a wallet's incident could not be noted: other workers saved the wallet first", {
        wallet,
        chain,
      });
    }
  };
  return deps.saveLater === undefined ? save() : deps.saveLater(save);
}

/** If another worker recorded an incident too, that one counts. Null: nothing changes. */
function withIncidents(stored: Cursor, before: Cursor, next: Cursor): Cursor | null {
  const failing = isDeepStrictEqual(stored.failing, before.failing) ? next.failing : stored.failing;
  const behind = isDeepStrictEqual(stored.behind, before.behind) ? next.behind : stored.behind;
  const after = { ...stored, failing, behind };
  return isDeepStrictEqual(after, stored) ? null : after;
}
