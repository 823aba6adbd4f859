import type { Alert } from '../alert/alert.ts';
import type { OutgoingAlert } from '../alert/outgoing-alert.ts';
import type { Transfer } from '../transfer/transfer.ts';
import type { Learnt } from './known-addresses.ts';

/**
 * What became of a transfer: `told`, `waiting` for the digest that its row names and told once that is out, `hidden` as spam,
 * `unwanted` by the Watchlist's row, `old` from before the watch, `reverted` after it was told, `dropped` by the chain before it was,
 * `moved` to where another row of its batch has it. Of an entry that could not be read: `odd` at the first poll that shows it, `unreadable` at the second. A `message` is no transfer, but an alert that speaks of several or of none.
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

/** What the ledger knows of one transfer, or one message: a row of History, never overwritten and never taken away. */
export interface Row {
  readonly place: Place;
  /** Of the batch that it belongs to. */
  readonly batch: number;
  readonly status: RowStatus;
  /** The first digits of the block's hash: enough to see that it changed. */
  readonly blockMark: string;
  /** Epoch seconds of its block; where the API gives none the time at which it was read. */
  readonly minedAt: number;
  /** How often it was taken back before: each time it comes again its alert has a new id. */
  readonly reissue: number;
  /** Absent from the last complete read. */
  readonly missed: boolean;
  /** Where the row with its alert stands, if that is not this one. */
  readonly alertAt: string | null;
  /** The digest that tells it, by its name; null: it has an alert of its own, or none. */
  readonly digest: string | null;
}

/** What a transfer's last row says, whatever its batch. */
export type LastRow = Omit<Row, 'batch'>;

/** Where in the chain a row stands. */
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
  /** Its turn among the messages of its batch; null: it is no message of its own. */
  readonly turn: number | null;
  /** How the message goes out. */
  readonly outgoing: Omit<OutgoingAlert, 'alert'>;
  /** What the poisoning rules learn by it, in order. */
  readonly learnt: readonly Learnt[];
}

/** A row of an open batch, with what is published of it. */
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

/** Before all transfers of a block. */
export function beginOf(block: number): Place {
  return { block, order: '', key: '' };
}

/** Behind all transfers of its block. */
export function behind(block: number, key: string): Place {
  return { block, order: '~', key };
}

/** What a row says that tells nothing. */
export const silent = { alert: null, turn: null, outgoing: {}, learnt: [] } as const;

/** A row that says nothing but that it is there. @param minedAt epoch milliseconds */
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

/** Whether the transfer stands nowhere on the chain any more, by the status of its last row. */
export function isOffChain(status: RowStatus | undefined): boolean {
  return status === 'reverted' || status === 'dropped';
}

/** The sort key of a row: places in chain order, and the batches of one place in theirs. */
export function positionOf({ block, order, key }: Place, batch: number): string {
  return `${blockPosition(block)}#${order}#${key}#${digits(batch, 14)}`;
}

/** What the positions of a block begin with. */
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
