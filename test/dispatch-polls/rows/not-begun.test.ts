import { beforeEach, expect, it } from 'vitest';
import { createNotBegun } from '../../../functions/dispatch-polls/rows/not-begun.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { type ReadItems, type StateKey, stateKey } from '../../../functions/state/state-items.ts';
import { createStateTable } from '../../../functions/state/state-table.ts';
import { keyOf, watchKey } from '../../../functions/wallet/watch.ts';
import { watchOf } from '../../support/alerts.ts';
import { LaggingTable } from '../../support/fakes/lagging-table.ts';

const start = { since: '2026-01-02T03:04:05.000Z', block: 0, timedTo: 0 };
const numbered = (n: number) => watchOf({ wallet: `0x${String(n).padStart(40, 'e')}` as never });
const many = (count: number) => Array.from({ length: count }, (_, n) => numbered(n));

let now: number;
let table: LaggingTable;
let states: ReturnType<typeof createStateTable>;
let find: ReturnType<typeof createNotBegun>;
beforeEach(() => {
  now = 0;
  table = new LaggingTable();
  states = createStateTable(table.opened, { now: () => Math.max(1, now), sleep: async () => {} });
  find = createNotBegun(states.readItems, { now: () => now });
});

it('a watch begins with its first successful poll; for the others the minutes since they were first seen are known', async () => {
  await states.save(numbered(1), { ...neverPolled, start });
  await states.save(numbered(2), { ...neverPolled, firstTry: { at: start.since, bulk: false } });
  const waiting = async () =>
    Array.from(await find([1, 2, 3].map(numbered)), ([key, { minutes }]) => [key, minutes]);
  const [second, third] = [2, 3].map((n) => watchKey(numbered(n)));
  expect(await waiting()).toEqual([
    [second, 0],
    [third, 0],
  ]);
  now = 149_000;
  expect(await waiting()).toEqual([
    [second, 2],
    [third, 2],
  ]);
  await states.save(numbered(3), { ...neverPolled, start });
  expect(await waiting()).toEqual([[second, 2]]);
});

it('the minutes are whole although ticks come a little early or late: no try after 1, 2 or 4 minutes is left out', async () => {
  const minutes: number[] = [];
  for (const at of [2_000, 61_000, 123_000, 183_000, 241_000, 303_000]) {
    now = at;
    minutes.push(...Array.from(await find([numbered(1)]), ([, one]) => one.minutes));
  }
  expect(minutes).toEqual([0, 1, 2, 3, 4, 5]);
});

it('a watch whose state has expired begins anew with its next poll', async () => {
  now = Date.parse('2026-01-20T00:00:00.000Z');
  for (const [n, expiresAt] of [
    [1, now / 1_000],
    [2, now / 1_000 + 1],
  ] as const)
    await table.opened.put({ ...stateKey(numbered(n)), version: 1, start, expiresAt });
  expect([...(await find([1, 2].map(numbered))).keys()]).toEqual([watchKey(numbered(1))]);
});

it('a watch that has begun is forgotten if its row is missing for a tick, because its state may be deleted meanwhile', async () => {
  const watch = numbered(1);
  await states.save(watch, { ...neverPolled, start });
  expect(await find([watch])).toEqual(new Map());
  await find([]);
  await table.opened.remove({ ...stateKey(watch) });
  expect([...(await find([watch])).keys()]).toEqual([watchKey(watch)]);
});

it('a wallet of an import counts as one, even when most of the import has begun', async () => {
  const bulk = async () => Array.from(await find(many(12)), ([, one]) => one.bulk);
  expect(await bulk()).toEqual(Array(12).fill(true));
  for (const watch of many(12).slice(1)) await states.save(watch, { ...neverPolled, start });
  expect(await bulk()).toEqual([true]);
});

const begun: ReadItems = async (keys: readonly StateKey[]) =>
  new Map(keys.map((key) => [keyOf(key.wallet, key.chain), { ...key, start }]));

it('states of very many wallets are read in portions, each once', async () => {
  const portions: number[] = [];
  const noted = createNotBegun(
    async (keys) => {
      portions.push(keys.length);
      return begun(keys);
    },
    { now: () => 0 },
  );
  const watches = many(12_000);
  expect(await noted(watches)).toEqual(new Map());
  await noted(watches);
  expect(portions).toEqual([5_000, 5_000, 2_000]);
});
