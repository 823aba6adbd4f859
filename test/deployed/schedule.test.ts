import { describe, expect, it, vi } from 'vitest';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

// A minute may just have begun, the engine checks schedules every ten seconds, and a cold start takes several seconds.
const maxWait = 85_000;
/** Seconds by which the engine may be late to give a poll to a worker, and a busy machine late to start it. */
const lateness = 5;

const { alerts, pollsOf } = await setScene();
const { putRow, deleteRow, dispatch, setSchedule } = stack;

// All its polls of one tick are queued by one dispatch: it is deleted before another tick adds more.
const quick = { wallet: newAddress(), chain: 'eth', every: '15s' };
await putRow(quick);
await dispatch();
await deleteRow(quick);
await setSchedule('ENABLED');

describe.concurrent('within a minute', () => {
  it("the schedule alone starts a wallet's watch", { timeout: maxWait + 10_000 }, async () => {
    const wallet = newAddress();
    await putRow({ wallet, chain: 'eth' });
    await alerts.first((alert) => alert.wallet?.address === wallet, maxWait);
  });

  it('a row of 15s is polled four times, 15 seconds apart', { timeout: maxWait }, async () => {
    const fourPolls = () => pollsOf(quick.wallet).length >= 4;
    await vi.waitUntil(fourPolls, { timeout: maxWait - 5_000, interval: 200 });
    await stack.pollsSettled();
    const times = pollsOf(quick.wallet).map(({ at }) => at / 1_000);
    const [first = 0] = times;
    const offBy = times.map((time, i) => Math.abs(time - first - i * 15));
    expect(offBy).toHaveLength(4);
    expect(Math.max(...offBy)).toBeLessThan(lateness);
  });
});
