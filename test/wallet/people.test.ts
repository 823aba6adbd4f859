import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { type Address, checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { documentClient, plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { createFindPeople, isFound } from '../../functions/wallet/people.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const embedded = useEmbeddedAws();
const addressOf = (digit: string): Address => parseAddress(`0x${digit.repeat(40)}`);
const [a, b, c] = [addressOf('a'), addressOf('b'), addressOf('c')];
/** A wallet whose row begins with 0X. */
const shouted = parseAddress(`0x${'ef'.repeat(20)}`);
const [d, e, f] = [addressOf('d'), addressOf('e'), addressOf('f')];

const warnings: unknown[] = [];
const log = { warn: (...warning: unknown[]) => void warnings.push(warning) };
const findIn = (contacts: string, ...addresses: readonly Address[]) => {
  const { dynamodb, tables } = embedded.aws;
  const watchlist = tableItems(documentClient(dynamodb), tables.watchlist);
  const names = tableItems(documentClient(dynamodb), contacts);
  return createFindPeople({ watchlist, contacts: names }, { clock: virtualClock(), log })(new Set(addresses));
};
const find = (...addresses: readonly Address[]) => findIn(embedded.aws.tables.contacts, ...addresses);
const put = (TableName: string, Item: Record<string, unknown>) =>
  plainDocumentClient(embedded.aws.dynamodb).send(new PutCommand({ TableName, Item }));
const upper = (address: Address) => `0x${address.slice(2).toUpperCase()}`;

it('a watched wallet is found on any chain and in any letter case of its row and label', async () => {
  const { watchlist } = embedded.aws.tables;
  await put(watchlist, { wallet: a, chain: 'eth' });
  await put(watchlist, { wallet: a, chain: 'polygon', label: ' Cold\u200b  store ' });
  await put(watchlist, { wallet: checksumAddress(b), chain: '0x89', Label: 'Payroll' });
  await put(watchlist, { wallet: upper(c), chain: 'bsc' });
  await put(watchlist, { wallet: shouted.toUpperCase(), chain: 'bsc', label: 'By a spreadsheet' });
  expect([...(await find(a, b, c, d, shouted))].toSorted()).toEqual([
    [a, { name: 'Cold store', isOwn: true }],
    [b, { name: 'Payroll', isOwn: true }],
    [c, { name: null, isOwn: true }],
    [shouted, { name: 'By a spreadsheet', isOwn: true }],
  ]);
});

it('a contact is found in any letter case, and its name wins over a label', async () => {
  const { contacts, watchlist } = embedded.aws.tables;
  await put(contacts, { address: e, Name: `Supplier\n${'x'.repeat(100)}` });
  await put(contacts, { address: checksumAddress(f), name: 42 });
  await put(contacts, { address: upper(d), tags: 'bank' });
  await put(watchlist, { wallet: f, chain: 'eth', label: 'Payroll' });
  expect([...(await find(d, e, f))].toSorted()).toEqual([
    [d, { name: null, isOwn: false }],
    [e, { name: `Supplier ${'x'.repeat(55)}`, isOwn: false }],
    [f, { name: '42', isOwn: true }],
  ]);
});

it('a contact with two rows has the name of one of them', async () => {
  const { contacts } = embedded.aws.tables;
  await put(contacts, { address: e, name: '' });
  await put(contacts, { address: upper(e), name: 'Supplier' });
  expect((await find(e)).get(e)?.name).toBe('Supplier');
});

it('no name is found if a table cannot be read, and the log says so', async () => {
  expect(await findIn('away', e)).toEqual(new Map());
  expect(warnings).toHaveLength(1);
});

it('some of many addresses are found, in as many reads as needed', async () => {
  const { contacts } = embedded.aws.tables;
  const many = Array.from({ length: 40 }, (_, i) => parseAddress(`0x${'ab'.repeat(18)}${1_000 + i}`));
  const some = many.filter((_, i) => i % 17 === 0);
  for (const address of some) await put(contacts, { address, name: address.slice(-4) });
  expect(await find(...many)).toEqual(
    new Map(some.map((address) => [address, { name: address.slice(-4), isOwn: false }])),
  );
});

it('a contact is found by each spelling of its address, and not with blanks around it', () => {
  const spellings = [e, checksumAddress(e), upper(e), `0x${e.slice(2).toUpperCase()}`];
  expect(spellings.map(isFound)).toEqual([true, true, true, true]);
  expect([` ${e}`, `${e} `, e.slice(2), 'Supplier'].map(isFound)).toEqual([false, false, false, false]);
});
