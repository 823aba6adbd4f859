import { expect, it } from 'vitest';
import { addressesIn, withPeople } from '../../../functions/alert/compose/compose-transfer.ts';
import type { Address } from '../../../functions/chain/address.ts';
import {
  exchange,
  imitation,
  lookalikeOf,
  lure,
  pairVerdict,
  poisoningAlert,
  toExchange,
  toImitation,
  transferAlert,
} from '../../support/alerts.ts';

const people = (address: Address, isOwn = false) => new Map([[address, { name: 'Supplier', isOwn }]]);
const toThief = transferAlert({ transfer: toImitation, lookalike: lookalikeOf() });

it('asks for the names of the other side and of the address that it imitates', () => {
  expect(addressesIn(transferAlert({ transfer: toExchange }))).toEqual([exchange]);
  expect(addressesIn(toThief)).toEqual([imitation, exchange]);
  const nobody = { ...toExchange, to: { address: null, label: null } };
  expect(addressesIn(transferAlert({ transfer: nobody }))).toEqual([]);
});

it.each([
  [true, 'own'],
  [false, 'contact'],
] as const)('knows the receiver, own wallet %s: %s, and nothing to worry about', (isOwn, counterparty) => {
  const sent = withPeople(transferAlert({ transfer: toExchange }), people(exchange, isOwn));
  expect(sent).toMatchObject({ counterparty, severity: 'info' });
  expect(sent.transfer.to.contact).toBe('Supplier');
});

it("keeps the counterparty found from the wallet's payments if no address has a name", () => {
  const paid = transferAlert({ transfer: toExchange, counterparty: 'known' });
  expect(withPeople(paid, new Map())).toEqual(paid);
  expect(withPeople(toThief, new Map())).toEqual(toThief);
});

it('names the address that a stranger imitates, and stays critical', () => {
  const alert = withPeople(toThief, people(exchange));
  expect(alert).toMatchObject({ severity: 'critical', lookalike: { contact: 'Supplier' } });
});

it('does not call a contact an imitation, and keeps the other reasons', () => {
  const verdict = { ...lure, reasons: [...pairVerdict.reasons, ...lure.reasons] };
  const alert = transferAlert({ transfer: toImitation, lookalike: lookalikeOf(), verdict });
  const known = withPeople(alert, people(imitation));
  expect(known).toMatchObject({ lookalike: null, severity: 'info', verdict: lure });
  expect(withPeople(alert, people(exchange)).verdict).toEqual(alert.verdict);
});

it('keeps a poisoning warning as it is, even if its address is in the contacts', () => {
  const alert = poisoningAlert({ lookalike: { proven: true }, verdict: pairVerdict });
  const { lookalike, verdict } = withPeople(alert, people(imitation));
  expect([lookalike, verdict]).toEqual([alert.lookalike, alert.verdict]);
});
