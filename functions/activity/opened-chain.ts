import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import type { NodeParameter } from '../node/node-parameters.ts';
import type { PostToNode } from '../node/post-to-node.ts';
import type { MetadataStore } from '../node/token-metadata.ts';
import type { Balances } from '../node/wallet-programs.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { NodeJournal } from '../state/node-journal.ts';
import type { Watch } from '../wallet/watch.ts';
import type { ActivityTable, ChainItems } from './activity-table.ts';
import type { ChainRecord, Roster } from './chain-record.ts';
import type { Find } from './finds.ts';
import type { ScanScope } from './scan/log-queries.ts';
import type { BlockScan } from './scan/scan-chain.ts';

export interface OpenedChain {
  readonly chain: Chain;
  readonly node: NodeParameter;
  /** Includes paused watches only if the chain is read from its node. */
  readonly watches: readonly Watch[];
  readonly items: ChainItems;
  readonly minute: EpochMinutes;
  readonly isBetween: boolean;
  /** The last tick could not read the chain's record: its polls left no marks. */
  readonly wasUnread: boolean;
}

export interface ChainDependencies {
  readonly post: PostToNode;
  readonly table: ActivityTable;
  /** By chain key, as this process last stored them. */
  readonly rosters: Map<string, Pick<KnownChain, 'roster' | 'controlled'>>;
  /** By chain key, the balances after the last scanned block, with which the next scan begins. */
  readonly balances: Map<string, { readonly hash: string; readonly balances: Balances | null }>;
  readonly isReadFromNode: (chain: Chain) => boolean;
  readonly tokens: MetadataStore;
  readonly journal: Pick<NodeJournal, 'write' | 'putEvents'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface KnownChain extends OpenedChain {
  readonly record: ChainRecord;
  readonly finds: readonly Find[];
  /** `hints` if the chain is not read from its node. */
  readonly scope: ScanScope;
  /** Identifies this tick's writes; two ticks may have the same minute. */
  readonly stamp: string;
  readonly roster: Roster;
  readonly newcomers: readonly Address[];
  readonly controlled: Roster;
}

/** A scan of a chain that is read from its node; `record` is from before the scan. */
export interface SourceScan extends KnownChain {
  readonly scan: BlockScan;
  /** Watches with a `fromBlock` that have not begun. */
  readonly beginning: readonly Watch[];
}

/**
 * The first block that this scan reads for the second time; null: none. After a scan that died, all blocks count as read again: a
 * re-org may have dropped transfers that the dead scan stored.
 */
export function replacedFrom({ scan: { span, rewoundTo }, record }: SourceScan): number | null {
  return rewoundTo ?? (record.asking === null ? null : span.from);
}
