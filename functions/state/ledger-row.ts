import * as z from 'zod';
import type { Alert } from '../alert/alert.ts';
import type { OutgoingAlert } from '../alert/publish.ts';
import type { BlockNumber, EpochMilliseconds, EpochSeconds, IsoTime } from '../chain/units.ts';
import type { Transfer } from '../transfer/transfer.ts';
import type { Cursor } from './cursor.ts';
import type { Learnt } from './known-addresses.ts';
import { endOfBlock, type Place, placeOf } from './place.ts';

const statuses = [
  'told', // a reported transfer
  'waiting', // for the digest that its row names
  'hidden', // as spam
  'unwanted', // filtered out by the Watchlist's row
  'old', // from before the watch
  'reverted', // dropped by the chain after its report
  'dropped', // by the chain, before any report
  'moved', // to another block: the batch has a second row of it
  'odd', // an unreadable entry, at its first poll
  'unreadable', // the same entry at a later poll
  'message', // an alert about several transfers, or about none
] as const;

/** One transfer, or one message, in the ledger: a row of History that is never overwritten. */
export const rowItem = z.object({
  position: z.string(),
  status: z.enum(statuses),
  /** The first digits of the block's hash. */
  blockMark: z.string(),
  /** The block's time; the time of the read if the API gives none or a future one. */
  minedAt: z.number() as z.ZodType<EpochSeconds>,
  /** How often the chain dropped the transfer before. Its alert gets a new id each time. */
  reissue: z.number().default(0),
  /** Absent from the last complete read. */
  missed: z.boolean().default(false),
  /** The position of the row that has its alert, if that is another row. */
  alertAt: z.string().nullable().default(null),
  /** The digest that includes it; null: it has an alert of its own, or none. */
  digest: z.string().nullable().default(null),
});

export interface LastRow extends Readonly<Omit<z.infer<typeof rowItem>, 'position'>> {
  readonly place: Place;
}

export interface LedgerRow extends LastRow {
  readonly batch: number;
}

export type RowStatus = LedgerRow['status'];

export interface NewRow extends LastRow {
  readonly alert: Alert | null;
  /** Its number among the messages of its batch, 0 until `inTurn` has numbered them; null: it is not published as a message. */
  readonly turn: number | null;
  readonly outgoing: Omit<OutgoingAlert, 'alert'>;
  /** New knowledge for the poisoning rules, in order. */
  readonly learnt: readonly Learnt[];
}

export interface BatchRow extends NewRow {
  readonly batch: number;
}

export const noAlert = { alert: null, turn: null, outgoing: {}, learnt: [] } as const;

/** A row for comparisons. The alerts of a storm's thousands of rows would fill the memory. */
export function withoutAlert({ alert, turn, outgoing, learnt, ...row }: NewRow): LastRow {
  return row;
}

/** Values that most rows have: items leave them out. */
export const rowDefaults = { reissue: 0, missed: false, alertAt: null, digest: null, ...noAlert } as const;

/** Reported, or to be reported by a digest. */
export function isReported(status: RowStatus): boolean {
  return status === 'told' || status === 'waiting';
}

export function quietRow(place: Place, status: RowStatus, minedAt: EpochMilliseconds): NewRow {
  return { place, status, blockMark: '', minedAt: Math.floor(minedAt / 1_000), ...rowDefaults };
}

/** @param now for a transfer without a time that has passed */
export function transferRow(
  key: string,
  transfer: Transfer,
  status: RowStatus,
  now: EpochMilliseconds,
): NewRow {
  const row = quietRow(placeOf(key, transfer), status, timeOf(transfer.blockTimestamp, now));
  return { ...row, blockMark: blockMarkOf(transfer) };
}

/** The row of an alert about several transfers, or about none. */
export function messageRow(
  alert: Alert,
  block: BlockNumber,
  minedAt: IsoTime | null,
  now: EpochMilliseconds,
): NewRow {
  return {
    ...quietRow(endOfBlock(block, alert.id), 'message', timeOf(minedAt, now)),
    alert,
    turn: 0,
    outgoing: latencyStart(minedAt),
  };
}

/** The time from which an alert's latency counts. */
export function latencyStart(minedAt: IsoTime | null): NewRow['outgoing'] {
  return minedAt === null ? {} : { minedAt };
}

/** A future time counts as now: otherwise the block would stay unsettled until then. */
export function timeOf(blockTimestamp: IsoTime | null, now: EpochMilliseconds): EpochMilliseconds {
  return blockTimestamp === null ? now : Math.min(Date.parse(blockTimestamp), now);
}

export function isOffChain(status: RowStatus | undefined): boolean {
  return status === 'reverted' || status === 'dropped';
}

export function blockMarkOf({ blockHash }: Pick<Transfer, 'blockHash'>): string {
  return blockHash?.slice(2, 10) ?? '';
}

export type KnownTransfers = ReadonlyMap<string, LedgerRow>;

/** Leaves out rows of abandoned batches and of an earlier watch. */
export function validRows(
  rows: readonly LedgerRow[],
  { born, abandoned }: Pick<Cursor, 'born' | 'abandoned'>,
): readonly LedgerRow[] {
  const isAbandoned = new Set(abandoned.map(({ batch }) => batch));
  return rows.filter(({ batch }) => batch >= born && !isAbandoned.has(batch));
}

/** Each transfer's row of the highest batch, by transfer key. A row that only another source has missed counts as not missed. */
export function knownTransfers(
  rows: readonly LedgerRow[],
  cursor: Pick<Cursor, 'born' | 'abandoned' | 'sourceSince'>,
): KnownTransfers {
  const known = new Map<string, LedgerRow>();
  for (const row of validRows(rows, cursor).toSorted((a, b) => a.batch - b.batch)) {
    if (row.status === 'message') continue;
    // The batch's other row has the new place, but a query of unsettled blocks may lack that row.
    if (row.status === 'moved' && known.get(row.place.key)?.batch === row.batch) continue;
    known.set(row.place.key, row.batch > cursor.sourceSince ? row : { ...row, missed: false });
  }
  return known;
}
