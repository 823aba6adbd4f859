import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findLookalike } from '../../../functions/spam/poisoning/find-lookalike.ts';
import { lure, ok, treasury, watchOf } from '../../support/alerts.ts';
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
const nothing = { value: 0n };
const dust = { value: 1_000n };
const five = { value: 5_000_000n };
const spam = { verdict: lure };

/** The lookalike found for a wallet that paid A. */
const found = (...of: Parameters<typeof evidence>) => findLookalike(evidence(...of));

describe('a wallet that paid A', () => {
  const told = {
    address: imitation,
    imitates: supplier,
    proven: true,
    lastPaidAt: paidAt,
    samePrefix: 4,
    sameSuffix: 4,
  };

  it.each([
    ['nothing from', received(imitation, nothing), ok],
    ['dust from', received(imitation, dust), ok],
    ['a fake USDT from', received(imitation, {}, { verified: false }), lure],
    ['a token that nobody knows from', received(imitation, {}, { verified: null }), ok],
    ['a small payment from', received(imitation, five), ok],
    // Only the API verifies it: its maker has millions of it for nothing.
    ['12,500 of a verified token from', received(imitation, {}, { address: someToken, verified: true }), ok],
    [
      'unverified units of unknown size from',
      received(imitation, {}, { decimals: null, verified: null }),
      ok,
    ],
    ['a zero-value transferFrom to', sent(imitation, nothing), ok],
    ['a fake token that claims to be sent to', sent(imitation, {}, { verified: false }), lure],
    ['an unknown token that claims to be sent to', sent(imitation, {}, { verified: null }), ok],
    ['dust that it sent itself, to try, to', sent(imitation, dust), ok],
    ['five dollars that it sent itself to', sent(imitation, five), ok],
    ['a large payment of its own to', sent(imitation), ok],
  ])('is warned of %s a lookalike of A', (_what, transfer, verdict) => {
    expect(found(transfer, { verdict })).toEqual(told);
  });

  it.each([nothing, dust, five, {}])('gets no warning when A itself pays back %o', (what) => {
    expect(found(received(supplier, what))).toBeNull();
  });

  it('gets no warning of a chance lookalike with two equal digits at each end, whatever it sends and when', () => {
    const chance = lookalikeOf(supplier, 2, 2);
    for (const over of [nothing, dust, five, {}]) {
      for (const blockTimestamp of [paidAt, later]) {
        expect(found(received(chance, { ...over, blockTimestamp }), spam)).toBeNull();
        expect(found(sent(chance, { ...over, blockTimestamp }), spam)).toBeNull();
      }
    }
  });

  it('gets no warning of a transfer to itself', () => {
    const own = received(treasury, { ...nothing, direction: 'self' });
    expect(found(own, { counterparties: [paid(lookalikeOf(treasury, 9, 9), null)] })).toBeNull();
  });

  it('still recognises an imitation after paying it, and after A has left the list', () => {
    const remembered = { imitates: supplier, proven: true, told: true };
    const both = [paid(supplier), paid(imitation)];
    for (const transfer of [received(imitation), received(imitation, nothing), sent(imitation)]) {
      expect(found(transfer, { remembered, counterparties: both })).toEqual(told);
      const long = found(transfer, { remembered, counterparties: [] });
      expect(long).toEqual({ ...told, lastPaidAt: null });
    }
  });

  it('gets no warning of an address that it also paid, however alike the two are', () => {
    const both = [paid(supplier), paid(imitation)];
    expect(found(received(imitation, nothing), { counterparties: both })).toBeNull();
    expect(found(received(supplier, nothing), { counterparties: both })).toBeNull();
  });
});

describe('the required number of equal digits', () => {
  const cases = fc.record({
    samePrefix: fc.oneof(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 0, max: 20 })),
    sameSuffix: fc.oneof(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 0, max: 19 })),
    what: fc.constantFrom(
      { over: nothing, verdict: ok, needed: 7 },
      { over: dust, verdict: ok, needed: 7 },
      { over: {}, verdict: lure, needed: 7 },
      { over: five, verdict: ok, needed: 8 },
      { over: {}, verdict: ok, needed: 10 },
    ),
    soon: fc.boolean(),
  });

  it("depends on the transfer's worth, and on its time after the payment", () =>
    forAll(
      [cases],
      ({ samePrefix, sameSuffix, what: { over, verdict, needed }, soon }) => {
        const from = lookalikeOf(supplier, samePrefix, sameSuffix);
        const blockTimestamp = soon ? '2026-01-02T03:30:00.000Z' : '2026-01-02T03:30:01.000Z';
        const lookalike = found(received(from, { ...over, blockTimestamp }), { verdict });
        const enough = samePrefix + sameSuffix >= (soon ? needed - 1 : needed);
        if (samePrefix < 3 || sameSuffix < 3 || !enough) expect(lookalike).toBeNull();
        else expect(lookalike).toMatchObject({ samePrefix, sameSuffix });
      },
      { numRuns: 700 },
    ));

  it('is never lowered by a payment that came after the transfer, or at an unknown time', () => {
    const from = lookalikeOf(supplier, 3, 3);
    for (const lastPaidAt of ['2026-01-20T12:00:01.000Z', null]) {
      const counterparties = [paid(supplier, lastPaidAt)];
      expect(found(received(from, nothing), { counterparties })).toBeNull();
      const timeless = received(from, { ...nothing, blockTimestamp: null });
      expect(found(timeless, { counterparties })).toBeNull();
    }
  });

  it('is lowered only for the five paid last: a wallet that pays hundreds at once may be imitated by chance', () => {
    const from = lookalikeOf(supplier, 3, 3);
    const others = Array.from({ length: 5 }, (_, i) => paid(parseAddress(`0x${String(i + 1).repeat(40)}`)));
    const known = paid(supplier);
    const soon = received(from, { ...nothing, blockTimestamp: paidAt });
    expect(found(soon, { counterparties: [...others.slice(1), known] })).not.toBeNull();
    expect(found(soon, { counterparties: [...others, known] })).toBeNull();
    // Payments that anybody can make up do not displace a real one from the five.
    const madeUp = others.map(({ address }) => paid(address, paidAt, false));
    expect(found(soon, { counterparties: [...madeUp, known] })).not.toBeNull();
    expect(found(soon, { counterparties: [paid(supplier, paidAt, false)] })).toBeNull();
  });

  it("treats a row's trusted token as money, and unknown decimals not as dust", () => {
    const token = { verified: null, decimals: null };
    const watch = watchOf({ trustedTokens: new Set([someToken]) });
    expect(found(received(imitation, dust, token), { watch })).toBeNull();
    expect(found(received(imitation, dust, token))).not.toBeNull();
  });
});

describe('a payment to an unknown address', () => {
  const alikeBy = (samePrefix: number, sameSuffix: number, over = {}) =>
    found(sent(lookalikeOf(supplier, samePrefix, sameSuffix), over));

  it('needs eight equal digits, three at each end, whatever its worth; one less within half an hour', () => {
    for (const value of [1n, 1_000n, 900_000_000n]) {
      expect(alikeBy(4, 4, { value })).not.toBeNull();
      expect(alikeBy(3, 5, { value })).not.toBeNull();
      expect(alikeBy(2, 10, { value })).toBeNull();
      expect(alikeBy(3, 4, { value })).toBeNull();
      expect(alikeBy(3, 4, { value, blockTimestamp: '2026-01-02T03:30:00.000Z' })).not.toBeNull();
    }
  });

  it('counts leading zeros, which many vanity addresses have, as one digit', () => {
    const zeros = parseAddress(`0x0000${supplier.slice(6)}`);
    const counterparties = [paid(zeros)];
    const to = (samePrefix: number) => sent(lookalikeOf(zeros, samePrefix, 4));
    expect(found(to(4), { counterparties })).toBeNull();
    expect(found(to(9), { counterparties })).not.toBeNull();
    const oneZero = parseAddress(`0x0${supplier.slice(3)}`);
    expect(found(sent(lookalikeOf(oneZero, 4, 4)), { counterparties: [paid(oneZero)] })).not.toBeNull();
    const eightZeros = parseAddress(`0x00000000${supplier.slice(10)}`);
    const income = received(lookalikeOf(eightZeros, 8, 3));
    expect(found(income, { counterparties: [paid(eightZeros)] })).toBeNull();
    // An address that puts itself into the history still causes a warning.
    const zero = received(lookalikeOf(zeros, 4, 4), nothing);
    expect(found(zero, { counterparties })).not.toBeNull();
  });

  it('forms a pair with an address that only an unknown token claims was paid; neither is called the imitation', () => {
    const counterparties = [paid(supplier, paidAt, false)];
    const pair = { address: imitation, imitates: supplier, proven: false };
    for (const transfer of [sent(imitation), received(imitation, five), received(imitation, nothing)])
      expect(found(transfer, { counterparties })).toMatchObject(pair);
    // As strict as ever: incoming money needs ten digits.
    expect(found(received(imitation), { counterparties })).toBeNull();
    const remembered = { imitates: supplier, proven: false, told: true };
    for (const transfer of [sent(imitation), received(imitation)])
      expect(found(transfer, { counterparties: [], remembered })).toMatchObject(pair);
    // The other address of the pair was paid meanwhile.
    const since = { counterparties: [paid(supplier)], remembered };
    expect(found(received(imitation), since)).toMatchObject({ ...pair, proven: true });
  });

  it('is first compared with surely paid addresses, however much closer another one is', () => {
    const counterparties = [paid(lookalikeOf(imitation, 12, 12), paidAt, false), paid(supplier)];
    expect(found(sent(imitation), { counterparties })).toMatchObject({ imitates: supplier, proven: true });
  });

  it('is not compared with itself, if only an unknown token says that it was paid', () => {
    const counterparties = [paid(imitation, paidAt, false)];
    expect(found(sent(imitation), { counterparties })).toBeNull();
  });
});

it('if it resembles several addresses, the closest is named; among equals the one paid last', () => {
  const near = lookalikeOf(supplier, 10, 10);
  const equallyNear = parseAddress(`${supplier.slice(0, 12)}${'7'.repeat(20)}${supplier.slice(-10)}`);
  const counterparties = [
    paid(lookalikeOf(supplier, 5, 4), later),
    paid(supplier, paidAt),
    paid(equallyNear, null),
  ];
  expect(found(received(near, nothing), { counterparties })?.imitates).toBe(supplier);
});

it('addresses that nobody can make imitate no one: burn addresses and precompiled contracts are all alike', () => {
  const burn = parseAddress('0x0000000000000000000000000000000000001000');
  const system = parseAddress('0x0000000000000000000000000000000000002000');
  const counterparties = [paid(burn, paidAt)];
  expect(found(received(system, nothing), { counterparties })).toBeNull();
});
