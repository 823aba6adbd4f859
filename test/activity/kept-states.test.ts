import { beforeEach, expect, it } from 'vitest';
import { type Activity, createActivity } from '../../functions/activity/activity.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { NodeEvent } from '../../functions/node/node-event.ts';
import { readNode } from '../../functions/node/node-parameters.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { treasury, usdc, watchOf } from '../support/alerts.ts';
import { FakeNode } from '../support/fake-node.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { MemoryActivity } from '../support/memory-activity.ts';

const minute = 60_000;
let table: MemoryActivity;
let activity: Activity;
let now = Date.parse('2026-01-02T03:00:00.000Z');
let node: FakeNode;
let events: NodeEvent[];

beforeEach(() => {
  table = new MemoryActivity();
  node = new FakeNode(100, now);
  activity = startProcess();
});

function startProcess(): Activity {
  return createActivity({
    findNode: async () => readNode('http://127.0.0.1:9', 'of a test'),
    post: node.post,
    table,
    source: {
      isReadFromNode: () => true,
      tokens: { find: async () => new Map(), keep: async () => {} },
      write: async () => {},
      putEvents: async (_, some) => void events.push(...some),
    },
    clock: {
      now: () => now,
      sleep: (_, signal) => new Promise((_, no) => signal?.addEventListener('abort', no)),
    },
    log: { info() {}, warn() {}, error() {} },
  });
}

/** One tick, and the kinds of news that it leaves. */
async function tick(...watches: Partial<Watch>[]): Promise<string[]> {
  now += minute;
  node.mine([], now);
  events = [];
  const kinds = new Set(['control'] as const);
  const opened = await activity.open(
    watches.map((watch) => watchOf({ kinds, ...watch })),
    new Date(now),
  );
  const asked = await opened.get(findChain('eth').id)?.ask([]);
  await asked?.settle({ all: true, sweeps: false, credit: null, waiting: new Set() });
  return events.map(({ kind }) => kind);
}

it('a delegation is compared with the look before, also after a pause, and a new wallet starts without news', async () => {
  expect(await tick({})).toEqual([]);
  node.delegates.set(treasury, usdc);
  expect(await tick({})).toEqual(['control']);
  expect(await tick({})).toEqual([]);
  expect(table.marks.has(treasury)).toBe(true);
  expect(table.states.get(treasury)).toMatchObject({ delegate: usdc, expiresAt: null });

  const other = { wallet: walletNumber(5) };
  await tick(other);
  expect(table.states.get(treasury)?.expiresAt).toBeGreaterThan(now / 1_000);
  node.delegates.clear();
  activity = startProcess();
  expect(await tick(other)).toEqual([]);
  expect(await tick(other, {})).toEqual(['control']);
  expect(table.states.get(treasury)).toMatchObject({ delegate: null, expiresAt: null });
  expect(table.states.size).toBe(1);
});

it('a wallet that was looked at is known, however many are added in the same tick', async () => {
  await tick({});
  const others = Array.from({ length: 400 }, (_, n) => ({ wallet: walletNumber(n + 1) }));
  node.delegates.set(treasury, usdc);
  expect(await tick({}, ...others)).toEqual(['control']);
});
