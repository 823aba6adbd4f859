import type { Address } from '../../chain/address.ts';
import { alikeDigits, alikeness } from './alike-digits.ts';

export interface Counterparty {
  readonly address: Address;
  /** ISO time of the newest payment. */
  readonly lastPaidAt: string | null;
  /** Paid in a token that no stranger can make up; else somebody may have written the payment. */
  readonly proven: boolean;
}

/** So many addresses keep an item of the State table small, and a lookalike by chance improbable. */
export const maxCounterparties = 200;

/**
 * The counterparties once this one is paid, newest payment first. A payment that is heard of late leaves a later one's
 * time as it stands. Who was paid for certain always finds room: those of whom only an unknown token says so go first,
 * and at once where they resemble it, for that is what somebody would make up.
 * @param time ISO time of the payment's block, if known
 * @param proven the token is none that a stranger can make up
 */
export function rememberPayment(
  known: readonly Counterparty[],
  address: Address,
  time: string | null,
  proven: boolean,
): readonly Counterparty[] {
  const before = known.find((one) => one.address === address);
  const paidAt = before?.lastPaidAt ?? null;
  const lastPaidAt = paidAt !== null && (time === null || paidAt > time) ? paidAt : time;
  const others = known.filter(
    (one) => one.address !== address && !(proven && !one.proven && isAlike(one.address, address)),
  );
  const paid = [{ address, lastPaidAt, proven: proven || before?.proven === true }, ...others];
  if (paid.length <= maxCounterparties) return paid;
  const leaves = paid.findLastIndex((one) => !one.proven);
  return paid.toSpliced(leaves > 0 ? leaves : -1, 1);
}

function isAlike(a: Address, b: Address): boolean {
  return alikeness(alikeDigits(a, b)) > 0;
}
