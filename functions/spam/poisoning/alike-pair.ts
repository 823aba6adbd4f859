import { type Address, parseAddress } from '../../chain/address.ts';
import type { Reason } from '../verdict.ts';
import { alikeDigits, type Lookalike } from './find-lookalike.ts';

export const alikeAddresses = 'alike-addresses';

/** The alert's `lookalike` is null for a pair: only this reason names the other address. */
export function reasonOfPair({ imitates, samePrefix, sameSuffix }: Lookalike): Reason {
  const detail = `The other address looks like ${imitates}: the first ${samePrefix} and the last ${sameSuffix} digits are the same. Neither was paid in a known token. Compare every digit.`;
  return { rule: alikeAddresses, detail };
}

const anAddress = /0x[0-9a-f]{40}/;

/** The address may be the fake one: nobody must copy it. */
export function withoutAddress(detail: string): string {
  return detail.replace(anAddress, 'another one');
}

/** The pair that the reasons name; null if they name none. @param address the transfer's other side */
export function readPair(address: Address, reasons: readonly Reason[]): Lookalike | null {
  const reason = reasons.find(({ rule }) => rule === alikeAddresses);
  const [written] = reason?.detail.match(anAddress) ?? [];
  if (written === undefined) return null;
  const imitates = parseAddress(written);
  return { address, imitates, proven: false, lastPaidAt: null, ...alikeDigits(address, imitates) };
}
