import type { OperationsMessage } from '../operations/operations-message.ts';
import { BadRequest, UnreadableReply } from '../upstream/errors.ts';
import { RaceLost, type WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies } from './poll-dependencies.ts';

/** An outage may pass by itself: operations hear of it when it lasts. */
const outageGrace = 900_000;

type FailureDependencies = Pick<PollDependencies, 'states' | 'clock' | 'tellOperations' | 'log'>;

/**
 * Notes that this wallet's poll failed: written when it begins, told to operations once, and nothing more until it
 * is over.
 */
export async function noteFailure(
  watch: Watch,
  state: WalletState,
  error: Error,
  deps: FailureDependencies,
): Promise<void> {
  const now = deps.clock.now();
  const failing = state.failing ?? { since: new Date(now).toISOString(), reason: error.message, told: false };
  const needsHand = error instanceof BadRequest || error instanceof UnreadableReply;
  const worthTelling = needsHand || now - Date.parse(failing.since) >= outageGrace;
  const tell = worthTelling && !failing.told;
  if (state.failing !== null && !tell) return;
  if (tell) await deps.tellOperations(failingMessage(watch, 'began', error.message, now));
  await saveUnlessRaced(watch, { ...state, failing: { ...failing, told: failing.told || tell } }, deps);
}

/** Notes that a failing wallet was polled: operations hear of the end if they heard of the beginning. */
export async function noteRecovery(
  watch: Watch,
  state: WalletState,
  deps: FailureDependencies,
): Promise<void> {
  if (state.failing === null) return;
  const { reason, told } = state.failing;
  const saved = await saveUnlessRaced(watch, { ...state, failing: null }, deps);
  if (saved && told) {
    await deps.tellOperations(failingMessage(watch, 'ended', `This is over: ${reason}`, deps.clock.now()));
  }
}

async function saveUnlessRaced(
  watch: Watch,
  state: WalletState,
  deps: FailureDependencies,
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

function failingMessage(
  watch: Watch,
  state: OperationsMessage['state'],
  reason: string,
  now: number,
): OperationsMessage {
  return {
    version: 1,
    type: 'wallet.failing',
    state,
    wallet: watch.wallet,
    chain: watch.chain.name,
    reason,
    whatToDo:
      state === 'ended'
        ? 'Nothing: it goes on from the stored block.'
        : 'Nothing is lost while this lasts: polling goes on from the stored block. See wallet.failing in docs/runbook.md.',
    at: new Date(now).toISOString(),
  };
}
