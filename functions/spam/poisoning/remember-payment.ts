import type { Address } from '../../chain/address.ts';
import type { Counterparty } from '../../wallet/wallet-state.ts';

/** So many addresses keep an item of the State table small, and a lookalike by chance improbable. */
export const mostCounterparties = 200;

/**
 * The counterparties once this one is paid, newest payment first. A payment that is heard of late leaves a later one's
 * time as it stands.
 * @param time ISO time of the payment's block, if known
 */
export function rememberPayment(
  known: readonly Counterparty[],
  address: Address,
  time: string | null,
): readonly Counterparty[] {
  const before = known.find((one) => one.address === address)?.lastPaidAt ?? null;
  const lastPaidAt = before !== null && (time === null || before > time) ? before : time;
  const others = known.filter((one) => one.address !== address);
  return [{ address, lastPaidAt }, ...others].slice(0, mostCounterparties);
}
