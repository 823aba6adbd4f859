import type { Address } from '../chain/address.ts';
import type { BlockNumber, EpochMinutes } from '../chain/units.ts';
import { type ChainRecord, isReliable } from './chain-record.ts';
import { isMissing } from './finds.ts';
import type { Mark } from './marks.ts';
import type { KnownChain } from './opened-chain.ts';
import { longestGap } from './scan/scan-chain.ts';

/** A tick's knowledge of the wallets of a chain with a node. */
export interface Hints {
  /** False: all wallets are polled as if there were no node. */
  readonly reliable: boolean;
  /** Activity that polls have not dealt with yet. */
  readonly marks: ReadonlyMap<Address, Mark>;
  /** Wallets that are polled as if there were no node, even if hints are reliable. */
  readonly ordinary: ReadonlySet<Address>;
  /** The tick since which all polls have left marks. */
  readonly markedSince: EpochMinutes;
  /** The tick up to which due sweeps were sent; null: unknown. */
  readonly sweptThrough: number | null;
  /** This tick's scan has read up to the node's head. */
  readonly isCurrent: boolean;
  readonly scanned: [from: number, to: number] | null;
  /** The last block whose coin was read; null: none is read on this chain, or it is a day behind. */
  readonly coinThrough: BlockNumber | null;
  readonly seen: ReadonlySet<Address>;
  /** Wallets that strangers' events name again within the tick's minute: they wait for the next tick. */
  readonly repeated: ReadonlySet<Address>;
  /** Wallets whose first poll waits until their logs from the row's `fromBlock` on are read. */
  readonly unreadPast: ReadonlySet<Address>;
}

/** Hints from stored items alone. This tick's scan is not among them. */
export function hintsOf({ chain, record, finds, minute }: KnownChain, marks: Hints['marks']): Hints {
  const { scanned, coinThrough, markedSince, sweptThrough } = record;
  const isFarBehind = blocksSince(coinThrough, record) > longestGap * chain.reorgBlocks;
  return {
    reliable: isReliable(record, minute),
    marks,
    ordinary: new Set(finds.filter((find) => isMissing(find, minute)).map(({ wallet }) => wallet)),
    markedSince,
    sweptThrough,
    isCurrent: false,
    scanned: scanned && [record.from, scanned.number],
    coinThrough: isFarBehind ? null : coinThrough,
    seen: new Set(),
    repeated: new Set(),
    unreadPast: new Set(),
  };
}

/** The number of scanned blocks whose coin or state is not read yet. @param through the last block whose coin or state was read */
export function blocksSince(through: BlockNumber | null, { scanned }: Pick<ChainRecord, 'scanned'>): number {
  return scanned === null || through === null ? 0 : scanned.number - through;
}
