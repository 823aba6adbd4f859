import type { Clock } from '../../runtime/clock.ts';
import { VersionConflict, type WalletState } from '../../state/wallet-state.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { measureLatency } from './measure-latency.ts';

/** Long enough to publish a full outbox at SNS email's pace, shorter than the time between two ticks. */
export const outboxLease = 30_000;
/** A publish that is under way at the end of the lease may take this long to be answered. */
const publishMargin = 3_000;

/** SNS did not take an alert; it waits in the outbox for the next poll. */
export class AlertsRefused extends Error {
  override readonly name = 'AlertsRefused';
  /** @param cause what SNS answered; null where the time ran out */
  constructor(message: string, cause: Error | null) {
    super(message, { cause });
  }
}

/** Another worker is publishing this wallet's outbox: this tick leaves the wallet to it. */
export class OutboxLeased extends Error {
  override readonly name = 'OutboxLeased';
}

/** The state to be saved, its outbox with the worker who saves it. */
export function leased(state: WalletState, clock: Pick<Clock, 'now'>): WalletState {
  return { ...state, outboxLeasedUntil: state.outbox.length === 0 ? 0 : clock.now() + outboxLease };
}

type OutboxDependencies = Pick<PollDependencies, 'publish' | 'states' | 'clock' | 'log' | 'count' | 'time'>;
type OutboxLimits = Pick<PollLimits, 'publishUntil' | 'pace'>;

/**
 * Publishes what a crashed or refused earlier poll left behind, before anything newer of this wallet. The lease is
 * taken with a save of its own, so that of two workers one alone publishes.
 * @throws OutboxLeased, VersionConflict, AlertsRefused
 */
export async function publishLeftOutbox(
  watch: Watch,
  state: WalletState,
  deps: OutboxDependencies,
  limits: OutboxLimits,
): Promise<WalletState> {
  if (state.outbox.length === 0) return state;
  if (state.outboxLeasedUntil > deps.clock.now())
    throw new OutboxLeased(`Another worker publishes the alerts of ${watch.wallet}.`);
  return publishOutbox(watch, await deps.states.save(watch, leased(state, deps.clock)), deps, limits);
}

/**
 * Publishes a saved outbox, whose lease this worker holds, in order, and clears what SNS took. A crash between the two
 * repeats alerts with the same ids: the only repeat there is.
 * @throws AlertsRefused with the rest still in the outbox, free for the next poll
 */
export async function publishOutbox(
  watch: Watch,
  state: WalletState,
  deps: OutboxDependencies,
  { publishUntil, pace }: OutboxLimits,
): Promise<WalletState> {
  if (state.outbox.length === 0) return state;
  const deadline = Math.min(state.outboxLeasedUntil, publishUntil) - publishMargin;
  const { published, failure } = await deps.publish(state.outbox, deadline, (alert) =>
    measureLatency(alert, state.start, pace, deps),
  );
  const cleared = await clear(
    watch,
    { ...state, outbox: state.outbox.slice(published), outboxLeasedUntil: 0 },
    deps,
  );
  if (published < state.outbox.length) {
    const left = `${cleared.outbox.length} alert(s) of ${watch.wallet} were not published; the next poll does it.`;
    throw new AlertsRefused(left, failure);
  }
  return cleared;
}

async function clear(watch: Watch, state: WalletState, deps: OutboxDependencies): Promise<WalletState> {
  try {
    return await deps.states.save(watch, state);
  } catch (error) {
    // The lease ran out and another worker took the outbox on: the alerts went out, and what comes next is its work.
    if (error instanceof VersionConflict)
      deps.log.warn('outbox cleared by another worker', { wallet: watch.wallet });
    throw error;
  }
}
