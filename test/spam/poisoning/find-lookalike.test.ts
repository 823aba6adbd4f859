import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findLookalike } from '../../../functions/spam/poisoning/find-lookalike.ts';
import { lure, ok, treasury } from '../../support/alerts.ts';
import { evidence, later, lookalikeOf, paidAt, received, sent, supplier } from './history.ts';

const imitation = lookalikeOf(supplier, 4, 4);
const nothing = { value: 0n };
const dust = { value: 1_000n };
const five = { value: 5_000_000n };
const spam = { verdict: lure };

describe('a wallet that paid A', () => {
  const told = { address: imitation, imitates: supplier, lastPaidAt: paidAt, samePrefix: 4, sameSuffix: 4 };

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

  it('is not warned of its own payments', () => {
    expect(findLookalike(evidence(sent(imitation)))).toBeNull();
    expect(findLookalike(evidence(sent(imitation, five)))).toBeNull();
    const own = received(treasury, { ...nothing, direction: 'self' });
    expect(
      findLookalike(
        evidence(own, { counterparties: [{ address: lookalikeOf(treasury, 9, 9), lastPaidAt: null }] }),
      ),
    ).toBeNull();
  });

  it('is not warned of an address that it paid too, however alike the two are', () => {
    const both = [supplier, imitation].map((address) => ({ address, lastPaidAt: paidAt }));
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

  it('depends on what the transfer is worth, and on how soon after the payment it comes', () => {
    fc.assert(
      fc.property(cases, ({ samePrefix, sameSuffix, what: { over, verdict, needed }, soon }) => {
        const from = lookalikeOf(supplier, samePrefix, sameSuffix);
        const blockTimestamp = soon ? '2026-01-02T03:30:00.000Z' : '2026-01-02T03:30:01.000Z';
        const found = findLookalike(evidence(received(from, { ...over, blockTimestamp }), { verdict }));
        const enough = samePrefix + sameSuffix >= (soon ? needed - 1 : needed);
        if (samePrefix < 3 || sameSuffix < 3 || !enough) expect(found).toBeNull();
        else expect(found).toMatchObject({ samePrefix, sameSuffix });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never lowered by a payment that came after the transfer, or at an unknown time', () => {
    const from = lookalikeOf(supplier, 3, 3);
    for (const lastPaidAt of ['2026-01-20T12:00:01.000Z', null]) {
      const counterparties = [{ address: supplier, lastPaidAt }];
      expect(findLookalike(evidence(received(from, nothing), { counterparties }))).toBeNull();
      const timeless = received(from, { ...nothing, blockTimestamp: null });
      expect(findLookalike(evidence(timeless, { counterparties }))).toBeNull();
    }
  });

  it('is lowered for the five last paid only: a wallet that pays hundreds at once has hundreds to be alike', () => {
    const from = lookalikeOf(supplier, 3, 3);
    const others = Array.from({ length: 5 }, (_, i) => ({
      address: parseAddress(`0x${String(i + 1).repeat(40)}`),
      lastPaidAt: paidAt,
    }));
    const paid = { address: supplier, lastPaidAt: paidAt };
    const soon = received(from, { ...nothing, blockTimestamp: paidAt });
    expect(findLookalike(evidence(soon, { counterparties: [...others.slice(1), paid] }))).not.toBeNull();
    expect(findLookalike(evidence(soon, { counterparties: [...others, paid] }))).toBeNull();
  });

  it("counts a row's trusted token as money, and its absence of decimals as no dust", () => {
    const token = { verified: null, decimals: null };
    const watch = { trustedTokens: new Set([received(imitation).token.address]) };
    expect(findLookalike(evidence(received(imitation, dust, token), { watch }))).toBeNull();
    expect(findLookalike(evidence(received(imitation, dust, token)))).not.toBeNull();
  });
});

describe('of several addresses that it resembles', () => {
  it('the closest is named, among equals the one paid last', () => {
    const near = lookalikeOf(supplier, 10, 10);
    const equallyNear = parseAddress(`${supplier.slice(0, 12)}${'7'.repeat(20)}${supplier.slice(-10)}`);
    const counterparties = [
      { address: lookalikeOf(supplier, 5, 4), lastPaidAt: later },
      { address: supplier, lastPaidAt: paidAt },
      { address: equallyNear, lastPaidAt: null },
    ];
    expect(findLookalike(evidence(received(near, nothing), { counterparties }))?.imitates).toBe(supplier);
  });
});

describe('addresses that nobody can make', () => {
  it("imitate no one: burn addresses and the chain's own contracts are all alike", () => {
    const burn = parseAddress('0x0000000000000000000000000000000000001000');
    const system = parseAddress('0x0000000000000000000000000000000000002000');
    const counterparties = [{ address: burn, lastPaidAt: paidAt }];
    expect(findLookalike(evidence(received(system, nothing), { counterparties }))).toBeNull();
  });
});
