import { describeFor } from '../../coin/describe.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { WalletState } from '../../wallet/wallet-state.ts';
import type { Watch } from '../../wallet/watch.ts';
import { judge } from '../judge.ts';
import { AddressBook } from './address-book.ts';

/**
 * Whom the wallet had paid before its watch began, and who had imitated those by then: a payment to one of these is
 * never taken for a harmless one, and they are warned of when they come again.
 * @param old its transfers until then, oldest first
 */
export function knownBefore(
  old: readonly Transfer[],
  watch: Watch,
): Pick<WalletState, 'counterparties' | 'warnedOf'> {
  const book = new AddressBook({ counterparties: [], warnedOf: new Map() });
  for (const one of old) {
    const transfer = describeFor(watch, one, null);
    book.meet(transfer, judge(transfer, watch), watch);
  }
  // Nobody was told of them.
  const untold = Array.from(book.imitations, ([mark, one]) => [mark, { ...one, told: false }] as const);
  return { counterparties: book.counterparties, warnedOf: new Map(untold) };
}
