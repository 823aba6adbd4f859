import type { Address } from '../chain/address.ts';
import type { BlockNumber } from '../chain/units.ts';
import { type ChainRecord, isReliable } from './chain-record.ts';
import { isInForce } from './finds.ts';
import type { Mark } from './marks.ts';
import type { KnownChain } from './opened-chain.ts';
import { longestGap } from './scan/scan-chain.ts';

/** A tick's knowledge of the wallets of a chain with a node. */
export type Hints = Readonly<ReturnType<typeof hintsOf>>;

const nobody: ReadonlySet<Address> = new Set();

/** Hints from stored items alone. This tick's scan is not among them. @param marks activity that polls have not dealt with yet */
export function hintsOf({ chain, record, finds, minute }: KnownChain, marks: ReadonlyMap<Address, Mark>) {
  const { scanned: last, coinThrough, markedSince, sweptThrough } = record;
  const isFarBehind = blocksSince(coinThrough, record) > longestGap * chain.reorgBlocks;
  const missing = finds.filter((find) => isInForce(find, minute));
  const ordinary: ReadonlySet<Address> = new Set(missing.map(({ wallet }) => wallet));
  const scanned: [from: number, to: number] | null = last && [record.from, last.number];
  return {
    /** False: all polls of the chain ignore the node. */
    isReliable: isReliable(record),
    marks,
    /** Wallets whose polls ignore the node, even if hints are reliable. */
    ordinary,
    markedSince,
    sweptThrough,
    /** This tick's scan has read up to the node's head. */
    isCurrent: false,
    scanned,
    /** The last block whose coin was read; null: none is read on this chain, or it is a day behind. */
    coinThrough: isFarBehind ? null : coinThrough,
    seen: nobody,
    /** Wallets that wait for the next tick: in this minute strangers' events named them a second time. */
    repeated: nobody,
    /** Wallets whose first poll waits until their logs from the row's `fromBlock` on are read. */
    unreadPast: nobody,
  };
}

/** The number of scanned blocks whose coin or state is not read yet. @param through the last block whose coin or state was read */
export function blocksSince(through: BlockNumber | null, { scanned }: Pick<ChainRecord, 'scanned'>): number {
  return scanned === null || through === null ? 0 : scanned.number - through;
}
