import { beforeEach, expect, it } from 'vitest';
import { type Activity, createActivity } from '../../functions/activity/activity.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { NodeEvent } from '../../functions/node/node-event.ts';
import { readNode } from '../../functions/node/node-parameters.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { treasury, usdc, watchOf } from '../support/alerts.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { MemoryActivity } from '../support/memory-activity.ts';

const minute = 60_000;
let table: MemoryActivity;
let activity: Activity;
let now = Date.parse('2026-01-02T03:00:00.000Z');
let block = 100;
let delegate: string | null;
let events: NodeEvent[];

beforeEach(() => {
  table = new MemoryActivity();
  activity = startProcess();
  delegate = null;
});

function startProcess(): Activity {
  return createActivity({
    findNode: async () => readNode('http://127.0.0.1:9', 'of a test'),
    post: async (_url, body) => ({ status: 200, body: answer(body) }),
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
  block += 1;
  events = [];
  const kinds = new Set(['control'] as const);
  const opened = await activity.open(
    watches.map((watch) => watchOf({ kinds, ...watch })),
    new Date(now),
  );
  const asked = await opened.get(findChain('eth').id)?.ask();
  await asked?.settle({ all: true, sweeps: false, credit: null, waiting: new Set() });
  return events.map(({ kind }) => kind);
}

function answer(body: string): string {
  const calls = [JSON.parse(body)].flat() as { id: number; method: string; params: [{ data: string }] }[];
  const answers = calls.map(({ id, method, params }) => ({
    jsonrpc: '2.0',
    id,
    result: resultOf(method, params),
  }));
  return JSON.stringify(Array.isArray(JSON.parse(body)) ? answers : answers[0]);
}

function resultOf(method: string, [call]: [unknown]): unknown {
  if (method === 'eth_chainId') return '0x1';
  if (method === 'eth_getLogs') return [];
  if (method === 'eth_call') return words((call as { data: string }).data);
  const number = call === 'latest' ? block : Number(call);
  const hash = `0x${number.toString(16).padStart(64, '0')}`;
  return { number: `0x${number.toString(16)}`, hash, timestamp: `0x${Math.floor(now / 1_000).toString(16)}` };
}

function words(data: string): string {
  // No account with code answers what a Safe does (safe-prints.ts).
  if (data.includes('a619486e')) return `0x${'0'.repeat(1.6 * (data.length - 2 - 2 * 540))}`;
  const wallets = data.slice(2 + 2 * 55).match(/.{40}/g) ?? [];
  const code = (wallet: string) =>
    delegate !== null && `0x${wallet}` === treasury ? `ef0100${delegate.slice(2)}` : '';
  return `0x${wallets.map((wallet) => code(wallet).padStart(48, '0')).join('')}`;
}

it('a delegation is compared with the look before, also after a pause, and a new wallet starts without news', async () => {
  expect(await tick({})).toEqual([]);
  delegate = usdc;
  expect(await tick({})).toEqual(['control']);
  expect(await tick({})).toEqual([]);
  expect(table.marks.has(treasury)).toBe(true);
  expect(table.states.get(treasury)).toMatchObject({ delegate: usdc, expiresAt: null });

  const other = { wallet: walletNumber(5) };
  await tick(other);
  expect(table.states.get(treasury)?.expiresAt).toBeGreaterThan(now / 1_000);
  delegate = null;
  activity = startProcess();
  expect(await tick(other)).toEqual([]);
  expect(await tick(other, {})).toEqual(['control']);
  expect(table.states.get(treasury)).toMatchObject({ delegate: null, expiresAt: null });
  expect(table.states.size).toBe(1);
});

it('a wallet that was looked at is known, however many are added in the same tick', async () => {
  await tick({});
  const others = Array.from({ length: 400 }, (_, n) => ({ wallet: walletNumber(n + 1) }));
  delegate = usdc;
  expect(await tick({}, ...others)).toEqual(['control']);
});
