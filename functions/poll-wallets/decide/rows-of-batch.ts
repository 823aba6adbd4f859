import type { Alert } from '../../alert/alert.ts';
import { outgoing } from '../../alert/outgoing-alert.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Cursor } from '../../state/cursor.ts';
import { behind, type NewRow, quietRow, timeOf, transferRow } from '../../state/row.ts';
import type { JudgedTransfer } from './judge-transfer.ts';
import { digestOf, sideOf } from './rations.ts';

/** Rows in chain order, each warning before its transfer. */
export function rowsOfBatch(
  judged: readonly JudgedTransfer[],
  cursor: Pick<Cursor, 'rations' | 'version'>,
  { now }: Pick<Clock, 'now'>,
): NewRow[] {
  const at = now();
  return judged.flatMap((one) => {
    const waits = one.telling === 'digest' || one.telling === 'turn';
    return rowsOf(one, waits ? digestOf(cursor, sideOf(one.described.direction)) : null, at);
  });
}

function rowsOf(one: JudgedTransfer, digest: string | null, now: number): NewRow[] {
  const { key, transfer, outcome, reissue, alert, warning, paid, imitations } = one;
  const isAlone = outcome === 'told' && digest === null;
  const { blockTimestamp } = transfer;
  const teaches = paid !== null || imitations.length > 0 || warning !== null;
  const warnedOn = warning === null ? null : warning.detectedAt.slice(0, 10);
  const row: NewRow = {
    ...transferRow(key, transfer, digest === null ? outcome : 'waiting', now),
    reissue,
    digest,
    alert,
    turn: isAlone ? 0 : null,
    outgoing: isAlone ? withoutAlert(alert, blockTimestamp) : {},
    learnt: teaches ? [{ paid, imitations, warnedOn }] : [],
  };
  if (warning === null) return [row];
  return [messageRow(warning, transfer.blockNumber, blockTimestamp, now), row];
}

/** The row of an alert that is not about exactly one transfer. */
export function messageRow(alert: Alert, block: number, minedAt: string | null, now: number): NewRow {
  return {
    ...quietRow(behind(block, alert.id), 'message', timeOf(minedAt, now)),
    alert,
    turn: 0,
    outgoing: withoutAlert(alert, minedAt),
  };
}

function withoutAlert(alert: Alert, minedAt: string | null): NewRow['outgoing'] {
  const { alert: _, ...rest } = outgoing(alert, minedAt);
  return rest;
}

/** Numbers the messages of a batch, so that every worker publishes them in the same order. */
export function inTurn(rows: readonly NewRow[]): NewRow[] {
  let turn = 0;
  return rows.map((row) => {
    if (row.turn === null && row.status !== 'reverted') return row;
    if (row.alert === null) return { ...row, turn: null };
    turn += 1;
    return { ...row, turn: turn - 1 };
  });
}
