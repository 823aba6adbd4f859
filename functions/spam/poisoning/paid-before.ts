import { describeFor } from '../../coin/describe.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { Counterparty } from '../../wallet/wallet-state.ts';
import type { Watch } from '../../wallet/watch.ts';
import { judge } from '../judge.ts';
import { counterpartiesAfter } from './counterparties-after.ts';

/** Whom the wallet had paid before its watch began. @param old its transfers until then, oldest first */
export function paidBefore(old: readonly Transfer[], watch: Watch): readonly Counterparty[] {
  return old.reduce<readonly Counterparty[]>((counterparties, one) => {
    const transfer = describeFor(watch, one, null);
    return counterpartiesAfter({ transfer, verdict: judge(transfer, watch), watch, counterparties });
  }, []);
}
