import { beforeEach, expect, it } from 'vitest';
import { createExpireOrphans } from '../../../functions/dispatch-polls/rows/orphaned-states.ts';
import type { OperationsMessage } from '../../../functions/incidents/operations-message.ts';
import type { Table } from '../../../functions/runtime/table-items.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { stateKey } from '../../../functions/state/state-items.ts';
import { createStateTable } from '../../../functions/state/state-table.ts';
import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { watchOf } from '../../support/alerts.ts';
import { LaggingTable } from '../../support/fakes/lagging-table.ts';

const day = 86_400_000;
const start = { since: '2026-01-02T03:04:05.000Z', block: 0, timedTo: 0 };
const failing = { since: Date.parse(start.since), reason: 'The API answered 400.', published: true };
const numbered = (n: number) => watchOf({ wallet: `0x${String(n).padStart(40, 'e')}` as never });
const rowOf = (n: number, over: Partial<WatchlistRow> = {}): WatchlistRow => ({
  ...{ wallet: numbered(n).wallet, chain: 'eth' },
  ...over,
});

let now: number;
let table: LaggingTable;
let states: ReturnType<typeof createStateTable>;
let heard: OperationsMessage[];
/** Whether SNS refuses this message. */
let isAway: (message: OperationsMessage) => boolean;
beforeEach(() => {
  now = Date.parse('2026-01-03T00:00:00.000Z');
  table = new LaggingTable();
  table.lags = false;
  states = createStateTable(table.opened, { now: () => now, sleep: async () => {} });
  heard = [];
  isAway = () => false;
});

async function publish(message: OperationsMessage): Promise<void> {
  await new Promise(setImmediate);
  if (isAway(message)) throw new Error('SNS is away');
  heard.push(message);
}

/** The daily check, with these rows in the Watchlist. */
const check = (rows: readonly WatchlistRow[], opened: Table = table.opened, isReadFromNode = false) =>
  createExpireOrphans(opened, publish, { now: () => now }, () => isReadFromNode)(readWatchlist(rows));
const read = async (n: number, chain = '0x1') =>
  (await table.opened.get({ ...stateKey(numbered(n)), chain })) ?? {};

it('the state of a deleted row expires in nine days, its reported incidents end once; if the row comes back, the state stays', async () => {
  const behind = { ...failing, reason: 'Too many transfers.', published: false };
  await states.save(numbered(4), { ...neverPolled, start, failing, behind });
  // Items that are not a wallet's state stay unchanged.
  const others = [{ wallet: '#calls', chain: '2026-01-03', used: 5 }];
  for (const item of others) await table.opened.put(item);
  for (let times = 0; times < 2; times += 1) {
    await check([]);
    expect(heard).toMatchObject([
      { type: 'wallet.failing', state: 'ended', wallet: numbered(4).wallet, chain: 'eth' },
    ]);
    expect(heard[0]?.reason).toMatch(/^The row was deleted, /);
    expect(await read(4)).toMatchObject({ expiresAt: (now + 9 * day) / 1_000, failing: null, behind: null });
  }
  for (const item of others)
    expect(await table.opened.get({ wallet: item.wallet, chain: item.chain })).toEqual(item);
  await check([rowOf(4)]);
  expect((await read(4)).expiresAt).toBeUndefined();
});

it('states of rows that are paused or unreadable stay, and states of other wallets and chains do not', async () => {
  for (const n of [1, 2, 3]) await states.save(numbered(n), { ...neverPolled, start });
  const polygon = { id: '0x89', name: 'polygon' } as never;
  await states.save({ ...numbered(1), chain: polygon }, { ...neverPolled, start });
  const shouted = ` ${numbered(2).wallet.toUpperCase().replace('0X', '0x')}`;
  await check([rowOf(1, { paused: true }), rowOf(2, { wallet: shouted, every: 'often' })]);
  const expires = [read(1), read(2), read(3), read(1, '0x89')].map(
    async (item) => (await item).expiresAt !== undefined,
  );
  expect(await Promise.all(expires)).toEqual([false, false, true, true]);
});

it('a reported problem of a wallet that is paused, or no more asks for what its node shows, is over; its state stays', async () => {
  const watch = numbered(5);
  const beside = { ...watch, chain: { ...watch.chain, besideApi: true } };
  const asks = { watch: 'erc20, native' };
  for (const one of [watch, beside]) await states.save(one, { ...neverPolled, start, failing });
  await check([rowOf(5, asks)]);
  expect(heard).toEqual([]);
  await check([rowOf(5)]);
  expect([heard.length, (await read(5)).failing, (await read(5, '0x1#node')).failing]).toEqual([
    1,
    failing,
    null,
  ]);
  for (let times = 0; times < 2; times += 1) await check([rowOf(5, { ...asks, paused: true })]);
  expect(heard.map(({ state, wallet }) => [state, wallet])).toEqual(Array(2).fill(['ended', watch.wallet]));
  expect(heard[1]?.reason).toMatch(/^It is not polled any more, after /);
  expect(await read(5)).toMatchObject({ failing: null, start });
  expect(await read(5)).not.toHaveProperty('expiresAt');
});

it('a reported problem of a node watch is over once the whole chain is read from its node', async () => {
  const watch = numbered(7);
  const beside = { ...watch, chain: { ...watch.chain, besideApi: true } };
  for (const one of [watch, beside]) await states.save(one, { ...neverPolled, start, failing });
  await check([rowOf(7, { watch: 'erc20, native' })], table.opened, true);
  expect(heard).toMatchObject([{ state: 'ended', wallet: watch.wallet }]);
  expect([(await read(7)).failing, (await read(7, '0x1#node')).failing]).toEqual([failing, null]);
});

it("a deleted row's known addresses and node watch expire with its state, and stay if it stays", async () => {
  const watch = numbered(6);
  await states.save(watch, { ...neverPolled, start, failing });
  await states.saveAddresses(watch, { ...nobodyKnown, version: 9 });
  await states.save({ ...watch, chain: { ...watch.chain, besideApi: true } }, { ...neverPolled, start });
  const expiries = () =>
    Promise.all(['0x1', '0x1#node', '0x1#addresses'].map(async (chain) => (await read(6, chain)).expiresAt));
  await check([]);
  expect(await expiries()).toEqual(Array(3).fill((now + 9 * day) / 1_000));
  expect(await read(6, '0x1#addresses')).not.toHaveProperty('failing');
  expect(heard).toHaveLength(1);
  await check([rowOf(6)]);
  expect(await expiries()).toEqual(Array(3).fill(undefined));
});

it('many deleted rows are all reported again if the message that sums them up was refused', async () => {
  const many = Array.from({ length: 44 }, (_, n) => numbered(n));
  for (const watch of many) await states.save(watch, { ...neverPolled, start, failing });
  isAway = ({ wallet }) => wallet === null;
  await expect(check([])).rejects.toThrow('SNS is away');
  expect((await read(0)).expiresAt).toBeUndefined();
  isAway = () => false;
  heard = [];
  await check([]);
  expect(heard).toHaveLength(41);
  const texts = heard.map(({ wallet, reason }) => `${wallet} ${reason}`).join();
  for (const { wallet } of many) expect(texts).toContain(wallet);
  await check([]);
  expect(heard).toHaveLength(41);
});

it.each([
  ['begins to expire', []],
  ['is kept after all', [rowOf(8)]],
])('a state that is deleted at the moment when it %s stays deleted', async (_, rows) => {
  await states.save(numbered(8), { ...neverPolled, start });
  if (rows.length > 0) await check([]);
  const { opened } = table;
  const update: Table['update'] = async (...of) => {
    await opened.remove({ ...stateKey(numbered(8)) });
    return opened.update(...of);
  };
  await check(rows, { ...opened, update });
  expect(await read(8)).toEqual({});
});
