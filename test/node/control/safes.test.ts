import { expect, it } from 'vitest';
import type { RpcAnswer, RpcCall } from '../../../functions/node/calls.ts';
import { readSafe } from '../../../functions/node/control/safes.ts';
import { exchange, imitation, treasury } from '../../support/alerts.ts';
import { word } from '../../support/event-logs.ts';

const handlerSlot = '6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5';
const words = (...all: readonly (bigint | number | string)[]) => ({ result: `0x${all.map(word).join('')}` });

/** A Safe of one owner, with one module. @param over answers by the place of their question */
async function read(over: Readonly<Record<number, RpcAnswer>> = {}) {
  const stored = [words(imitation), { result: '0x0' }, { result: '0x' }];
  const says = [words(imitation), words(32, 32, 0), words(2)];
  const lists = [words(32, 1, exchange), words(64, 1, 1, imitation)];
  const answers = Object.assign([...stored, ...says, ...lists], over);
  const asked: RpcCall[] = [];
  const ask = async (calls: readonly RpcCall[]) => {
    asked.push(...calls);
    return answers;
  };
  return { ...(await readSafe(treasury, 18, { ask })), asked };
}

it('a Safe has an implementation, owners, modules, a guard and a handler; what is no address is unknown', async () => {
  const { asked, ...safe } = await read();
  expect(safe).toEqual({
    ...{ implementation: imitation, guard: null, handler: undefined, threshold: '2' },
    owners: { addresses: [exchange], isWhole: true },
    modules: { addresses: [imitation], isWhole: true },
    ...{ isFinal: true, isShown: true },
  });
  const slots = asked.filter(({ method }) => method === 'eth_getStorageAt').map(({ params }) => params[1]);
  expect(slots.at(-1)).toBe(`0x${handlerSlot}`);
});

it.each([
  ['no text', 7],
  ['other digits', '0x1z'],
  ['another beginning', '00x1'],
  ['more than a word', `0x${'0'.repeat(65)}`],
])('a slot that holds %s is unknown', async (_what, result) => {
  expect((await read({ 0: { result } })).implementation).toBeUndefined();
});

it.each([
  ['no text', { result: 7 }],
  ['other digits', { result: `${words(32, 1, exchange).result}z` }],
  ['another place', words(64, 1, exchange)],
  ['no length', words(32)],
  ['fewer than it says', words(32, 2, exchange)],
])('a list of owners that has %s is unknown', async (_what, answer) => {
  expect((await read({ 6: answer })).owners).toBeUndefined();
});

it('five hundred owners are the most that are read', async () => {
  const owners = (count: number) =>
    read({ 6: words(32, count, ...Array.from({ length: count }, (_, n) => n + 1)) });
  expect((await owners(500)).owners?.isWhole).toBe(true);
  const { owners: more } = await owners(501);
  expect([more?.addresses.length, more?.isWhole]).toEqual([500, false]);
});

it('a contract that says another implementation than its slot has does not show its slots', async () => {
  expect((await read({ 3: words(exchange) })).isShown).toBe(false);
});
