import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import type { PaidAddress, PoisoningEvidence } from '../../../functions/spam/poisoning/evidence.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { describedTransfer, ok, treasury, watchOf } from '../../support/alerts.ts';

/** The address A of the stories: the wallet paid it on 2 January 2026 at 03:00. */
export const supplier: Address = parseAddress('0xab5801a7d398351b8be11c439e05c5b3259aec9b');
export const paidAt = '2026-01-02T03:00:00.000Z';
/** A time long after that payment. */
export const later = '2026-01-20T12:00:00.000Z';

/** An address with this many of A's digits at each end; all digits between them differ from A's. */
export function lookalikeOf(address: Address, samePrefix: number, sameSuffix: number): Address {
  const digits = address.slice(2);
  const others = Array.from(digits, (digit) => ((Number.parseInt(digit, 16) + 8) % 16).toString(16)).join('');
  const end = digits.length - sameSuffix;
  return parseAddress(`0x${digits.slice(0, samePrefix)}${others.slice(samePrefix, end)}${digits.slice(end)}`);
}

/** A contract that anyone may have made: the token of a transfer unless a test's token is verified. */
export const someToken: Address = parseAddress('0x7d1afa7b718fb893db30a3abc0cfc608aacf0000');

/** A payee of the wallet, by default paid in a token that no stranger can make up. */
export function paid(address: Address, lastPaidAt: string | null = paidAt, proven = true): PaidAddress {
  return { address, lastPaidAt, proven };
}

type Over = Partial<Omit<DescribedTransfer, 'token'>>;
type TokenOver = Partial<DescribedTransfer['token']>;

/** 12,500.5 verified USDC from this address, long after any payment. */
export function received(from: Address, over: Over = {}, token: TokenOver = {}): DescribedTransfer {
  const whole = { from: { address: from, label: null }, blockTimestamp: later, ...over };
  return describedTransfer(whole, contractOf(token));
}

/** The same amount, sent by the wallet, or made to look so. */
export function sent(to: Address, over: Over = {}, token: TokenOver = {}): DescribedTransfer {
  return describedTransfer(
    {
      direction: 'out',
      from: { address: treasury, label: null },
      to: { address: to, label: null },
      blockTimestamp: later,
      ...over,
    },
    contractOf(token),
  );
}

function contractOf(token: TokenOver): TokenOver {
  const { verified = true } = token;
  return verified === true ? token : { address: someToken, ...token };
}

/** A history of one payment, to A, and an empty verdict. */
export function evidence(
  transfer: DescribedTransfer,
  over: Partial<PoisoningEvidence> = {},
): PoisoningEvidence {
  return {
    transfer,
    verdict: ok,
    watch: watchOf(),
    counterparties: [paid(supplier)],
    remembered: null,
    ...over,
  };
}
