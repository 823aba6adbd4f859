import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import {
  isRealPayment,
  maxCounterparties,
  rememberPayment,
} from '../../../functions/spam/poisoning/address-book.ts';
import type { PaidAddress } from '../../../functions/spam/poisoning/evidence.ts';
import { findLookalike } from '../../../functions/spam/poisoning/find-lookalike.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { exchange, lure, usdc, watchOf } from '../../support/alerts.ts';
import { forAll } from '../../support/for-all.ts';
import {
  evidence,
  later,
  lookalikeOf,
  paid,
  paidAt,
  received,
  sent,
  someToken,
  supplier,
} from './history.ts';

const imitation = lookalikeOf(supplier, 4, 4);
const unknown = { verified: null };
const unverified = { verified: false };

describe('a payment of the wallet', () => {
  const ofRow = { watch: watchOf({ trustedTokens: new Set([someToken]) }) };
  const unprovenPayee = { counterparties: [paid(supplier, paidAt, false)] };
  const genuine = { address: usdc, verified: null };
  const ofPair = { remembered: { imitates: supplier, proven: false, told: true } };
  const halfSpam = { verdict: { spam: false, score: 50 } };
  const nobody = { to: { address: null, label: null } };

  it.each([
    ['in a verified token', sent(exchange), {}],
    ['in a token that the row trusts', sent(exchange, {}, unverified), ofRow],
    ['in a token of which nobody says anything', sent(exchange, {}, unknown), {}],
    ['in an unverified token, if nothing else speaks against it', sent(exchange, {}, unverified), {}],
    ['in a token genuine by our own list, if the API verifies none', sent(exchange, {}, genuine), {}],
    ['in a genuine token that somebody reported', sent(exchange, {}, { address: usdc }), { verdict: lure }],
    ['in a known token to one of a pair of which nobody was paid', sent(imitation), unprovenPayee],
    ['in any token to whom such a token says it paid before', sent(supplier, {}, unverified), unprovenPayee],
  ])('is one %s', (_how, transfer, over) => {
    expect(isRealPayment(evidence(transfer, over))).toBe(true);
  });

  it.each([
    ['a zero-value transferFrom', sent(exchange, { value: 0n }), {}],
    ['spam', sent(exchange, {}, { address: someToken }), { verdict: lure }],
    ['an unverified token half-way to spam', sent(exchange, {}, unverified), halfSpam],
    ['an unverified token to a lookalike', sent(imitation, {}, unverified), {}],
    ['an unknown token to the faintest lookalike', sent(lookalikeOf(supplier, 3, 3), {}, unknown), {}],
    ['dust to a lookalike', sent(imitation, { value: 1_000n }), {}],
    ['real money to a lookalike', sent(imitation), {}],
    // Otherwise it would be first again.
    ['in an unknown token to somebody whom it surely paid', sent(supplier, {}, unverified), {}],
    ['in an unknown token to a known imitation', sent(exchange, {}, unverified), ofPair],
    ['a receipt', received(exchange), {}],
    ['a transfer to itself', sent(exchange, { direction: 'self' }), {}],
    ['a transfer whose receiver the API leaves out', sent(exchange, nobody), {}],
  ])('is not %s', (_what, transfer, over) => {
    expect(isRealPayment(evidence(transfer, over))).toBe(false);
  });

  it('in an unverified token never displaces an address that was paid', () => {
    const counterparties = payees(maxCounterparties);
    expect(rememberPayment(counterparties, paid(exchange, later, false))).toEqual(counterparties);
    expect(rememberPayment(counterparties, paid(exchange, later, true))[0]).toEqual(paid(exchange, later));
  });
});

describe("an attacker who can send anything except the wallet's money", () => {
  const theirs = fc.record({
    samePrefix: fc.integer({ min: 3, max: 12 }),
    sameSuffix: fc.integer({ min: 3, max: 12 }),
    value: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    verified: fc.constantFrom(null, false),
    out: fc.boolean(),
  });

  it('never gets a lookalike into the list of paid addresses, so that the warning still comes', () =>
    forAll([fc.array(theirs, { maxLength: 20 })], (attempts) => {
      let counterparties: readonly PaidAddress[] = [paid(supplier)];
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
    }));
});

describe('the addresses that were paid', () => {
  it('are listed newest first, each once, two hundred at most', () => {
    const full = payees(maxCounterparties);
    const next = rememberPayment(full, paid(supplier, later, true));
    expect(next).toHaveLength(maxCounterparties);
    expect(next[0]).toEqual(paid(supplier, later));
    expect(rememberPayment(next, paid(supplier, later, true))).toEqual(next);
    expect(next).not.toContainEqual(full.at(-1));
  });

  it('keep the later time if a payment is seen late, or its time is unknown', () => {
    const known = [paid(supplier, later)];
    expect(rememberPayment(known, paid(supplier, paidAt, true))).toEqual(known);
    expect(rememberPayment(known, paid(supplier, null, true))).toEqual(known);
    expect(rememberPayment([paid(supplier, null)], paid(supplier, paidAt, true))[0]?.lastPaidAt).toBe(paidAt);
  });

  it('lose first those that only an unknown token claims, wherever they are', () => {
    const madeUp = payees(maxCounterparties).map((one, i) => ({ ...one, proven: i % 2 === 1 }));
    let known: readonly PaidAddress[] = madeUp;
    for (const { address } of payees(maxCounterparties / 2, 1_000))
      known = rememberPayment(known, paid(address, later, true));
    expect(known).toHaveLength(maxCounterparties);
    expect(known.every(({ proven }) => proven)).toBe(true);
    for (const one of madeUp.filter(({ proven }) => proven)) expect(known).toContainEqual(one);
  });

  it('lose made-up payees at once that resemble one of them; a proven payment makes a payee proven', () => {
    const planted = paid(lookalikeOf(exchange, 4, 4), paidAt, false);
    expect(rememberPayment([planted], paid(exchange, later, true))).toEqual([paid(exchange, later)]);
    expect(rememberPayment([paid(exchange, paidAt, false)], paid(exchange, later, true))).toEqual([
      paid(exchange, later),
    ]);
    expect(rememberPayment([paid(exchange, paidAt)], paid(exchange, later, false))).toEqual([
      paid(exchange, later),
    ]);
  });
});

function follow(transfer: DescribedTransfer, address: Address, known: readonly PaidAddress[]) {
  const real = isRealPayment(evidence(transfer, { counterparties: known }));
  return real ? rememberPayment(known, paid(address, transfer.blockTimestamp, false)) : known;
}

function payees(count: number, from = 16): PaidAddress[] {
  return Array.from({ length: count }, (_, i) =>
    paid(parseAddress(`0x${(i + from).toString(16).padStart(3, '0').repeat(13)}0`)),
  );
}
