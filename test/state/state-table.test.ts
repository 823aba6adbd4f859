import { beforeEach, describe, expect, it } from 'vitest';
import { createStateTable, findState, stateKey } from '../../functions/state/state-table.ts';
import { neverPolled, VersionConflict } from '../../functions/state/wallet-state.ts';
import { exchange, watchOf } from '../support/alerts.ts';
import { LaggingTable } from '../support/lagging-table.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const watch = watchOf();
let table: LaggingTable;
let clock: ReturnType<typeof virtualClock>;
let states: ReturnType<typeof createStateTable>;
beforeEach(() => {
  table = new LaggingTable();
  clock = virtualClock({ passes: true });
  states = createStateTable(table.client, table.name, clock);
});

describe('the State table', () => {
  it('shows a save to the very next read: an older outbox would be published twice', async () => {
    await states.save(watch, { ...neverPolled, block: 7 });
    const items = await states.readItems([stateKey(watch)]);
    expect(findState(watch, items, 0)).toMatchObject({ version: 1, block: 7 });
  });

  it('takes a save from the one who read the version that stands there, first saves included', async () => {
    const first = await states.save(watch, neverPolled);
    const second = await states.save(watch, { ...first, block: 8 });
    expect(second).toMatchObject({ version: 2, block: 8 });
    const late = states.save(watch, { ...first, block: 9 });
    await expect(late).rejects.toThrow(VersionConflict);
    await expect(late).rejects.toThrow(`${watch.wallet} on eth first`);
    await expect(states.save(watch, neverPolled)).rejects.toThrow(VersionConflict);
    const items = await states.readItems([stateKey(watch)]);
    expect(findState(watch, items, 0)).toMatchObject({ version: 2, block: 8 });
  });

  it('knows a watch by the id of its chain, whatever the chain is called', async () => {
    await states.save(watchOf({ chain: { ...watch.chain, name: '0x1' } }), { ...neverPolled, block: 7 });
    const items = await states.readItems([stateKey(watch)]);
    expect(findState(watch, items, 0)).toMatchObject({ version: 1, block: 7 });
    expect(findState(watchOf({ wallet: exchange }), items, 0)).toBe(neverPolled);
  });

  it('is asked for a hundred items at a time, and again for those that it left', async () => {
    const keys = Array.from({ length: 120 }, (_, n) => ({ wallet: `w${n}`, chain: '0x1' }));
    for (const key of keys) table.items.set(`${key.wallet}|${key.chain}`, key);
    table.perBatch = 60;
    const items = await states.readItems(keys);
    expect(items.size).toBe(120);
    // The second batch does not wait for the first.
    expect(table.batches).toEqual([100, 20, 40]);
    expect(clock.slept).toEqual([100]);
    table.perBatch = 1;
    await states.overflow(watch).read(['a', 'b']);
    expect(clock.slept).toEqual([100, 100]);
  });

  it('says what it left where it stays throttled', async () => {
    table.perBatch = 0;
    await expect(states.readItems([stateKey(watch)])).rejects.toThrow('state items unread');
    await expect(states.overflow(watch).read(['a'])).rejects.toThrow('state items unread');
  });

  it('is read by a few attributes where these are all that is asked for, reserved words among them', async () => {
    const sent: unknown[] = [];
    const send = table.client.send.bind(table.client);
    Object.assign(table.client, {
      send: (command: Parameters<typeof send>[0]) => {
        sent.push(command.input);
        return send(command);
      },
    });
    await states.readItems([stateKey(watch)], ['start']);
    expect(sent).toMatchObject([
      {
        RequestItems: {
          table: {
            ProjectionExpression: '#wallet, #chain, #start',
            ExpressionAttributeNames: { '#wallet': 'wallet', '#chain': 'chain', '#start': 'start' },
          },
        },
      },
    ]);
  });

  it('forgets the state of a row that was deleted once it has expired, though its item is there still', async () => {
    await states.save(watch, { ...neverPolled, block: 7 });
    const key = `${watch.wallet}|0x1`;
    table.items.set(key, { ...table.items.get(key), expiresAt: 100 });
    const items = await states.readItems([stateKey(watch)]);
    expect(findState(watch, items, 99_999)).toMatchObject({ block: 7 });
    expect(findState(watch, items, 100_000)).toEqual({ ...neverPolled, version: 1 });
  });
});

describe('what has no room in the item', () => {
  it('shows to the very next read, in the order of the names, and a lost one as lost', async () => {
    const overflow = states.overflow(watch);
    const [first] = await overflow.put(['a', 'ä']);
    const [second] = await overflow.put(['b']);
    const names = [second?.name ?? '', 'lost', first?.name ?? ''];
    expect(await overflow.read(names)).toEqual([['b'], null, ['a', 'ä']]);
  });

  it('is parted so that no item is too large, whatever the texts are, and no line is lost', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => `${n}${'ä'.repeat(20_000)}`);
    const named = await states.overflow(watch).put(lines);
    expect(named.flatMap(({ lines: some }) => some)).toEqual(lines);
    // 250,000 bytes hold six lines of 40,002 with their ends.
    expect(named.map(({ lines: some }) => some.length)).toEqual([6, 6, 6, 2]);
    const full = Array.from({ length: 3 }, () => 'x'.repeat(124_999));
    expect((await states.overflow(watch).put(full)).map(({ lines: some }) => some.length)).toEqual([2, 1]);
    expect(new Set(named.map(({ name }) => name)).size).toBe(4);
    expect(named.every(({ name }) => name.length === 16)).toBe(true);
  });

  it('is apart from every wallet, each with its own, and expires after eight days', async () => {
    await states.overflow(watch).put(['a']);
    await states.overflow(watchOf({ wallet: exchange })).put(['a']);
    const items = [...table.items.values()];
    expect(items.map(({ wallet }) => wallet)).toEqual([`#overflow ${watch.wallet}`, `#overflow ${exchange}`]);
    const seconds = Math.floor(clock.now() / 1_000);
    expect(items.map(({ expiresAt }) => expiresAt)).toEqual(Array(2).fill(seconds + 8 * 86_400));
  });

  it('has another name where its lines end elsewhere', async () => {
    const [one] = await states.overflow(watch).put(['ab', 'c']);
    const [other] = await states.overflow(watch).put(['a', 'bc']);
    expect(one?.name).not.toBe(other?.name);
  });

  it('is read in batches that a reply has room for', async () => {
    const overflow = states.overflow(watch);
    await overflow.read(Array.from({ length: 41 }, (_, n) => `n${n}`));
    expect(table.batches).toEqual([40, 1]);
  });
});
