import type { Scheduler } from '../../support/scheduler.ts';
import type { SimChain } from '../chain/sim-chain.ts';
import type { Counts } from '../counts.ts';
import type { StoryRow } from '../story/story.ts';
import type { Troubles } from '../troubles.ts';
import type { SimWatchlist } from '../watchlist.ts';

/** Complaints about deliveries after a while without faults. */
interface DeliveriesJudged {
  judgeEnd(): void;
  failingSince(destination: string, began: number): number;
}

/** The parts of the world that the oracle reads; all of them exist before the first write. */
export interface OracleWorld {
  readonly scheduler: Scheduler;
  readonly chainOf: (row: Pick<StoryRow, 'chain'>) => SimChain;
  readonly watchlist: SimWatchlist;
  readonly counts: Counts;
  readonly troubles: Troubles;
  /** Null where alerts are delivered nowhere. */
  readonly deliveries: { readonly judge: DeliveriesJudged } | null;
}
