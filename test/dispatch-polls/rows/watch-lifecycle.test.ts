import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { expireOrphans, type OrphanedState } from '../../../functions/dispatch-polls/rows/orphaned-states.ts';
import {
  createWatchLifecycle,
  type WatchLifecycle,
} from '../../../functions/dispatch-polls/rows/watch-lifecycle.ts';
import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { type KnownAddresses, nobodyKnown } from '../../../functions/state/known-addresses.ts';
import { type StateKey, stateKey } from '../../../functions/state/state-items.ts';
import { createStateTable } from '../../../functions/state/state-table.ts';
import { keyOf, watchKey } from '../../../functions/wallet/watch.ts';
import { watchOf } from '../../support/alerts.ts';
import { stateTable, useEmbeddedAws } from '../../support/embedded.ts';

const embedded = useEmbeddedAws();
const day = 86_400_000;
const start = { since: '2026-01-02T03:04:05.000Z', block: 0, timedTo: 0 };
const failing = { since: Date.parse(start.since), reason: 'The API answered 400.', published: true };
const numbered = (n: number) => watchOf({ wallet: `0x${String(n).padStart(40, 'e')}` as never });

function keeperAt(now: () => number) {
  const { aws } = embedded;
  const dynamodb = documentClient(aws.dynamodb);
  const states = createStateTable(stateTable(aws), {
    now: () => Math.max(1, now()),
    sleep: async () => {},
  });
  const keeper = createWatchLifecycle(stateTable(aws), states, { now });
  const read = async (n: number, chain = numbered(n).chain.id) =>
    (await stateTable(aws).get({ ...stateKey(numbered(n)), chain })) ?? {};
  return { keeper, states, read, dynamodb };
}

/** The orphans that a daily check reports. */
async function orphansOf(
  keeper: WatchLifecycle,
  isWatched: (key: StateKey) => boolean,
): Promise<OrphanedState[]> {
  const orphans: OrphanedState[] = [];
  await keeper.expireOrphans(isWatched, async (some) => void orphans.push(...some));
  return orphans;
}

it('knows which wallets never began, and for how many minutes it has known', async () => {
  let now = 0;
  const { keeper, states } = keeperAt(() => now);
  await states.save(numbered(1), { ...neverPolled, start });
  await states.save(numbered(2), { ...neverPolled, firstTry: { at: start.since, bulk: false } });
  const watches = [numbered(1), numbered(2), numbered(3)];
  const waiting = async () => Array.from(await keeper.notBegun(watches), ([, { minutes }]) => minutes);
  expect(await waiting()).toEqual([0, 0]);
  now = 150_000;
  expect(await waiting()).toEqual([2, 2]);
  await states.save(numbered(3), { ...neverPolled, start });
  expect(await waiting()).toEqual([2]);
  expect(await keeper.notBegun([numbered(3)])).toEqual(new Map());
});

it('takes a watch whose state has expired for one that never began: its next poll begins it', async () => {
  const now = Date.parse('2026-01-20T00:00:00.000Z');
  const { keeper, dynamodb } = keeperAt(() => now);
  const states = [
    { n: 61, expiresAt: now / 1_000 },
    { n: 62, expiresAt: now / 1_000 + 1 },
  ];
  for (const { n, expiresAt } of states) {
    const Item = { ...stateKey(numbered(n)), version: 1, start, expiresAt };
    await dynamodb.send(new PutCommand({ TableName: embedded.aws.tables.state, Item }));
  }
  const watches = states.map(({ n }) => numbered(n));
  expect(Array.from((await keeper.notBegun(watches)).keys())).toEqual([watchKey(numbered(61))]);
});

it('asks for the states of very many wallets in portions, and once', async () => {
  const portions: number[] = [];
  const states = {
    readItems: async (keys: readonly StateKey[]) => {
      portions.push(keys.length);
      return new Map(keys.map((key) => [keyOf(key.wallet, key.chain), { ...key, start }]));
    },
  };
  const clock = { now: () => 0 };
  const keeper = createWatchLifecycle(stateTable(embedded.aws), states, clock);
  const watches = Array.from({ length: 12_000 }, (_, n) => numbered(n));
  expect(await keeper.notBegun(watches)).toEqual(new Map());
  expect(portions).toEqual([5_000, 5_000, 2_000]);
  await keeper.notBegun(watches);
  expect(portions).toHaveLength(3);
});

it('forgets that a watch has begun if its row is missing for a tick, because its state may be deleted meanwhile', async () => {
  const { keeper, states, dynamodb } = keeperAt(() => 0);
  const watch = numbered(10);
  await states.save(watch, { ...neverPolled, start });
  expect(await keeper.notBegun([watch])).toEqual(new Map());
  await keeper.notBegun([]);
  await dynamodb.send(new DeleteCommand({ TableName: embedded.aws.tables.state, Key: stateKey(watch) }));
  expect([...(await keeper.notBegun([watch])).keys()]).toEqual([watchKey(watch)]);
});

it('remembers that wallets came with an import, even when most of the import has begun', async () => {
  const { keeper, states } = keeperAt(() => 0);
  const watches = Array.from({ length: 12 }, (_, n) => numbered(20 + n));
  const bulk = async () => Array.from(await keeper.notBegun(watches), ([, one]) => one.bulk);
  expect(await bulk()).toEqual(Array(12).fill(true));
  for (const watch of watches.slice(1)) await states.save(watch, { ...neverPolled, start });
  expect(await bulk()).toEqual([true]);
});

it('lets the state of a deleted row expire after a week, ends its incidents, and keeps the state if the row is back', async () => {
  const now = Date.parse('2026-01-03T00:00:00.000Z');
  const { keeper, states, read, dynamodb } = keeperAt(() => now);
  const behind = { ...failing, reason: 'Too many transfers.' };
  await states.save(numbered(4), { ...neverPolled, start, failing, behind });
  // Items that are not a wallet's state stay as they are.
  const count = { wallet: '#calls', chain: '2026-01-03', used: 5 };
  const ofUnknownChain = { wallet: numbered(4).wallet, chain: 'nowhere', version: '1' };
  for (const Item of [count, ofUnknownChain])
    await dynamodb.send(new PutCommand({ TableName: embedded.aws.tables.state, Item }));
  const { wallet } = numbered(4);
  const orphans = await orphansOf(keeper, (key) => key.wallet !== wallet);
  expect(orphans).toEqual([{ wallet, chain: 'eth', failing, behind }]);
  expect(Number((await read(4)).expiresAt) * 1_000).toBe(now + 9 * day);
  expect(await read(4)).toMatchObject({ failing: null, behind: null });
  expect(await read(4, ofUnknownChain.chain)).toEqual(ofUnknownChain);
  expect(await orphansOf(keeper, (key) => key.wallet !== wallet)).toEqual([]);
  await orphansOf(keeper, () => true);
  expect((await read(4)).expiresAt).toBeUndefined();
});

it('continues a row that came back just within a week, though the daily check notices it a day later', async () => {
  let now = Date.parse('2026-01-03T00:00:00.000Z');
  const { keeper, states } = keeperAt(() => now);
  const watch = numbered(7);
  await states.save(watch, { ...neverPolled, start });
  await orphansOf(keeper, ({ wallet }) => wallet !== watch.wallet);
  now += 7.9 * day;
  expect(await keeper.notBegun([watch])).toEqual(new Map());
  await orphansOf(keeper, () => true);
  now += 3 * day;
  const { keeper: cold } = keeperAt(() => now);
  expect(await cold.notBegun([watch])).toEqual(new Map());
});

it("lets what is known of a deleted row's addresses expire with its state, and reports it once", async () => {
  let now = Date.parse('2026-01-03T00:00:00.000Z');
  const { keeper, states, read } = keeperAt(() => now);
  const watch = numbered(6);
  const known: KnownAddresses = { ...nobodyKnown, version: 9, warnedToday: { day: '2026-01-03', count: 2 } };
  await states.save(watch, { ...neverPolled, start, failing });
  await states.saveAddresses(watch, known);
  await states.save({ ...watch, chain: { ...watch.chain, part: 'node' } }, { ...neverPolled, start });
  const isWatched = ({ wallet }: StateKey) => wallet !== watch.wallet;
  expect(await orphansOf(keeper, isWatched)).toEqual([
    { wallet: watch.wallet, chain: 'eth', failing, behind: null },
  ]);
  expect(Number((await read(6, '0x1#node')).expiresAt) * 1_000).toBe(now + 9 * day);
  const { expiresAt, failing: failingNow, behind } = await read(6, '0x1#addresses');
  expect([Number(expiresAt) * 1_000, failingNow, behind]).toEqual([now + 9 * day, undefined, undefined]);
  expect(await states.readAddresses(watch)).toEqual(known);
  await orphansOf(keeper, () => true);
  expect((await read(6, '0x1#addresses')).expiresAt).toBeUndefined();
  expect((await read(6)).expiresAt).toBeUndefined();
  await orphansOf(keeper, isWatched);
  now += 10 * day;
  expect(await states.readAddresses(watch)).toEqual({ ...nobodyKnown, version: 9 });
});

it('reports a deleted row again if it could not be reported', async () => {
  const { keeper, states, read } = keeperAt(() => 0);
  await states.save(numbered(5), { ...neverPolled, start, failing });
  const isWatched = ({ wallet }: StateKey) => wallet !== numbered(5).wallet;
  await expect(
    keeper.expireOrphans(isWatched, () => Promise.reject(new Error('SNS is away'))),
  ).rejects.toThrow();
  expect((await read(5)).expiresAt).toBeUndefined();
  expect(await orphansOf(keeper, isWatched)).toMatchObject([{ failing }]);
});

it('reports all of many deleted rows again if the message that sums them up was refused', async () => {
  const { keeper, states } = keeperAt(() => 0);
  const many = Array.from({ length: 14 }, (_, n) => numbered(90 + n));
  for (const watch of many) await states.save(watch, { ...neverPolled, start, failing });
  const all = { watched: [], unreadable: [], duplicates: [] };
  const heard: string[] = [];
  const check = (isAway: boolean) =>
    expireOrphans(all, {
      states: keeper,
      clock: { now: () => 0 },
      publishOperations: async ({ wallet, reason }) => {
        if (isAway && wallet === null) throw new Error('SNS is away');
        heard.push(`${wallet} ${reason}`);
      },
    });
  await expect(check(true)).rejects.toThrow('SNS is away');
  await check(false);
  for (const { wallet } of many) expect(heard.join()).toContain(wallet);
  const { length } = heard;
  await check(false);
  expect(heard).toHaveLength(length);
});

it.each([
  ['begins to expire', false],
  ['is kept after all', true],
])('a state that is deleted at the moment when it %s stays deleted', async (_, isWatched) => {
  const { keeper: before, states, read, dynamodb } = keeperAt(() => 0);
  const TableName = embedded.aws.tables.state;
  const { wallet } = numbered(80);
  await states.save(numbered(80), { ...neverPolled, start });
  if (isWatched) await orphansOf(before, (key) => key.wallet !== wallet);
  const raced = {
    send: async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
      if (command instanceof UpdateCommand)
        await dynamodb.send(new DeleteCommand({ TableName, Key: { wallet, chain: '0x1' } }));
      return dynamodb.send(command);
    },
  };
  const client = Object.setPrototypeOf(raced, dynamodb);
  const keeper = createWatchLifecycle(tableItems(client, TableName), states, { now: () => 0 });
  await keeper.expireOrphans(
    (key) => key.wallet !== wallet || isWatched,
    async () => {},
  );
  expect(await read(80)).toEqual({});
});
