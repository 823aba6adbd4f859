import { loadSeen } from '../state/seen-pages.ts';
import type { WalletState } from '../state/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import { alertsToPublish } from './decide/alerts-to-publish.ts';
import { judgedChunks, type PollProgress } from './decide/judged-chunks.ts';
import { revertTransfers } from './decide/revert-transfers.ts';
import type { PollDependencies, PollLimits } from './poll-dependencies.ts';
import { addToOutcome, newOutcome, type PollOutcome } from './poll-outcome.ts';
import { advance, historyOf } from './save/advance.ts';
import { leased, publishLeftOutbox, publishOutbox } from './save/publish-outbox.ts';

/**
 * One poll of one wallet: whatever is new since its stored block is published once and remembered.
 * @throws VersionConflict where another worker published it, and what transfer/source-errors.ts and publish-outbox.ts
 * name: the stored block then stands before all that was not published, and the next poll goes on from there
 */
export async function pollWallet(
  watch: Watch,
  stored: WalletState,
  deps: PollDependencies,
  limits: PollLimits,
): Promise<PollOutcome> {
  const published = await publishLeftOutbox(watch, stored, deps, limits); // left behind by a crash
  const state = await loadSeen(published, deps.states.overflow(watch));
  const progress: PollProgress = { outcome: { ...newOutcome, state } };
  // Nothing new, no chunk, no write: an idle poll costs one GET.
  for await (const chunk of judgedChunks(watch, progress, deps, limits)) {
    const { outcome } = progress;
    const reverts = await revertTransfers(chunk.reverted, watch, deps);
    const alerts = alertsToPublish(reverts, chunk.judged, watch, outcome, deps.clock);
    await deps.history.put(historyOf(reverts, chunk.judged));
    const next = advance(outcome.state, watch, chunk, alerts);
    const saved = await deps.states.save(watch, leased(next, deps.clock)); // or VersionConflict: another worker has it
    const state = await publishOutbox(watch, saved, deps, limits);
    progress.outcome = addToOutcome({ ...outcome, state }, chunk.judged);
    // What is left waits for the next poll: an invocation that is cut off would take the other wallets along.
    if (!chunk.last && deps.clock.now() > limits.deadline) return { ...progress.outcome, behind: true };
  }
  return progress.outcome;
}
