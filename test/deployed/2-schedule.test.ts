import { describe, expect, it, vi } from 'vitest';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { alerts, pollsOf } = await setScene({ scheduled: true });

// The minute may just have begun, the engine looks at its schedules every ten seconds, and a cold start takes some.
const longestWait = 85_000;
/** How late the engine may hand a poll to a worker, and a busy machine begin it. */
const lateness = 5;

describe.concurrent('by the schedule alone', () => {
  it('a wallet is watched within a minute or so', { timeout: longestWait + 10_000 }, async () => {
    const wallet = newAddress();
    await stack.putRow({ wallet, chain: 'eth' });
    await alerts.first((alert) => alert.wallet.address === wallet, longestWait);
  });

  it('a row of 15s is polled four times a minute, a quarter of it apart', {
    timeout: longestWait + 70_000,
  }, async () => {
    const wallet = newAddress();
    await stack.putRow({ wallet, chain: 'eth', every: '15s' });
    const fourPolls = () => pollsOf(wallet).length >= 4;
    await vi.waitUntil(fourPolls, { timeout: longestWait + 60_000, interval: 200 });
    const times = pollsOf(wallet).map(({ at }) => at / 1_000);
    const [first = 0] = times;
    for (const [i, quarter] of [0, 15, 30, 45].entries()) {
      expect(Math.abs((times[i] ?? 0) - first - quarter)).toBeLessThan(lateness);
    }
  });
});
