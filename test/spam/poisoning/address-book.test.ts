import { describe, expect, it } from 'vitest';
import { AddressBook, maxCounterparties } from '../../../functions/spam/poisoning/address-book.ts';
import { addressHash } from '../../../functions/spam/poisoning/evidence.ts';
import { exchange, ok, watchOf } from '../../support/alerts.ts';
import { later, lookalikeOf, paid, paidAt, received, sent, someToken, supplier } from './history.ts';

const imitation = lookalikeOf(supplier, 4, 4);
const dust = { value: 1_000n };
const unknown = { verified: null };
const nobody = { counterparties: [], warnedOf: new Map() };
const bookWith = (...counterparties: ReturnType<typeof paid>[]) =>
  new AddressBook({ counterparties, warnedOf: new Map() });

describe('an imitation of a paid address', () => {
  it('makes spam of what it sends in an unknown token, however much', () => {
    const { verdict, isUnreported } = bookWith(paid(supplier)).examine(
      received(imitation, {}, unknown),
      ok,
      watchOf(),
    );
    expect([verdict.spam, isUnreported]).toEqual([true, true]);
  });

  it('makes no spam of a token that the row trusts, though the owner is warned', () => {
    const watch = watchOf({ trustedTokens: new Set([someToken]) });
    const { verdict, isUnreported } = bookWith(paid(supplier)).examine(
      received(imitation, dust, unknown),
      ok,
      watch,
    );
    expect([verdict.spam, isUnreported]).toEqual([false, true]);
  });
});

it('an address of a reported pair is reported again, as an imitation, once the other one is paid', () => {
  const pair = { proven: false, told: true };
  const book = new AddressBook({
    counterparties: [paid(supplier, paidAt, false)],
    warnedOf: new Map([
      [addressHash(imitation), { ...pair, imitates: supplier }],
      [addressHash(supplier), { ...pair, imitates: imitation }],
    ]),
  });
  const isUnreported = () => book.examine(received(imitation, dust, unknown), ok, watchOf()).isUnreported;
  expect(isUnreported()).toBe(false);
  const paidBefore = new AddressBook({ counterparties: [paid(supplier)], warnedOf: book.imitations });
  expect(paidBefore.examine(received(imitation, dust, unknown), ok, watchOf()).isUnreported).toBe(true);
  book.examine(sent(supplier), ok, watchOf());
  expect(isUnreported()).toBe(true);
});

it.each([
  ['did not pay', []],
  ['paid: its own payee is the elder', [paid(imitation)]],
])('a payment to an imitation that the other watch of the row %s', (_, counterparties) => {
  const imitates = { imitates: imitation, proven: true, told: true };
  const beside = { counterparties, warnedOf: new Map([[addressHash(supplier), imitates]]) };
  const book = new AddressBook({ counterparties: [paid(supplier)], warnedOf: new Map() }, beside);
  const imitatedBy = (to: typeof supplier) =>
    book.examine(sent(to), ok, watchOf()).lookalike?.imitates ?? null;
  expect([imitatedBy(supplier), imitatedBy(imitation)]).toEqual([null, supplier]);
});

it("has room for a payee of an unknown token, however many the row's other watch knows", () => {
  const others = Array.from({ length: maxCounterparties }, () => paid(exchange));
  const book = new AddressBook(nobody, { ...nobody, counterparties: others });
  book.examine(sent(supplier, {}, unknown), ok, watchOf());
  expect(book.counterparties).toEqual([paid(supplier, later, false)]);
});

it("an unproven payee, which anybody can plant, does not hide whom it imitates of the other watch's payees", () => {
  const planted = { ...nobody, counterparties: [paid(imitation, paidAt, false)] };
  const book = new AddressBook(planted, { ...nobody, counterparties: [paid(supplier)] });
  expect(book.examine(sent(imitation), ok, watchOf()).lookalike?.imitates).toBe(supplier);
});
