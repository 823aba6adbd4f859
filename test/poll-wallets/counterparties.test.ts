import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, parseAddress, zeroAddress } from '../../functions/chain/address.ts';
import { gold, imitation, exchange as supplier, watchOf } from '../support/alerts.ts';
import { MinuteWorld } from '../support/worlds/minute-world.ts';
import { addressOf, pays, sends, times } from './story.ts';

const watch = watchOf();
const savings = addressOf('5a');

let world: MinuteWorld;
/** The addresses that each poll looked up. */
let asked: Address[][];

beforeEach(async () => {
  world = new MinuteWorld();
  await world.poll(watch);
  asked = [];
  const { findPeople } = world.deps;
  Object.assign(world.deps, {
    findPeople: (addresses: ReadonlySet<Address>) => {
      asked.push([...addresses]);
      return findPeople(addresses);
    },
  });
});

describe('the other side of a transfer', () => {
  it('is new until the wallet has paid it in a token that somebody vouches for', async () => {
    await world.step(watch, [pays(supplier), gold]); // nobody vouches for that token
    const first = { counterparty: 'new', severity: 'warning' };
    const later = { counterparty: 'known', severity: 'info' };
    expect(await world.step(watch, [pays(supplier)])).toMatchObject([first]);
    expect(await world.step(watch, [pays(supplier)])).toMatchObject([later]);
    expect(await world.step(watch, [sends(supplier)])).toMatchObject([later]);
  });

  it('is new for the whole block that first pays it', async () => {
    const fresh = { counterparty: 'new', severity: 'warning' };
    expect(await world.step(watch, [pays(supplier, 1n)], [pays(supplier)])).toMatchObject([fresh, fresh]);
    expect(await world.step(watch, [pays(supplier)])).toMatchObject([{ counterparty: 'known' }]);
  });

  it('is new whenever tokens are burnt: a thief who redeems a vault share names another receiver of the money', async () => {
    for (const _ of 'twice')
      expect(await world.step(watch, [pays(zeroAddress)])).toMatchObject([
        { type: 'transfer.sent', counterparty: 'new', severity: 'warning' },
      ]);
  });

  it('does not count as known if it imitates a known one', async () => {
    await world.step(watch, [pays(supplier)]);
    for (const _ of 'twice')
      expect(await world.step(watch, [pays(imitation)])).toMatchObject([
        { counterparty: 'new', severity: 'critical' },
      ]);
  });

  it("is called by the owner's name for it", async () => {
    world.people = new Map([
      [savings, { name: 'Savings', isOwn: true }],
      [supplier, { name: 'Supplier', isOwn: false }],
    ]);
    const [toOwn, toContact] = await world.step(watch, [pays(savings)], [pays(supplier)]);
    expect(toOwn).toMatchObject({ counterparty: 'own', transfer: { to: { contact: 'Savings' } } });
    expect(toContact).toMatchObject({ counterparty: 'contact', transfer: { to: { contact: 'Supplier' } } });
    const [warning] = await world.step(watch, [sends(imitation, 0n)]);
    expect(warning).toMatchObject({ type: 'wallet.poisoning', lookalike: { contact: 'Supplier' } });
  });

  it('is no imitation if it is in the contacts: there is no warning, and it is not hidden', async () => {
    world.people = new Map([[imitation, { name: 'Second supplier', isOwn: false }]]);
    await world.step(watch, [pays(supplier)]);
    const another = parseAddress(imitation.replace('00', '11'));
    for (const value of [1n, 2n])
      expect(await world.step(watch, [sends(imitation, value)])).toMatchObject([
        { type: 'transfer.received', counterparty: 'contact', lookalike: null, verdict: { spam: false } },
      ]);
    expect(await world.step(watch, [sends(imitation, 3n)], [sends(another, 3n)])).toMatchObject([
      { type: 'transfer.received', counterparty: 'contact' },
      { type: 'wallet.poisoning', lookalike: { address: another, imitates: supplier }, others: 0 },
    ]);
  });

  it('is no imitation once it is in the contacts, though the owner was warned of it before', async () => {
    await world.step(watch, [pays(supplier)]);
    expect(await world.step(watch, [sends(imitation, 1n)])).toMatchObject([{ type: 'wallet.poisoning' }]);
    world.people = new Map([[imitation, { name: 'Second supplier', isOwn: false }]]);
    expect(await world.step(watch, [sends(imitation, 2n)])).toMatchObject([
      { type: 'transfer.received', counterparty: 'contact', lookalike: null, verdict: { spam: false } },
    ]);
  });

  it("is no imitation if it is in the contacts: the row's filters apply to each payment to it", async () => {
    const receipts = watchOf({ direction: 'in' });
    world.people = new Map([[imitation, { name: 'Second supplier', isOwn: false }]]);
    await world.step(receipts, [pays(supplier)]);
    for (const _ of 'twice') expect(await world.step(receipts, [pays(imitation)])).toEqual([]);
    world.people = new Map();
    expect(await world.step(receipts, [pays(imitation)])).toMatchObject([{ severity: 'critical' }]);
  });

  it('is looked up for ten suspects at most, because one transaction may name thousands', async () => {
    await world.step(watch, [pays(supplier)]);
    asked = [];
    const suspects = times(12, (i) => parseAddress(imitation.replace('0000', String(1_000 + i))));
    await world.step(watch, ...suspects.map((one) => [sends(one, 0n)] as const));
    expect(asked[0]).toEqual(suspects.slice(0, 10));
  });

  it('has its name among the largest transfers of a digest', async () => {
    await world.step(watch);
    world.people = new Map([[supplier, { name: 'Supplier', isOwn: false }]]);
    const many = times(11, (i) => [sends(supplier, BigInt(i + 1) * 1_000_000n)] as const);
    const [digest] = await world.step(watch, ...many);
    const named = { from: { address: supplier, contact: 'Supplier' }, to: { contact: 'Treasury' } };
    expect(digest).toMatchObject({ type: 'transfers.digest', digest: { largest: Array(5).fill(named) } });
  });

  it('is looked up only for reported transfers, and for the five largest of a digest', async () => {
    await world.step(watch);
    await world.step(watch, [{ ...sends(savings), possibleSpam: true }, gold]);
    expect(asked).toEqual([]);
    const senders = times(20, (i) => addressOf(String(i + 10)));
    await world.step(watch, ...senders.map((one) => [sends(one)] as const), [pays(supplier)]);
    expect(asked).toEqual([[supplier], senders.slice(0, 5)]);
  });

  it('is looked up for all payments, and for twenty of thousands that a stranger made up in the name of the wallet', async () => {
    const payees = times(12, (i) => addressOf(String(i + 10)));
    const forged = times(60, (i) => addressOf(String(i + 310)));
    const moves = [
      ...forged.map((one) => [pays(one), gold] as const),
      ...payees.map((one) => [pays(one)] as const),
    ];
    await world.step(watch, ...moves);
    expect(asked[0]).toEqual([...forged.slice(0, 20), ...payees]);
  });
});
