import type { BalanceEvent } from '../../node/node-event.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { BalanceAlert } from '../alert.ts';
import { eventAlertId } from '../alert-id.ts';
import { graded } from '../severity.ts';
import { alertTokenOf, walletOf } from './alert-parts.ts';

/** The alert that a balance fell below the row's floor, or is there again. @param detectedAt ISO 8601 UTC */
export function composeBalanceAlert(
  { fell, token, value, minimum }: BalanceEvent,
  watch: Watch,
  id: string,
  detectedAt: string,
): BalanceAlert {
  const told = alertTokenOf(token);
  return graded({
    version: 1,
    id,
    type: fell === null ? 'balance.low' : 'balance.restored',
    wallet: walletOf(watch),
    balance: { token: told, value, amount: formatAmount(BigInt(value), told.decimals), minimum },
    restores: fell === null ? null : eventAlertId(watch.chain.id, watch.wallet, 'balance', fell),
    coin: null,
    verdict: null,
    detectedAt,
  });
}
