import type { Alert } from '../alert/alert.ts';
import type { OutgoingAlert } from '../alert/outgoing-alert.ts';
import type { Transfer } from '../transfer/transfer.ts';
import type { Learnt } from './known-addresses.ts';

/**
 * What became of a transfer: `told`; `waiting` for the digest that its row names; `hidden` as spam; `unwanted`, filtered by the
 * Watchlist's row; `old`, from before the watch; `reverted` by the chain after it was told, or `dropped` before it was; `moved` to
 * another place, which a second row of the same batch has. An entry that could not be read is `odd` at its first poll and
 * `unreadable` at its second. A `message` is an alert about several transfers, or about none.
 */
export const rowStatuses = [
  'told',
  'waiting',
  'hidden',
  'unwanted',
  'old',
  'reverted',
  'dropped',
  'moved',
  'odd',
  'unreadable',
  'message',
] as const;

export type RowStatus = (typeof rowStatuses)[number];

/** One transfer, or one message, in the ledger: a row of History that is never overwritten. */
export interface Row {
  readonly place: Place;
  /** The number of its batch. */
  readonly batch: number;
  readonly status: RowStatus;
  /** The first digits of the block's hash: enough to see that it changed. */
  readonly blockMark: string;
  /** When its block was mined, in epoch seconds; without a time from the API: when it was read. */
  readonly minedAt: number;
  /** How often it was taken back before. Its alert has a new id each time. */
  readonly reissue: number;
  /** Absent from the last complete read. */
  readonly missed: boolean;
  /** The position of the row that has its alert, if another one has. */
  readonly alertAt: string | null;
  /** The name of the digest that includes it; null: it has an alert of its own, or none. */
  readonly digest: string | null;
}

/** What a transfer's last row says, whatever its batch. */
export type LastRow = Omit<Row, 'batch'>;

/** A row's place in the chain. */
export interface Place {
  readonly block: number;
  /** Transaction index and log index, in an order that sorts as text. */
  readonly order: string;
  /** Transfer key, or an alert's id. */
  readonly key: string;
}

/** A row as it is written. */
export interface NewRow extends LastRow {
  readonly alert: Alert | null;
  /** Its number among the messages of its batch; null: it is not published as a message. */
  readonly turn: number | null;
  /** How the message is published. */
  readonly outgoing: Omit<OutgoingAlert, 'alert'>;
  /** What the poisoning rules learn from it, in order. */
  readonly learnt: readonly Learnt[];
}

/** A row as it was written in its batch. */
export interface BatchRow extends NewRow {
  readonly batch: number;
}

const digits = (number: number, width: number) => String(Math.max(number, 0)).padStart(width, '0');

/** The place of a transfer. */
export function placeOf(key: string, transfer: Transfer): Place {
  const { blockNumber, transactionIndex, logIndex } = transfer;
  return {
    block: blockNumber,
    order: `${digits(transactionIndex ?? 0, 6)}.${digits(logIndex ?? 0, 7)}`,
    key,
  };
}

/** The place before all transfers of a block. */
export function beginOf(block: number): Place {
  return { block, order: '', key: '' };
}

/** A place behind all transfers of a block. */
export function behind(block: number, key: string): Place {
  return { block, order: '~', key };
}

/** The fields of a row without a message. */
export const silent = { alert: null, turn: null, outgoing: {}, learnt: [] } as const;

/** Of a transfer that people were told of, or will be by a digest. */
export function isReported(status: RowStatus): boolean {
  return status === 'told' || status === 'waiting';
}

/** A row without a message. @param minedAt epoch milliseconds */
export function quietRow(place: Place, status: RowStatus, minedAt: number): NewRow {
  return {
    place,
    status,
    blockMark: '',
    minedAt: Math.floor(minedAt / 1_000),
    reissue: 0,
    missed: false,
    alertAt: null,
    digest: null,
    ...silent,
  };
}

/** The row of a transfer. @param now epoch milliseconds, for a transfer without a time */
export function transferRow(key: string, transfer: Transfer, status: RowStatus, now: number): NewRow {
  const row = quietRow(placeOf(key, transfer), status, timeOf(transfer.blockTimestamp, now));
  return { ...row, blockMark: blockMarkOf(transfer) };
}

/** Epoch milliseconds of a block's time, if it has one. */
export function timeOf(blockTimestamp: string | null, now: number): number {
  return blockTimestamp === null ? now : Date.parse(blockTimestamp);
}

/** Whether the chain has dropped the transfer, by the status of its last row. */
export function isOffChain(status: RowStatus | undefined): boolean {
  return status === 'reverted' || status === 'dropped';
}

/** A row's sort key: in chain order, then by batch. */
export function positionOf({ block, order, key }: Place, batch: number): string {
  return `${blockPosition(block)}#${order}#${key}#${digits(batch, 14)}`;
}

/** The prefix of all positions of a block. */
export function blockPosition(block: number): string {
  return digits(block, 16);
}

/** The place and batch that a sort key stands for. */
export function readPosition(position: string): { readonly place: Place; readonly batch: number } {
  const [block, order = '', key = '', batch] = position.split('#');
  return { place: { block: Number(block), order, key }, batch: Number(batch) };
}

export function blockMarkOf({ blockHash }: Pick<Transfer, 'blockHash'>): string {
  return blockHash?.slice(2, 10) ?? '';
}

/** Chain order. */
export function byPlace(a: Pick<Row, 'place'>, b: Pick<Row, 'place'>): number {
  const [one, other] = [positionOf(a.place, 0), positionOf(b.place, 0)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
