import { type WalletProblemField, walletProblem, walletProblemFields } from '../../incidents/incident.ts';
import { problemBegan, problemEnded } from '../../incidents/incident-message.ts';
import { RaceLost, type WalletProblem, type WalletState } from '../../state/wallet-state.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';

/** What keeps a wallet from being polled as it should. */
export interface WalletTrouble {
  readonly reason: string;
  /** Milliseconds that it may last untold. */
  readonly grace: number;
}

type ProblemDependencies = Pick<PollDependencies, 'states' | 'clock' | 'tellOperations' | 'log'>;

/**
 * Notes what troubles a wallet now: written when it begins, told to operations once it has lasted its grace, and nothing
 * more until it is over. Of an end operations hear if they heard of the beginning.
 * @param troubles null: there is none of this kind (any more); a kind left out stays as it is
 */
export async function noteTroubles(
  { watch, state }: { readonly watch: Watch; readonly state: WalletState },
  troubles: Partial<Record<WalletProblemField, WalletTrouble | null>>,
  deps: ProblemDependencies,
): Promise<void> {
  const now = deps.clock.now();
  const named = { wallet: watch.wallet, chain: watch.chain.name, label: watch.label };
  const next = { ...state };
  for (const field of walletProblemFields) {
    const trouble = troubles[field];
    if (trouble !== undefined) next[field] = trouble === null ? null : grown(state[field], trouble, now);
    if (next[field]?.told && !state[field]?.told)
      await deps.tellOperations(problemBegan(walletProblem(field, named, next[field].reason), now));
  }
  const changed = walletProblemFields.filter((field) => next[field] !== state[field]);
  if (changed.length === 0 || !(await saveUnlessRaced(watch, next, deps))) return;
  for (const field of changed) {
    const before = state[field];
    if (next[field] !== null || !before?.told) continue;
    const problem = walletProblem(field, named, before.reason);
    await deps.tellOperations(problemEnded(problem, Date.parse(before.since), now));
  }
}

/** The problem on record, the same object where nothing about it has to be written. */
function grown(known: WalletProblem | null, { reason, grace }: WalletTrouble, now: number): WalletProblem {
  const since = known?.since ?? new Date(now).toISOString();
  if (known?.told) return known;
  const told = now - Date.parse(since) >= grace;
  return known !== null && !told ? known : { since, reason, told };
}

async function saveUnlessRaced(
  watch: Watch,
  state: WalletState,
  deps: ProblemDependencies,
): Promise<boolean> {
  try {
    await deps.states.save(watch, state);
    return true;
  } catch (error) {
    if (!(error instanceof RaceLost)) throw error;
    deps.log.info('another worker saved the wallet first', { wallet: watch.wallet, chain: watch.chain.name });
    return false;
  }
}
