import type { Address } from '../chain/address.ts';
import { type Chain, chainKey } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import type { NodeParameter } from '../node/node-parameters.ts';
import type { PostToNode } from '../node/post-to-node.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { Watch } from '../wallet/watch.ts';
import type { ActivityTable, ChainItems } from './activity-table.ts';
import type { Roster } from './chain-record.ts';
import type { LookedFor } from './scan/log-queries.ts';
import type { SourceDependencies } from './source/found-by-scan.ts';
import type { LastBalances } from './source/read-coin.ts';

export interface OpenedChain {
  readonly chain: Chain;
  readonly node: NodeParameter;
  /** Includes paused watches only if the chain is read from its node. */
  readonly watches: readonly Watch[];
  readonly items: ChainItems;
  readonly minute: EpochMinutes;
  /** A scan between this tick and the next. */
  readonly isBetween: boolean;
}

export interface ChainDependencies {
  readonly post: PostToNode;
  readonly table: ActivityTable;
  /** By chain key, as this process last stored them. */
  readonly rosters: Map<string, Roster>;
  readonly balances: LastBalances;
  /** Absent: no chain is read from its node. */
  readonly source?: SourceDependencies | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export interface KnownChain extends OpenedChain, Pick<ChainItems, 'record' | 'marks' | 'finds'> {
  /** Undefined: the chain is not read from its node. */
  readonly source: SourceDependencies | undefined;
  readonly what: LookedFor;
  /** Names what this tick writes: two ticks may have the same minute. */
  readonly stamp: string;
  readonly roster: Roster;
  readonly newcomers: readonly Address[];
  readonly controlled: Roster;
}

/** The key of a chain's controlled wallets among the rosters. */
export function controlName(chain: Chain): string {
  return `${chainKey(chain)} control`;
}
