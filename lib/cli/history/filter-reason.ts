import type { Alert } from '../../../functions/alert/alert.ts';
import { isUnderMinUsd } from '../../../functions/prices/price.ts';
import { leftOutBy } from '../../../functions/transfer/is-wanted.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import type { RowAttribute } from '../../../functions/wallet/watchlist-row.ts';

const general = "left out by the row's filters";

/**
 * Why a row's own filters left a transfer out, by the row as it is now: of one that has changed since the reason may be gone.
 * @param watch null: the row is gone
 */
export function filterReason(alert: Alert, watch: Watch | null): string {
  if (watch === null || !('transfer' in alert)) return general;
  const { transfer } = alert;
  const attribute = leftOutBy({ ...transfer, value: BigInt(transfer.value) }, watch);
  if (attribute !== null) return said(attribute, transfer.token.address, watch);
  return isUnderMinUsd(transfer, watch) ? `worth less than minUsd (${watch.minUsd})` : general;
}

function said(attribute: RowAttribute, token: Watch['wallet'] | null, watch: Watch): string {
  switch (attribute) {
    case 'minAmount':
      return `less than minAmount (${watch.minAmount.byToken.get(token) ?? watch.minAmount.otherwise})`;
    case 'direction':
      return `direction is ${watch.direction}`;
    case 'tokens':
      return 'not in tokens';
    case 'ignoreTokens':
      return 'in ignoreTokens';
    default:
      return `not in ${attribute}`;
  }
}
