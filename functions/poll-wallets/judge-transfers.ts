import type { TransferAlert } from '../alert/alert.ts';
import { transferAlertId } from '../alert/alert-id.ts';
import { composeTransferAlert } from '../alert/compose.ts';
import type { HistoryEntry } from '../alert/history-table.ts';
import { type OutgoingAlert, outgoing } from '../alert/outgoing-alert.ts';
import { withCoin } from '../coin/describe.ts';
import { judge } from '../spam/judge.ts';
import { policyFor } from '../spam/policy.ts';
import { directionFor } from '../transfer/direction.ts';
import { isWanted } from '../transfer/is-wanted.ts';
import type { KeyedTransfer } from '../transfer/transfer-key.ts';
import type { CallLimits } from '../upstream/source.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies } from './poll-dependencies.ts';

/** A fresh transfer, dealt with: told, hidden as spam, or not wanted by its row (no alert at all). */
export interface JudgedTransfer extends KeyedTransfer {
  readonly outcome: 'told' | 'hidden' | 'unwanted';
  readonly alert: TransferAlert | null;
  /** Whether its texts show a verdict of spam. */
  readonly marked: boolean;
}

/**
 * Describes each transfer with its coin record, drops what the row does not ask for and decides by the row's policy
 * what of the rest is told.
 */
export async function judgeTransfers(
  fresh: readonly KeyedTransfer[],
  watch: Watch,
  deps: Pick<PollDependencies, 'coins' | 'clock'>,
  limits: CallLimits,
): Promise<readonly JudgedTransfer[]> {
  const coinOf = await deps.coins.find(
    watch.chain,
    fresh.map(({ transfer }) => transfer.token.address),
    limits,
  );
  const detectedAt = new Date(deps.clock.now()).toISOString();
  return fresh.map(({ key, transfer }) => {
    const direction = directionFor(watch.wallet, transfer) ?? 'in';
    const described = withCoin({ ...transfer, direction }, watch.chain, coinOf(transfer.token.address));
    if (!isWanted(described, watch))
      return { key, transfer, outcome: 'unwanted', alert: null, marked: false };
    const verdict = judge(described, watch);
    const id = transferAlertId(watch.chain.id, watch.wallet, key, 0);
    const alert = composeTransferAlert({ watch, transfer: described, verdict, id, detectedAt });
    const { tell, mark } = policyFor(verdict, watch);
    return { key, transfer, outcome: tell ? 'told' : 'hidden', alert, marked: mark };
  });
}

/** The alerts to publish, in chain order. */
export function alertsOf(judged: readonly JudgedTransfer[]): OutgoingAlert[] {
  return judged.flatMap(({ outcome, alert, marked }) =>
    outcome === 'told' && alert !== null ? [outgoing(alert, marked)] : [],
  );
}

/** What History keeps: all but what the row did not ask for. */
export function historyOf(judged: readonly JudgedTransfer[]): HistoryEntry[] {
  return judged.flatMap(({ outcome, alert }) =>
    alert === null || outcome === 'unwanted' ? [] : [{ alert, status: outcome }],
  );
}
