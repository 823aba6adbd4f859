import * as z from 'zod';
import type { Alert } from '../../../functions/alert/alert.ts';
import type { ChainPlace } from '../api/read-log.ts';

/** What the oracle reads of a History row, without using the functions' own reader. */
const item = z.object({
  position: z.string(),
  batch: z.number(),
  status: z.enum([
    ...(['told', 'hidden', 'unwanted', 'old', 'reverted', 'moved', 'odd'] as const),
    ...(['unreadable', 'message', 'waiting', 'dropped'] as const),
  ]),
  reissue: z.number().default(0),
  missed: z.boolean().default(false),
  digest: z.string().nullable().default(null),
  turn: z.number().nullable().default(null),
  learnt: z.string().nullable().default(null),
});

export interface StoredRow extends z.infer<typeof item> {
  readonly block: number;
  readonly place: ChainPlace;
  /** Transfer key, or an alert's id. */
  readonly key: string;
  readonly alert: Alert | null;
}

export function readRow(stored: Readonly<Record<string, unknown>>): StoredRow {
  const row = item.parse(stored);
  const [block = '', order = '', key = ''] = row.position.split('#');
  const [index, log] = order.split('.');
  // The functions have parsed it, and SNS's side parses what is published.
  const alert = (stored.alert ?? null) as Alert | null;
  return { ...row, block: Number(block), place: [Number(block), Number(index), Number(log)], key, alert };
}

/** A transfer's content in an alert, without its place; null if the alert does not report one for the first time. */
export function contentOfAlert(alert: Alert | null): string | null {
  if (alert === null || !('transfer' in alert)) return null;
  if (alert.type === 'transfer.reverted' || alert.type === 'wallet.poisoning') return null;
  const { transactionHash, blockHash, token, from, to, value, tokenId } = alert.transfer;
  const piece = tokenId === null ? [] : [tokenId];
  return [transactionHash ?? blockHash, token.address, from.address, to.address, value, ...piece].join('|');
}
