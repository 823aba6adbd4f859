import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { type Address, checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { createFindPeople } from '../../functions/wallet/people.ts';
import { useEmbeddedAws } from '../support/embedded.ts';

const embedded = useEmbeddedAws();
const addressOf = (digit: string): Address => parseAddress(`0x${digit.repeat(40)}`);
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(addressOf) as [Address, Address, Address, Address];

it('a watched wallet is found on whatever chain and in whatever letter case its row was typed', async () => {
  const dynamodb = documentClient(embedded.aws.dynamodb);
  const { watchlist } = embedded.aws.tables;
  const watch = (wallet: string, chain: string, label?: string) =>
    dynamodb.send(new PutCommand({ TableName: watchlist, Item: { wallet, chain, label } }));
  await watch(a, 'eth');
  await watch(a, 'polygon', ' Cold\u200b  store ');
  await watch(checksumAddress(b), '0x89', 'Payroll');
  await watch(`0x${c.slice(2).toUpperCase()}`, 'bsc');
  const people = await createFindPeople(dynamodb, watchlist)(new Set([a, b, c, d]));
  expect([...people].toSorted()).toEqual([
    [a, { name: 'Cold store', isOwn: true }],
    [b, { name: 'Payroll', isOwn: true }],
    [c, { name: null, isOwn: true }],
  ]);
});
