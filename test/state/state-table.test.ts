import { beforeEach, describe, expect, it } from 'vitest';
import { type Cursor, neverPolled, VersionConflict } from '../../functions/state/cursor.ts';
import { type KnownAddresses, nobodyKnown } from '../../functions/state/known-addresses.ts';
import { createReadItems, stateKey } from '../../functions/state/state-items.ts';
import { createStateTable, findCursor, nextVersion, saveOver } from '../../functions/state/state-table.ts';
import { exchange, watchOf } from '../support/alerts.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const embedded = useEmbeddedAws();
const watch = watchOf();
let table: LaggingTable;
let clock: ReturnType<typeof virtualClock>;
let states: ReturnType<typeof createStateTable>;
beforeEach(() => {
  table = new LaggingTable();
  clock = virtualClock({ passes: true });
  states = createStateTable(table.opened, clock);
});

const stored = async () => findCursor(watch, await states.readItems([stateKey(watch)]), clock.now());

describe('the State table', () => {
  it('shows a save to the very next read: with an older cursor a batch would be published twice', async () => {
    const saved = await states.save(watch, { ...neverPolled, block: 7 });
    expect(await stored()).toEqual(saved);
    expect(saved.block).toBe(7);
  });

  it('accepts a save only from a worker that read the stored version, including the first save', async () => {
    const first = await states.save(watch, neverPolled);
    const second = await states.save(watch, { ...first, block: 8 });
    const late = states.save(watch, { ...first, block: 9 });
    await expect(late).rejects.toThrow(VersionConflict);
    await expect(late).rejects.toThrow(`${watch.wallet} on eth first`);
    await expect(states.save(watch, neverPolled)).rejects.toThrow(VersionConflict);
    expect(await stored()).toEqual(second);
    expect(second.version).toBe(first.version + 1);
  });

  it('takes a change on top of other saves, three times at most', async () => {
    const deps = { states, clock };
    const first = await states.save(watch, { ...neverPolled, block: 7 });
    const other = await states.save(watch, { ...first, newest: 9 });
    const saved = await saveOver(watch, first, (cursor) => ({ ...cursor, settled: 5 }), deps);
    expect(saved).toEqual({ ...other, settled: 5, version: other.version + 1 });
    expect(await saveOver(watch, saved, () => null, deps)).toBe(saved);
    let tries = 0;
    const busy = {
      ...deps,
      states: { ...states, save: () => Promise.reject(new VersionConflict(`${tries++}`)) },
    };
    await expect(saveOver(watch, saved, (cursor) => cursor, busy)).rejects.toThrow(VersionConflict);
    expect(tries).toBe(3);
    const down = { ...deps, states: { ...states, save: () => Promise.reject(new Error(`down ${tries++}`)) } };
    await expect(saveOver(watch, saved, (cursor) => cursor, down)).rejects.toThrow('down 3');
  });

  it('is read a hundred items at a time, and again for unprocessed ones', async () => {
    const keys = Array.from({ length: 120 }, (_, n) => ({ wallet: `w${n}`, chain: '0x1' }));
    for (const key of keys) table.items.set(`${key.wallet}#${key.chain}`, key);
    table.perBatch = 60;
    const items = await states.readItems(keys);
    expect(items.size).toBe(120);
    // The second batch does not wait for the first.
    expect(table.batches).toEqual([100, 20, 40]);
    expect(clock.slept).toEqual([100]);
  });

  it('names the unprocessed items if it stays throttled', async () => {
    table.perBatch = 0;
    await expect(states.readItems([stateKey(watch)])).rejects.toThrow('state items unread');
    await expect(states.readAddresses(watch)).rejects.toThrow('state items unread');
  });

  it('is read with only the requested attributes, even if some are reserved words', async () => {
    const readItems = createReadItems(stateTable(embedded.aws), clock);
    const other = watchOf({ wallet: exchange });
    await createStateTable(stateTable(embedded.aws), clock).save(other, { ...neverPolled, block: 7 });
    const items = await readItems([stateKey(other)], ['block', 'start']);
    expect([...items.values()]).toEqual([{ ...stateKey(other), block: '7', start: null }]);
  });
});

describe('the version of a save', () => {
  const now = 1_767_323_045_000;
  const first = nextVersion(neverPolled, now);
  const open = { batch: 0, rows: 1, from: 7, to: 7, lease: 1, messages: 1, published: 0, next: neverPolled };

  const old = { ...open, batch: 7 };

  it.each<[string, Cursor, Partial<Cursor>]>([
    ['is the time if there was none: no batch number comes twice', neverPolled, { version: now, born: now }],
    ['is one more from then on, and the first stays known', first, { version: now + 1, born: now }],
    ['begins a watch anew that had expired', { ...neverPolled, version: 9 }, { version: 10, born: 10 }],
    ['numbers a batch that begins with it', { ...first, open }, { open: { ...open, batch: now + 1 } }],
    ['leaves the number of an earlier batch', { ...first, open: old }, { open: old }],
  ])('%s', (_what, cursor, next) => {
    expect(nextVersion(cursor, now)).toMatchObject(next);
  });
});

describe('the known addresses', () => {
  const known: KnownAddresses = {
    version: 7,
    counterparties: [{ address: exchange, lastPaidAt: null, proven: true }],
    warnedOf: new Map([['AAAA-_09', { imitates: exchange, proven: true, told: false }]]),
    warnedToday: { day: '2026-01-02', count: 3 },
    spenders: [],
  };
  it.each(['a lagging table', 'the embedded one'])(
    'are updated once, by the first save: %s',
    async (which) => {
      if (which === 'the embedded one') states = createStateTable(stateTable(embedded.aws), clock);
      expect(await states.readAddresses(watch)).toEqual(nobodyKnown);
      await states.saveAddresses(watch, known);
      expect(await states.readAddresses(watch)).toEqual(known);
      // The same batch, and an overtaken one: both were included before.
      for (const version of [7, 6]) await states.saveAddresses(watch, { ...nobodyKnown, version });
      expect(await states.readAddresses(watch)).toEqual(known);
      await states.saveAddresses(watch, { ...nobodyKnown, version: 8 });
      expect(await states.readAddresses(watch)).toEqual({ ...nobodyKnown, version: 8 });
      // The cursor is another item, and so are the known addresses of another chain.
      expect(await stored()).toBe(neverPolled);
      const elsewhere = watchOf({ chain: { ...watch.chain, id: '0x38' } });
      expect(await states.readAddresses(elsewhere)).toBe(nobodyKnown);
    },
  );
});
