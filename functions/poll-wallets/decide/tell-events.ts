import type { Alert } from '../../alert/alert.ts';
import { eventAlertId } from '../../alert/alert-id.ts';
import { composeBalanceAlert } from '../../alert/compose/compose-balance.ts';
import { composeControlAlert } from '../../alert/compose/compose-control.ts';
import type { NodeEvent } from '../../node/node-event.ts';
import type { Cursor } from '../../state/cursor.ts';
import { beginOf, type NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { messageRow } from './rows-of-batch.ts';

/**
 * Rows of the events that no row tells yet: a poll may have crashed after it told them.
 * @param cursor with the batches that were abandoned up to this poll
 */
export async function rowsOfEvents(
  events: readonly NodeEvent[],
  watch: Watch,
  cursor: Pick<Cursor, 'born' | 'void' | 'start'>,
  { history, clock }: Pick<PollDependencies, 'history' | 'clock'>,
): Promise<readonly NewRow[]> {
  const lowest = events.reduce((block, one) => Math.min(block, one.blockNumber), Number.POSITIVE_INFINITY);
  const isVoid = new Set(cursor.void.map(({ batch }) => batch));
  const rows = await history.rowsFrom(watch, beginOf(lowest));
  const told = new Set(
    rows
      .filter(({ batch }) => batch >= cursor.born && !isVoid.has(batch))
      .map(({ place: { block, key } }) => `${block} ${key}`),
  );
  const now = clock.now();
  return events
    .flatMap((event) => {
      const key = `${event.kind} ${event.key}`;
      const id = eventAlertId(watch.chain.id, watch.wallet, cursor.start?.since ?? '', key);
      return rowOf(event, watch, id, now) ?? [];
    })
    .filter(({ place: { block, key } }) => !told.has(`${block} ${key}`));
}

function rowOf(event: NodeEvent, watch: Watch, id: string, now: number): NewRow | null {
  const detectedAt = new Date(now).toISOString();
  const told = (alert: Alert) => messageRow(alert, event.blockNumber, event.blockTimestamp, now);
  switch (event.kind) {
    case 'approval':
      return null;
    case 'balance':
      return told(composeBalanceAlert(event, watch, id, detectedAt));
    case 'control':
      return told(composeControlAlert(event, watch, id, detectedAt));
  }
}
