import { type WalletIncidentField, walletIncident, walletIncidentFields } from '../../incidents/incident.ts';
import { incidentBegan, incidentEnded } from '../../incidents/incident-message.ts';
import { VersionConflict, type WalletIncident, type WalletState } from '../../state/wallet-state.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';

/** What keeps a wallet from being polled as it should. */
export interface WalletTrouble {
  readonly reason: string;
  /** Milliseconds that it may last untold. */
  readonly grace: number;
}

type IncidentDependencies = Pick<PollDependencies, 'states' | 'clock' | 'publishOperations' | 'log'>;

/**
 * Notes what troubles a wallet now: written when it begins, told to operations once it has lasted its grace, and nothing
 * more until it is over. Of an end operations hear if they heard of the beginning.
 * @param troubles null: there is none of this kind (any more); a kind left out stays as it is
 */
export async function recordWalletIncidents(
  { watch, state }: { readonly watch: Watch; readonly state: WalletState },
  troubles: Partial<Record<WalletIncidentField, WalletTrouble | null>>,
  deps: IncidentDependencies,
): Promise<void> {
  const now = deps.clock.now();
  const named = { wallet: watch.wallet, chain: watch.chain.name, label: watch.label };
  const next = { ...state };
  for (const field of walletIncidentFields) {
    const trouble = troubles[field];
    if (trouble !== undefined) next[field] = trouble === null ? null : grown(state[field], trouble, now);
    if (next[field]?.told && !state[field]?.told)
      await deps.publishOperations(incidentBegan(walletIncident(field, named, next[field].reason), now));
  }
  const changed = walletIncidentFields.filter((field) => next[field] !== state[field]);
  if (changed.length === 0 || !(await saveUnlessRaced(watch, next, deps))) return;
  for (const field of changed) {
    const before = state[field];
    if (next[field] !== null || !before?.told) continue;
    const incident = walletIncident(field, named, before.reason);
    await deps.publishOperations(incidentEnded(incident, Date.parse(before.since), now));
  }
}

/** The incident on record, the same object where nothing about it has to be written. */
function grown(known: WalletIncident | null, { reason, grace }: WalletTrouble, now: number): WalletIncident {
  const since = known?.since ?? new Date(now).toISOString();
  if (known?.told) return known;
  const told = now - Date.parse(since) >= grace;
  return known !== null && !told ? known : { since, reason, told };
}

async function saveUnlessRaced(
  watch: Watch,
  state: WalletState,
  deps: IncidentDependencies,
): Promise<boolean> {
  try {
    await deps.states.save(watch, state);
    return true;
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    deps.log.info('another worker saved the wallet first', { wallet: watch.wallet, chain: watch.chain.name });
    return false;
  }
}
