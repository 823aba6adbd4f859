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
    ['nothing', evidence(received(imitation, nothing))],
    ['dust', evidence(received(imitation, dust))],
    ['a fake USDT', evidence(received(imitation, {}, { verified: false }), spam)],
    ['a token that nobody knows', evidence(received(imitation, {}, { verified: null }))],
    ['a small payment', evidence(received(imitation, five))],
    [
      'an amount whose decimals nobody knows, unverified',
      evidence(received(imitation, {}, { decimals: null, verified: null })),
    ],
  ])('is warned when a lookalike of A sends %s', (_what, given) => {
    expect(findLookalike(given)).toEqual(told);
  });

  it.each([
    ['a zero-value transferFrom', evidence(sent(imitation, nothing))],
    ['a fake token that claims to be sent by it', evidence(sent(imitation, {}, { verified: false }), spam)],
    ['an unknown token that claims to be sent by it', evidence(sent(imitation, {}, { verified: null }))],
    ['dust that it sent there itself, to try', evidence(sent(imitation, dust))],
  ])('is warned of %s to a lookalike of A', (_what, given) => {
    expect(findLookalike(given)).toEqual(told);
  });

  it.each([nothing, dust, five, {}])('is not warned when A itself pays back %o', (what) => {
    expect(findLookalike(evidence(received(supplier, what)))).toBeNull();
  });

  it('is not warned of a chance lookalike with two equal digits each side, whatever it sends and when', () => {
    const chance = lookalikeOf(supplier, 2, 2);
    for (const over of [nothing, dust, five, {}]) {
      for (const blockTimestamp of [paidAt, later]) {
        expect(findLookalike(evidence(received(chance, { ...over, blockTimestamp }), spam))).toBeNull();
        expect(findLookalike(evidence(sent(chance, { ...over, blockTimestamp }), spam))).toBeNull();
      }
    }
  });

  it.each([nothing, dust, five, {}])('is reported when it sends %o to a lookalike of A itself', (what) => {
    expect(findLookalike(evidence(sent(imitation, what)))).toEqual(told);
  });

  it('is not warned of a transfer to itself', () => {
    const own = received(treasury, { ...nothing, direction: 'self' });
    expect(
      findLookalike(evidence(own, { counterparties: [paid(lookalikeOf(treasury, 9, 9), null)] })),
    ).toBeNull();
  });

  it('still knows an imitation as such after it was paid, and when A has left the list', () => {
    const remembered = { imitates: supplier, proven: true, told: true };
    const both = [paid(supplier), paid(imitation)];
    for (const transfer of [received(imitation), received(imitation, nothing), sent(imitation)]) {
      expect(findLookalike(evidence(transfer, { remembered, counterparties: both }))).toEqual(told);
      const long = findLookalike(evidence(transfer, { remembered, counterparties: [] }));
      expect(long).toEqual({ ...told, lastPaidAt: null });
    }
  });

  it('is not warned of an address that it paid too, however alike the two are', () => {
    const both = [paid(supplier), paid(imitation)];
    expect(findLookalike(evidence(received(imitation, nothing), { counterparties: both }))).toBeNull();
    expect(findLookalike(evidence(received(supplier, nothing), { counterparties: both }))).toBeNull();
  });
});

describe('how alike an address must be', () => {
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

  it('depends on what the transfer is worth, and on how soon after the payment it comes', () =>
    forAll(
      [cases],
      ({ samePrefix, sameSuffix, what: { over, verdict, needed }, soon }) => {
        const from = lookalikeOf(supplier, samePrefix, sameSuffix);
        const blockTimestamp = soon ? '2026-01-02T03:30:00.000Z' : '2026-01-02T03:30:01.000Z';
        const found = findLookalike(evidence(received(from, { ...over, blockTimestamp }), { verdict }));
        const enough = samePrefix + sameSuffix >= (soon ? needed - 1 : needed);
        if (samePrefix < 3 || sameSuffix < 3 || !enough) expect(found).toBeNull();
        else expect(found).toMatchObject({ samePrefix, sameSuffix });
      },
      { numRuns: 2_000 },
    ));

  it('is never lowered by a payment that came after the transfer, or at an unknown time', () => {
    const from = lookalikeOf(supplier, 3, 3);
    for (const lastPaidAt of ['2026-01-20T12:00:01.000Z', null]) {
      const counterparties = [paid(supplier, lastPaidAt)];
      expect(findLookalike(evidence(received(from, nothing), { counterparties }))).toBeNull();
      const timeless = received(from, { ...nothing, blockTimestamp: null });
      expect(findLookalike(evidence(timeless, { counterparties }))).toBeNull();
    }
  });

  it('is lowered for the five last paid only: a wallet that pays hundreds at once has hundreds to be alike', () => {
    const from = lookalikeOf(supplier, 3, 3);
    const others = Array.from({ length: 5 }, (_, i) => paid(parseAddress(`0x${String(i + 1).repeat(40)}`)));
    const known = paid(supplier);
    const soon = received(from, { ...nothing, blockTimestamp: paidAt });
    expect(findLookalike(evidence(soon, { counterparties: [...others.slice(1), known] }))).not.toBeNull();
    expect(findLookalike(evidence(soon, { counterparties: [...others, known] }))).toBeNull();
    // Payments that anybody can write do not push a real one out of the five.
    const madeUp = others.map(({ address }) => paid(address, paidAt, false));
    expect(findLookalike(evidence(soon, { counterparties: [...madeUp, known] }))).not.toBeNull();
  });

  it("counts a row's trusted token as money, and its absence of decimals as no dust", () => {
    const token = { verified: null, decimals: null };
    const watch = watchOf({ trustedTokens: new Set([someToken]) });
    expect(findLookalike(evidence(received(imitation, dust, token), { watch }))).toBeNull();
    expect(findLookalike(evidence(received(imitation, dust, token)))).not.toBeNull();
  });
});

describe('a payment to an address that nothing was known of', () => {
  const alikeBy = (samePrefix: number, sameSuffix: number, over = {}) =>
    findLookalike(evidence(sent(lookalikeOf(supplier, samePrefix, sameSuffix), over)));

  it('takes eight digits, three at each end, whatever it is worth; one less half an hour after', () => {
    for (const value of [1n, 1_000n, 900_000_000n]) {
      expect(alikeBy(4, 4, { value })).not.toBeNull();
      expect(alikeBy(3, 5, { value })).not.toBeNull();
      expect(alikeBy(2, 10, { value })).toBeNull();
      expect(alikeBy(3, 4, { value })).toBeNull();
      expect(alikeBy(3, 4, { value, blockTimestamp: '2026-01-02T03:30:00.000Z' })).not.toBeNull();
    }
  });

  it('counts the zeros that many addresses are made to begin with as one digit', () => {
    const zeros = parseAddress(`0x0000${supplier.slice(6)}`);
    const counterparties = [paid(zeros)];
    const to = (samePrefix: number) => sent(lookalikeOf(zeros, samePrefix, 4));
    expect(findLookalike(evidence(to(4), { counterparties }))).toBeNull();
    expect(findLookalike(evidence(to(9), { counterparties }))).not.toBeNull();
    // What puts itself into the history is warned of all the same.
    const zero = received(lookalikeOf(zeros, 4, 4), nothing);
    expect(findLookalike(evidence(zero, { counterparties }))).not.toBeNull();
  });

  it('forms a pair with an address that only an unknown token claims was paid; neither is called the imitation', () => {
    const counterparties = [paid(supplier, paidAt, false)];
    const pair = { address: imitation, imitates: supplier, proven: false };
    for (const transfer of [sent(imitation), received(imitation, five), received(imitation, nothing)])
      expect(findLookalike(evidence(transfer, { counterparties }))).toMatchObject(pair);
    // As sure as ever: money that comes in takes ten digits.
    expect(findLookalike(evidence(received(imitation), { counterparties }))).toBeNull();
    const remembered = { imitates: supplier, proven: false, told: true };
    for (const transfer of [sent(imitation), received(imitation)])
      expect(findLookalike(evidence(transfer, { counterparties: [], remembered }))).toMatchObject(pair);
    // The other one of the pair was paid since.
    const since = { counterparties: [paid(supplier)], remembered };
    expect(findLookalike(evidence(received(imitation), since))).toMatchObject({ ...pair, proven: true });
  });

  it('is compared first with addresses surely paid, however much closer another one is', () => {
    const counterparties = [paid(lookalikeOf(imitation, 12, 12), paidAt, false), paid(supplier)];
    const found = findLookalike(evidence(sent(imitation), { counterparties }));
    expect(found).toMatchObject({ imitates: supplier, proven: true });
  });

  it('is not compared with itself, if only an unknown token says that it was paid', () => {
    const counterparties = [paid(imitation, paidAt, false)];
    expect(findLookalike(evidence(sent(imitation), { counterparties }))).toBeNull();
  });
});

it('of several addresses that it resembles the closest is named, among equals the one paid last', () => {
  const near = lookalikeOf(supplier, 10, 10);
  const equallyNear = parseAddress(`${supplier.slice(0, 12)}${'7'.repeat(20)}${supplier.slice(-10)}`);
  const counterparties = [
    paid(lookalikeOf(supplier, 5, 4), later),
    paid(supplier, paidAt),
    paid(equallyNear, null),
  ];
  expect(findLookalike(evidence(received(near, nothing), { counterparties }))?.imitates).toBe(supplier);
});

it("addresses that nobody can make imitate no one: burn addresses and the chain's own contracts are all alike", () => {
  const burn = parseAddress('0x0000000000000000000000000000000000001000');
  const system = parseAddress('0x0000000000000000000000000000000000002000');
  const counterparties = [paid(burn, paidAt)];
  expect(findLookalike(evidence(received(system, nothing), { counterparties }))).toBeNull();
});
