import type { OperationsMessage } from '../operations/operations-message.ts';
import { RaceLost, type WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies } from './poll-dependencies.ts';

/** What a wallet can have a problem with, by its field in the state. */
export type WalletProblemField = 'failing' | 'behind';

const kinds = {
  failing: {
    type: 'wallet.failing',
    whatToDo:
      'Nothing is lost while this lasts: polling goes on from the stored block. See wallet.failing in docs/runbook.md.',
  },
  behind: {
    type: 'backlog',
    whatToDo:
      'Nothing is lost: the oldest transfers are told first, until the newest are reached. See backlog in docs/runbook.md.',
  },
} as const;

type ProblemDependencies = Pick<PollDependencies, 'states' | 'clock' | 'tellOperations' | 'log'>;

/**
 * Notes that a wallet has a problem: written when it begins, told to operations once it has lasted, and nothing more
 * until it is over.
 * @param grace milliseconds that it may last untold
 */
export async function noteProblem(
  field: WalletProblemField,
  { watch, state }: { readonly watch: Watch; readonly state: WalletState },
  reason: string,
  grace: number,
  deps: ProblemDependencies,
): Promise<void> {
  const now = deps.clock.now();
  const known = state[field];
  const problem = known ?? { since: new Date(now).toISOString(), reason, told: false };
  const tell = !problem.told && now - Date.parse(problem.since) >= grace;
  if (known !== null && !tell) return;
  if (tell) await deps.tellOperations(messageOf(field, watch, 'began', reason, now));
  await saveUnlessRaced(watch, { ...state, [field]: { ...problem, told: problem.told || tell } }, deps);
}

/** Notes that these problems of a wallet are over: operations hear of an end if they heard of its beginning. */
export async function noteOver(
  fields: readonly WalletProblemField[],
  { watch, state }: { readonly watch: Watch; readonly state: WalletState },
  deps: ProblemDependencies,
): Promise<void> {
  const over = fields.filter((field) => state[field] !== null);
  if (over.length === 0) return;
  const cleared = { ...state, ...Object.fromEntries(over.map((field) => [field, null])) };
  if (!(await saveUnlessRaced(watch, cleared, deps))) return;
  for (const field of over) {
    const problem = state[field];
    if (!problem?.told) continue;
    const reason = `This is over: ${problem.reason}`;
    await deps.tellOperations(messageOf(field, watch, 'ended', reason, deps.clock.now()));
  }
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

function messageOf(
  field: WalletProblemField,
  watch: Watch,
  state: OperationsMessage['state'],
  reason: string,
  now: number,
): OperationsMessage {
  return {
    version: 1,
    type: kinds[field].type,
    state,
    wallet: watch.wallet,
    chain: watch.chain.name,
    reason,
    whatToDo: state === 'ended' ? 'Nothing: it goes on from the stored block.' : kinds[field].whatToDo,
    at: new Date(now).toISOString(),
  };
}
