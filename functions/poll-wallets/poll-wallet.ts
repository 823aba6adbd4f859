import { compareWithSeen, isEmpty } from '../transfer/compare-with-seen.ts';
import type { CallLimits, UnreadableTransfer } from '../upstream/source.ts';
import type { WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import { advance } from './advance.ts';
import { beginWatch } from './begin-watch.ts';
import { historyOf, judgeTransfers } from './judge-transfers.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import { outboxLease, publishLeftOutbox, publishOutbox } from './publish-outbox.ts';
import { readTransfers } from './read-transfers.ts';
import { inSteps } from './steps.ts';

/** What one poll left behind. */
export interface PollOutcome {
  /** As last saved, or as read where nothing was saved. */
  readonly state: WalletState;
  readonly told: number;
  readonly hidden: number;
  /** Entries of the reply that nobody could read. */
  readonly unreadable: readonly UnreadableTransfer[];
}

/**
 * One poll of one wallet: whatever is new since its stored block is told once and remembered.
 * @throws RaceLost where another worker told it, and what upstream/errors.ts and publish-outbox.ts name: the stored
 * block then stands before all that was not told, and the next poll goes on from there
 */
export async function pollWallet(
  watch: Watch,
  stored: WalletState,
  deps: PollDependencies,
  limits: CallLimits,
): Promise<PollOutcome> {
  const before = await publishLeftOutbox(watch, stored, deps); // left behind by a crash
  const read = await readTransfers(watch, before, deps, limits);
  const first = before.start === null;
  let state = first ? await beginWatch(watch, before, read, deps) : before;
  const news = compareWithSeen(read.transfers, state);
  const outcome = { state, told: 0, hidden: 0, unreadable: read.unreadable };
  if (isEmpty(news) && !first) return outcome; // no write: an idle poll costs one GET

  for (const step of inSteps(news)) {
    const judged = await judgeTransfers(step.fresh, watch, deps, limits);
    const next = advance(state, watch, read, judged, step.moved);
    await deps.history.put(historyOf(judged));
    const saved = await deps.states.save(watch, {
      ...next,
      outboxLeasedUntil: deps.clock.now() + outboxLease,
    });
    state = await publishOutbox(watch, saved, deps);
    outcome.told += judged.filter((one) => one.outcome === 'told').length;
    outcome.hidden += judged.filter((one) => one.outcome === 'hidden').length;
  }
  return { ...outcome, state };
}
