import { beforeAll, describe, expect, it } from 'vitest';
import { workersFor } from '../../lib/limits.ts';
import { faults } from '../support/fakes/fake-api.ts';
import { callsPerSecond } from './support/deploy.ts';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

/**
 * More polls than one of the plan's windows has calls. None was made before, so every tick makes all of them. Each
 * interval has messages of its own.
 */
const intervals = ['1m', '2m', '3m', '4m', '5m', '6m', '10m', '15m'];
/** Seconds. */
const silence = 3;
const workers = workersFor(callsPerSecond).concurrency;
const wallets = Array.from({ length: 100 }, newAddress);

const { putRow, tick } = stack;
const { api, pollsOf } = await setScene();

beforeAll(async () => {
  const rows = wallets.map((wallet, i) => ({
    wallet,
    chain: 'eth',
    every: intervals[i % intervals.length] ?? '1m',
  }));
  await Promise.all(rows.map(putRow));
});

/** Maximum number of calls within any period of this length. */
function maxCallsWithin(milliseconds: number): number {
  const times = api.calls.map(({ at }) => at).toSorted((a, b) => a - b);
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + milliseconds).length),
  );
}

describe('the API refuses 100 wallets', () => {
  it('because of the key: at most one call per worker and tick, without a retry', async () => {
    api.fault = faults.keyRefused;
    await tick();
    expect(api.calls.length).toBeGreaterThan(0);
    expect(api.calls.length).toBeLessThanOrEqual(workers);
  });

  it('for a while: no worker calls again before Retry-After is over', { timeout: 120_000 }, async () => {
    api.fault = { ...faults.tooManyRequests, headers: { 'retry-after': String(silence) } };
    api.calls = [];
    await tick();
    expect(api.calls.length).toBeGreaterThan(0);
    expect(api.calls.length).toBeLessThanOrEqual(workers);
    const firstRefused = Math.min(...api.calls.map(({ at }) => at));
    api.fault = null;
    await tick();
    const served = api.calls.filter(({ status }) => status === 200).map(({ at }) => at);
    // Each worker has a Retry-After of its own, beginning with its own call.
    expect(Math.min(...served) - firstRefused).toBeGreaterThanOrEqual(silence * 1_000);
  });
});

describe('the API serves 100 wallets', () => {
  it('all are polled, and no four seconds have more calls than the plan allows', () => {
    expect(wallets.filter((wallet) => pollsOf(wallet).every(({ status }) => status !== 200))).toEqual([]);
    const most = maxCallsWithin(4_000);
    expect(most).toBeLessThanOrEqual(4 * callsPerSecond);
    // The plan is used, not only kept.
    expect(most).toBeGreaterThan(2 * callsPerSecond);
  });
});
