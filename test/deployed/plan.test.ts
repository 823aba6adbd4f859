import { expect, it } from 'vitest';
import { mostInFourSeconds } from '../support/most-in-four-seconds.ts';
import { callsPerSecond } from './support/deploy.ts';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

/** Each interval has messages of its own, so that several workers poll at once. */
const intervals = ['1m', '2m', '3m', '4m', '5m', '6m', '10m', '15m'];
/** More polls than one of the plan's windows has calls. */
const wallets = Array.from({ length: 100 }, newAddress);

const { api, pollsOf } = await setScene();

it('all of 100 new wallets are polled in one tick, and no four seconds have more calls than the plan allows', {
  timeout: 120_000,
}, async () => {
  const rows = wallets.map((wallet, i) => ({
    ...{ wallet, chain: 'eth', every: intervals[i % intervals.length] ?? '1m' },
  }));
  await Promise.all(rows.map(stack.putRow));
  await stack.tick();
  expect(wallets.filter((wallet) => pollsOf(wallet).every(({ status }) => status !== 200))).toEqual([]);
  const most = mostInFourSeconds(api.calls.map(({ at }) => at));
  expect(most).toBeLessThanOrEqual(4 * callsPerSecond);
  // The plan is used, not only kept.
  expect(most).toBeGreaterThan(2 * callsPerSecond);
});
