import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { BlockNumber } from '../../chain/units.ts';
import type { ReplacedFrom } from '../../node/coin/scan-native.ts';
import type { EventLog } from '../../node/event-log.ts';
import type { NodeEvent } from '../../node/node-event.ts';
import type { KnownTokens } from '../../node/token-metadata.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { ChainRecord } from '../chain-record.ts';
import type { BlockScan } from '../scan/scan-chain.ts';
import type { SeenWallets } from '../scan/transfer-logs.ts';
import type { Mark } from '../tail.ts';

export interface SourceDependencies {
  readonly isReadFromNode: (chain: Chain) => boolean;
  readonly tokens: KnownTokens;
  /** Replaces what earlier scans found of the wallet. */
  readonly write: (
    watch: Pick<Watch, 'wallet' | 'chain'>,
    found: readonly Transfer[],
    from: ReplacedFrom,
  ) => Promise<void>;
  /** For the wallet's polls to read. */
  readonly putEvents: (watch: Pick<Watch, 'wallet' | 'chain'>, events: readonly NodeEvent[]) => Promise<void>;
}

export interface FoundByScan {
  readonly chain: Chain;
  readonly watches: readonly Watch[];
  /** The record before the scan. */
  readonly record: Pick<ChainRecord, 'coinThrough' | 'scanned' | 'asking'>;
  readonly marks: ReadonlyMap<Address, Mark>;
  readonly scan: BlockScan;
}

/** Leaves out later blocks, which were read in part: the next scan reads them, perhaps with other logs. */
export function logsThrough(last: BlockNumber, seen: SeenWallets): readonly EventLog[] {
  const all = new Map(seen.values().flatMap(({ logs }) => logs)).values();
  return Array.from(all).filter(({ blockNumber }) => blockNumber <= last);
}

/**
 * The first block that this scan reads for the second time; null if it reads none again. After a scan that died, all blocks of
 * this scan count as read again: a re-org may have dropped transfers that the dead scan stored.
 */
export function replacedFrom({ scan: { span, rewoundTo }, record }: FoundByScan): number | null {
  return rewoundTo ?? (record.asking === null ? null : span.from);
}
