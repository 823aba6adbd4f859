import type { Address } from '../chain/address.ts';
import type { Transfer } from '../transfer/transfer.ts';
import type { Counterparty } from '../wallet/wallet-state.ts';

const mostCounterparties = 200;

/**
 * Whom the wallet paid, newest first. Transfers of nothing and of flagged tokens do not count: anybody can make those
 * look as if the wallet had sent them.
 * @param transfers oldest first
 */
export function rememberPaid(
  known: readonly Counterparty[],
  wallet: Address,
  transfers: readonly Transfer[],
): readonly Counterparty[] {
  const paid = new Map<Address, Counterparty>();
  for (const { from, to, value, possibleSpam, blockTimestamp } of transfers.toReversed()) {
    if (from.address !== wallet || to.address === null || to.address === wallet) continue;
    if (value === 0n || possibleSpam === true || paid.has(to.address)) continue;
    paid.set(to.address, { address: to.address, lastPaidAt: blockTimestamp });
  }
  if (paid.size === 0) return known;
  return [...paid.values(), ...known.filter(({ address }) => !paid.has(address))].slice(
    0,
    mostCounterparties,
  );
}
