import { expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { AddressBook } from '../../../functions/spam/poisoning/address-book.ts';
import { nobodyKnown } from '../../../functions/state/known-addresses.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { exchange, watchOf } from '../../support/alerts.ts';
import { lookalikeOf, received, sent, supplier } from './history.ts';

const imitation = lookalikeOf(supplier, 4, 4);
const chance = lookalikeOf(supplier, 2, 2);
const fake = { symbol: 'USDT', verified: false };
const flagged = { possibleSpam: true };

const story: readonly [string, DescribedTransfer, 'warned' | 'not warned'][] = [
  ['before it paid anybody, everything is a stranger', received(imitation, { value: 0n }), 'not warned'],
  ['the wallet pays A', sent(supplier), 'not warned'],
  ['a lookalike of A sends zero', received(imitation, { value: 0n }), 'warned'],
  ['it sends dust', received(imitation, { value: 1n }), 'warned'],
  ['it sends a fake USDT', received(imitation, flagged, fake), 'warned'],
  ['it makes the wallet look like the sender of zero', sent(imitation, { value: 0n }), 'warned'],
  ['and of fake USDT', sent(imitation, flagged, fake), 'warned'],
  ['and of a fake that nobody has flagged', sent(imitation, {}, fake), 'warned'],
  ['none of which made it an address that the wallet paid', received(imitation, { value: 0n }), 'warned'],
  ['A itself pays back', received(supplier), 'not warned'],
  ['A sends dust', received(supplier, { value: 1n }), 'not warned'],
  ['a chance lookalike pays', received(chance), 'not warned'],
  ['it sends zero', received(chance, { value: 0n }), 'not warned'],
  ['an exchange pays', received(exchange), 'not warned'],
  ['the wallet pays the lookalike', sent(imitation), 'warned'],
  ['and once more', sent(imitation), 'warned'],
  ['which made it no address that imitates nobody', received(imitation, { value: 0n }), 'warned'],
  ['the wallet pays A again', sent(supplier), 'not warned'],
];

it('a wallet that pays A and is poisoned is warned exactly as it should be', () => {
  const watch = watchOf();
  const book = new AddressBook(nobodyKnown);
  const told = story.map(([line, transfer]) => {
    const { lookalike } = book.meet(transfer, judge(transfer, watch), watch);
    if (lookalike !== null) expect(lookalike).toMatchObject({ address: imitation, imitates: supplier });
    return [line, lookalike === null ? 'not warned' : 'warned'];
  });
  expect(told).toEqual(story.map(([line, , expected]) => [line, expected]));
  expect(book.counterparties.map(({ address }) => address)).toEqual([supplier]);
});
