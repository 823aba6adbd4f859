import type { Alert } from '../../alert/alert.ts';
import { eventAlertId } from '../../alert/alert-id.ts';
import { composeBalanceAlert } from '../../alert/compose/compose-balance.ts';
import { composeControlAlert } from '../../alert/compose/compose-control.ts';
import type { NodeEvent } from '../../node/node-event.ts';
import type { Cursor } from '../../state/cursor.ts';
import { behind, type NewRow, type Place } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { messageRow } from './rows-of-batch.ts';

/** Those of the events that no row knows: a poll may have told them and crashed before it dropped them. */
export async function untoldOf(
  events: readonly NodeEvent[],
  watch: Watch,
  { born, void: abandoned }: Cursor,
  { history }: Pick<PollDependencies, 'history'>,
): Promise<readonly NodeEvent[]> {
  const lowest = Math.min(...events.map(({ blockNumber }) => blockNumber));
  const isVoid = new Set(abandoned.map(({ batch }) => batch));
  const rows = await history.rowsFrom(watch, behind(lowest, ''));
  const told = new Set(
    rows.filter(({ batch }) => batch >= born && !isVoid.has(batch)).map(({ place }) => place.key),
  );
  return events.filter((event) => !told.has(placeOf(event, watch).key));
}

/** The rows of events, in chain order. */
export function rowsOfEvents(events: readonly NodeEvent[], watch: Watch, now: number): NewRow[] {
  return events.flatMap((event) => {
    const alert = alertOf(event, watch, new Date(now).toISOString());
    return alert === null ? [] : [messageRow(alert, event.blockNumber, event.blockTimestamp, now)];
  });
}

function placeOf({ kind, key, blockNumber }: NodeEvent, { wallet, chain }: Watch): Place {
  return behind(blockNumber, eventAlertId(chain.id, wallet, kind, key));
}

function alertOf(event: NodeEvent, watch: Watch, detectedAt: string): Alert | null {
  const id = placeOf(event, watch).key;
  switch (event.kind) {
    case 'approval':
      return null;
    case 'balance':
      return composeBalanceAlert(event, watch, id, detectedAt);
    case 'control':
      return composeControlAlert(event, watch, id, detectedAt);
  }
}
