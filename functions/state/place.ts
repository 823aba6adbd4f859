import type { BlockNumber } from '../chain/units.ts';
import type { Transfer } from '../transfer/transfer.ts';
import { unknownIndex } from '../transfer/transfer-key.ts';

export interface Place {
  readonly block: BlockNumber;
  /** Transaction index and log index; sorts as text. */
  readonly order: string;
  readonly key: string;
}

const digits = (number: number, width: number) => String(Math.max(number, 0)).padStart(width, '0');

export function placeOf(key: string, transfer: Transfer): Place {
  const { blockNumber, transactionIndex, logIndex } = transfer;
  return {
    block: blockNumber,
    order: `${digits(transactionIndex ?? unknownIndex, 6)}.${digits(logIndex ?? 0, 7)}`,
    key,
  };
}

/** A place behind all transfers of the block. */
export function endOfBlock(block: BlockNumber, key: string): Place {
  return { block, order: '~', key };
}

/** A row's sort key: in chain order, then by batch. */
export function positionOf({ block, order, key }: Place, batch: number): string {
  return `${blockPosition(block)}#${order}#${key}#${digits(batch, 14)}`;
}

/** The prefix of all positions of a block. */
export function blockPosition(block: BlockNumber): string {
  return digits(block, 16);
}

export function readPosition(position: string): { readonly place: Place; readonly batch: number } {
  const [block, order = '', key = '', batch] = position.split('#');
  return { place: { block: Number(block), order, key }, batch: Number(batch) };
}

export function byPlace(a: { readonly place: Place }, b: { readonly place: Place }): number {
  const [one, other] = [positionOf(a.place, 0), positionOf(b.place, 0)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
