import type { EpochMilliseconds } from '../../chain/units.ts';
import type { DeliverDependencies, DestinationStores } from '../dependencies.ts';
import type { Lease } from './destination-state.ts';
import type { createFailing } from './failing.ts';
import type { Destination, NoTarget, Target } from './target.ts';

/** One destination in the hands of one worker. */
export interface Delivery extends DeliverDependencies, DestinationStores {
  readonly destination: Destination;
  readonly lease: Lease;
  readonly failing: ReturnType<typeof createFailing>;
  /** No try begins after it. */
  readonly tryUntil: EpochMilliseconds;
  /** Changes when the service says that the chat has moved. */
  target: Target | NoTarget;
}
