import type { Milliseconds } from '../../chain/units.ts';
import type { DeliverDependencies, DestinationStores } from '../dependencies.ts';
import type { Lease } from './destination-state.ts';
import type { createFailing } from './failing.ts';
import type { Destination, Target, UsableTarget } from './target.ts';

/** One destination in the hands of one worker. */
export interface Delivery extends DeliverDependencies, DestinationStores {
  readonly destination: Destination;
  readonly lease: Lease;
  readonly failing: ReturnType<typeof createFailing>;
  /** Epoch milliseconds: no try begins after it. */
  readonly tryUntil: number;
  /** Changes when the service says that the chat has moved. */
  target: Target;
}

/** Epoch milliseconds until which no call may be made; 0: calls may be made. */
export function silentUntil({ fingerprint }: UsableTarget, { lease }: Delivery): number {
  const { silent } = lease.state;
  return silent?.fingerprint === fingerprint ? silent.until : 0;
}

/** An earlier answer that asked for longer still holds. */
export async function beSilent(
  milliseconds: Milliseconds,
  target: UsableTarget,
  delivery: Delivery,
): Promise<void> {
  const { lease, clock } = delivery;
  const until = Math.max(clock.now() + milliseconds, silentUntil(target, delivery));
  await lease.change({ silent: { fingerprint: target.fingerprint, until } });
}
