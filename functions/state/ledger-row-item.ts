import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { alertSchema } from '../alert/alert.ts';
import { plainStyle, shownReasons } from '../alert/text/parts/shown-reasons.ts';
import type { EpochSeconds } from '../chain/units.ts';
import { parsedJson } from '../runtime/parsed-json.ts';
import { learnt } from './known-addresses.ts';
import { type BatchRow, type LedgerRow, type NewRow, rowDefaults, rowItem } from './ledger-row.ts';
import { positionOf, readPosition } from './place.ts';

const batchItem = rowItem.extend({
  alert: alertSchema.nullable().default(null),
  turn: z.number().nullable().default(null),
  outgoing: z.object({ minedAt: z.string().optional() }).default({}),
  learnt: parsedJson(z.array(learnt)).default([]),
});

/** The attributes needed to compare rows with a source's transfers. */
export const comparedAttributes = {
  ProjectionExpression: '#position, #status, blockMark, minedAt, reissue, missed, alertAt, digest',
  names: { position: 'position', status: 'status' },
};

/** `told`: of rows with an alert that people read; `notes`: of rows that only polls need. */
type Expiry = Readonly<Record<'told' | 'notes', EpochSeconds>>;

const defaults: Readonly<Record<string, unknown>> = rowDefaults;

/** A row as attributes of its item, defaults left out, so that most rows of a storm fit one or two write units. */
export function toRowItem(row: NewRow, batch: number, { told, notes }: Expiry): Record<string, unknown> {
  const { place, ...rest } = row;
  const { status, alert } = row;
  const given = Object.entries(rest).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name]));
  const isRead = alert !== null && status !== 'unwanted';
  return {
    ...Object.fromEntries(given),
    position: positionOf(place, batch),
    batch,
    ...(row.learnt.length > 0 && {
      learnt: JSON.stringify(row.learnt, (_name, value) => value ?? undefined),
    }),
    // People query History by these, beside the alert.
    ...(alert && {
      id: alert.id,
      type: alert.type,
      reasons: alert.verdict === null ? [] : shownReasons(alert.verdict, plainStyle),
    }),
    // A waiting row must outlast a pause of its wallet: its digest is still to come.
    expiresAt: status === 'waiting' ? Math.max(told, notes) : isRead ? told : notes,
  };
}

/** @throws ZodError where the item is not one that toRowItem made */
export function readRowItem(item: unknown): LedgerRow {
  const { position, ...row } = rowItem.parse(item);
  return { ...readPosition(position), ...row };
}

export function readBatchRow(item: unknown): BatchRow {
  const { position, ...row } = batchItem.parse(item);
  return { ...readPosition(position), ...row };
}
