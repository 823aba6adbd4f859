import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import {
  fromKnownAddressesItem,
  type KnownAddresses,
  type Learnt,
  learn,
  nobodyKnown,
  toKnownAddressesItem,
  warnedOn,
} from '../../functions/state/known-addresses.ts';
import { imitation, exchange as paid } from '../support/alerts.ts';

const doubtful = parseAddress(`0x${'ab'.repeat(20)}`);
const [day, nextDay] = ['2026-01-02', '2026-01-03'];

const known: KnownAddresses = {
  version: 7,
  counterparties: [
    { address: paid, lastPaidAt: '2026-01-01T00:00:00.000Z', proven: true },
    { address: doubtful, lastPaidAt: null, proven: false },
  ],
  warnedOf: new Map([
    ['AAAA-_09', { imitates: paid, proven: true, told: true }],
    ['AAAA-_08', { imitates: paid, proven: true, told: false }],
    ['AAAA-_07', { imitates: doubtful, proven: false, told: true }],
    ['AAAA-_06', { imitates: paid, proven: true, told: true }],
  ]),
  warnedToday: { day, count: 7 },
  spenders: [
    { address: paid, proven: true },
    { address: doubtful, proven: false },
  ],
};
const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

describe('the known addresses', () => {
  it.each([nobodyKnown, known])('come back from their item unchanged: %o', (one) => {
    expect(fromKnownAddressesItem(toKnownAddressesItem(one), 0)).toEqual(one);
  });

  it('is not read from a malformed item', () => {
    for (const pack of [undefined, 'text', new Uint8Array([1, 2, 3])])
      expect(() => fromKnownAddressesItem({ ...toKnownAddressesItem(known), pack }, 0)).toThrow();
  });

  it('are empty once expired, but keep the number of their last batch', () => {
    const item = { ...toKnownAddressesItem(known), expiresAt: 100 };
    expect(fromKnownAddressesItem(item, 99_999)).toEqual(known);
    expect(fromKnownAddressesItem(item, 100_000)).toEqual({ ...nobodyKnown, version: known.version });
  });
});

describe('known addresses from rows', () => {
  const nothing: Learnt = { paid: null, imitations: [], warnedOn: null };
  const pays = { ...nothing, paid: { address: paid, lastPaidAt: null, proven: true } };
  const paysDoubtful = { ...nothing, paid: { address: doubtful, lastPaidAt: null, proven: false } };
  const finds = (told: boolean, proven = true): Learnt => ({
    ...nothing,
    imitations: [['AAAA-_01', { imitates: paid, proven, told }]],
  });
  const warns = { ...finds(true), warnedOn: day };
  const forgets: Learnt = { ...nothing, imitations: [['AAAA-_01', null]] };
  const learntFrom = (...rows: Learnt[]) => learn(nobodyKnown, 5, rows);

  it("have the batch's number, and the order of the rows: the last payee is first", () => {
    const { version, counterparties } = learntFrom(paysDoubtful, pays);
    expect(version).toBe(5);
    expect(counterparties.map(({ address }) => address)).toEqual([paid, doubtful]);
  });

  it('keep the two hundred spenders that were approved last', () => {
    const spenderOf = (n: number) => ({
      address: parseAddress(`0x${String(n).padStart(40, '0')}`),
      proven: n % 2 === 0,
    });
    const rows = Array.from({ length: 201 }, (_, n) => ({ ...nothing, approved: spenderOf(n) }));
    const { spenders } = learntFrom(...rows, { ...nothing, approved: spenderOf(7) });
    expect(spenders.slice(0, 2)).toEqual([spenderOf(7), spenderOf(200)]);
    expect([spenders.length, spenders.at(-1)]).toEqual([200, spenderOf(1)]);
  });

  it.each([
    ['a warning', [warns], true],
    ['one that nobody was told of', [finds(false)], false],
    ['a warning, and a transfer of the same poll that was judged before it', [warns, finds(false)], true],
    ['a warning of it as one of a pair, and what is proven since', [finds(true, false), finds(false)], false],
    ['one found, and told later', [finds(false), finds(true)], true],
    ['a warning that is taken back', [warns, forgets], undefined],
  ])('of imitations, by %s', (_what, rows, told) => {
    expect(learntFrom(...rows).warnedOf.get('AAAA-_01')?.told).toBe(told);
  });

  it('count warnings a day, and start again the next day', () => {
    const two = learntFrom(pays, warns, finds(true), warns);
    expect(two.warnedToday).toEqual({ day, count: 2 });
    expect(learn(two, 6, [{ ...warns, warnedOn: nextDay }]).warnedToday).toEqual({ day: nextDay, count: 1 });
    expect(learn(two, 6, [pays]).warnedToday).toEqual({ day, count: 2 });
    expect([warnedOn(day, two), warnedOn(nextDay, two), warnedOn(day, nobodyKnown)]).toEqual([2, 0, 0]);
  });

  it("are the same whether the batch's worker adds them or one that reads the rows again", () => {
    const rows = [pays, { ...warns, paid: { address: imitation, lastPaidAt: null, proven: false } }];
    const stored = fromKnownAddressesItem(toKnownAddressesItem(known), 0);
    expect(learn(stored, 8, copyOf(rows))).toEqual(learn(known, 8, rows));
  });
});
