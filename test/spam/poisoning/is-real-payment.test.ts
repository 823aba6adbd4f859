import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import { findLookalike } from '../../../functions/spam/poisoning/find-lookalike.ts';
import { isRealPayment } from '../../../functions/spam/poisoning/is-real-payment.ts';
import { mostCounterparties, rememberPayment } from '../../../functions/spam/poisoning/remember-payment.ts';
import type { DescribedTransfer } from '../../../functions/transfer/described-transfer.ts';
import type { Counterparty } from '../../../functions/wallet/wallet-state.ts';
import { exchange, lure, usdc } from '../../support/alerts.ts';
import { evidence, later, lookalikeOf, paidAt, received, sent, supplier } from './history.ts';

const imitation = lookalikeOf(supplier, 4, 4);
const unknown = { verified: null };
const unverified = { verified: false };

describe('a payment of the wallet', () => {
  it.each([
    ['in a verified token', evidence(sent(exchange))],
    [
      'in a token that the row trusts',
      evidence(sent(exchange, {}, unverified), { watch: { trustedTokens: new Set([usdc]) } }),
    ],
    ['in a token of which nobody says anything', evidence(sent(exchange, {}, unknown))],
    [
      'in an unverified token, where nothing else speaks against it',
      evidence(sent(exchange, {}, unverified)),
    ],
    ['in any token to somebody whom it paid before', evidence(sent(supplier, {}, unverified))],
    ['of real money to a lookalike: then it did pay it', evidence(sent(imitation))],
  ])('is one %s', (_how, given) => {
    expect(isRealPayment(given)).toBe(true);
  });

  it.each([
    ['a zero-value transferFrom', evidence(sent(exchange, { value: 0n }))],
    ['spam', evidence(sent(exchange), { verdict: lure })],
    [
      'an unverified token half-way to spam',
      evidence(sent(exchange, {}, unverified), { verdict: { spam: false, score: 50 } }),
    ],
    ['an unverified token to a lookalike', evidence(sent(imitation, {}, unverified))],
    ['an unknown token to the faintest lookalike', evidence(sent(lookalikeOf(supplier, 3, 3), {}, unknown))],
    ['dust to a lookalike', evidence(sent(imitation, { value: 1_000n }))],
    ['a receipt', evidence(received(exchange))],
    ['a transfer to itself', evidence(sent(exchange, { direction: 'self' }))],
    [
      'a transfer whose receiver the API leaves out',
      evidence(sent(exchange, { to: { address: null, label: null } })),
    ],
  ])('is not %s', (_what, given) => {
    expect(isRealPayment(given)).toBe(false);
  });

  it('in an unverified token never pushes out an address that was paid', () => {
    const counterparties = payees(mostCounterparties);
    expect(isRealPayment(evidence(sent(exchange, {}, unverified), { counterparties }))).toBe(false);
    expect(isRealPayment(evidence(sent(exchange), { counterparties }))).toBe(true);
  });
});

describe("an attacker who can send anything but the wallet's money", () => {
  const theirs = fc.record({
    samePrefix: fc.integer({ min: 3, max: 12 }),
    sameSuffix: fc.integer({ min: 3, max: 12 }),
    value: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    verified: fc.constantFrom(null, false),
    out: fc.boolean(),
  });

  it('never gets a lookalike among the addresses that were paid, so that it is still warned of', () => {
    fc.assert(
      fc.property(fc.array(theirs, { maxLength: 20 }), (attempts) => {
        let counterparties: readonly Counterparty[] = [{ address: supplier, lastPaidAt: paidAt }];
        for (const { samePrefix, sameSuffix, value, verified, out } of attempts) {
          const address = lookalikeOf(supplier, samePrefix, sameSuffix);
          const transfer = out
            ? sent(address, { value }, { verified })
            : received(address, { value }, { verified });
          counterparties = follow(transfer, address, counterparties);
        }
        expect(counterparties.map(({ address }) => address)).toEqual([supplier]);
        const warned = findLookalike(evidence(received(imitation, { value: 0n }), { counterparties }));
        expect(warned?.imitates).toBe(supplier);
      }),
    );
  });
});

describe('the addresses that were paid', () => {
  it('stand newest first, once each, two hundred at most', () => {
    const full = payees(mostCounterparties);
    const next = rememberPayment(full, supplier, later);
    expect(next).toHaveLength(mostCounterparties);
    expect(next[0]).toEqual({ address: supplier, lastPaidAt: later });
    expect(rememberPayment(next, supplier, later)).toEqual(next);
    expect(next).not.toContainEqual(full.at(-1));
  });

  it('keep the later time where a payment is heard of late, or its time is not known', () => {
    const known = [{ address: supplier, lastPaidAt: later }];
    expect(rememberPayment(known, supplier, paidAt)).toEqual(known);
    expect(rememberPayment(known, supplier, null)).toEqual(known);
    expect(rememberPayment([{ address: supplier, lastPaidAt: null }], supplier, paidAt)[0]?.lastPaidAt).toBe(
      paidAt,
    );
  });
});

function follow(transfer: DescribedTransfer, address: Address, known: readonly Counterparty[]) {
  const real = isRealPayment(evidence(transfer, { counterparties: known }));
  return real ? rememberPayment(known, address, transfer.blockTimestamp) : known;
}

function payees(count: number): Counterparty[] {
  return Array.from({ length: count }, (_, i) => ({
    address: parseAddress(`0x${(i + 16).toString(16).padStart(3, '0').repeat(13)}0`),
    lastPaidAt: paidAt,
  }));
}
