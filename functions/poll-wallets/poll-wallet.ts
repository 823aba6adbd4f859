import { loadSeen } from '../state/seen-pages.ts';
import type { WalletState } from '../state/wallet-state.ts';
import { compareWithSeen } from '../transfer/compare-with-seen.ts';
import type { Watch } from '../wallet/watch.ts';
import { alertsToTell } from './decide/alerts-to-publish.ts';
import { beginWatch } from './decide/begin-watch.ts';
import { judgeTransfers } from './decide/judge-transfers.ts';
import { takeBack } from './decide/take-back.ts';
import type { PollDependencies, PollLimits } from './poll-dependencies.ts';
import { addToOutcome, newOutcome, type PollOutcome } from './poll-outcome.ts';
import { readToHead } from './read/read-to-head.ts';
import { inSteps } from './read/steps.ts';
import { advance, historyOf } from './save/advance.ts';
import { portionsOf } from './save/portions.ts';
import { leased, publishLeftOutbox, publishOutbox } from './save/publish-outbox.ts';

/**
 * One poll of one wallet: whatever is new since its stored block is told once and remembered.
 * @throws RaceLost where another worker told it, and what upstream/errors.ts and publish-outbox.ts name: the stored
 * block then stands before all that was not told, and the next poll goes on from there
 */
export async function pollWallet(
  watch: Watch,
  stored: WalletState,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<PollOutcome> {
  let state = await publishLeftOutbox(watch, stored, deps, limits); // left behind by a crash
  state = await loadSeen(state, deps.states.overflow(watch));
  let outcome = newOutcome;
  for await (const read of readToHead(watch, () => state, deps, limits)) {
    const first = state.start === null;
    if (first) state = await beginWatch(watch, state, read, deps, limits);
    // No news, no step, no write: an idle poll costs one GET.
    for (const step of inSteps(compareWithSeen(read, state), read, first, state, watch.chain)) {
      const judged = await judgeTransfers(step.fresh, watch, state, outcome.warned, deps, limits);
      for (const portion of portionsOf(step, judged)) {
        const reverts = await takeBack(portion.gone, watch, deps);
        const alerts = alertsToTell(reverts, portion.judged, watch, outcome, deps.clock);
        await deps.history.put(historyOf(reverts, portion.judged));
        const next = advance(state, watch, read, portion, alerts);
        state = await deps.states.save(watch, leased(next, deps.clock)); // or RaceLost: another worker told it
        state = await publishOutbox(watch, state, deps, limits);
        outcome = addToOutcome(outcome, portion.judged, watch);
        // What is left waits for the next poll: an invocation that is cut off would take the other wallets along.
        if (!portion.last && deps.clock.now() > limits.deadline) return { ...outcome, state, behind: true };
      }
    }
    const behind = read.closes ? outcome.behind : read.window.through !== null;
    outcome = { ...outcome, unreadable: read.unreadable, behind };
  }
  return { ...outcome, state };
}
