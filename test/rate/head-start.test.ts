import { beforeEach, describe, expect, it } from 'vitest';
import { callWindows } from '../../functions/rate/call-windows.ts';
import { unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { createRateLimiter, withSilence } from '../../functions/rate/rate-limiter.ts';
import type { SharedCounter } from '../../functions/rate/shared-counter.ts';
import { createTickLimiter, type TickLimiter, withHeadStart } from '../../functions/rate/tick-limiter.ts';
import {
  KeyRefused,
  PlanExhausted,
  RateLimited,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { counters } from '../support/limiter-in-memory.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

const windows = callWindows(10);

let clock: VirtualClock;
let counterOf: () => SharedCounter;
/** Milliseconds since the beginning at which calls left. */
let left: number[];
let start: number;

beforeEach(() => {
  clock = virtualClock();
  start = clock.now();
  counterOf = counters(clock);
  left = [];
});

/** What the API answers to a call, and after how long. */
type Answer = (call: number) => { readonly after: number; readonly refusal?: Error };
const tooMany = new RateLimited('too many calls', null);

const turns = () => createRateLimiter({ windows, counter: counterOf(), clock });

function workerOf(): TickLimiter {
  return withHeadStart(createTickLimiter(withSilence(turns(), clock), unlimitedQuota, clock), clock);
}

/** One poll of one call, as poll functions make it: what all wallets share ends the tick. */
async function poll(worker: TickLimiter, answer: Answer): Promise<void> {
  await worker.acquire({ deadline: start + 60_000, poll: {} });
  left.push(clock.now() - start);
  const { after, refusal } = answer(left.length);
  await clock.sleep(after);
  worker.answered(refusal ?? null);
  if (refusal !== undefined) throw refusal;
}

/** A batch of ten polls; how many ended well. */
async function batch(worker: TickLimiter, answer: Answer): Promise<number> {
  await worker.begin('1', 10);
  const polls = await Promise.allSettled(Array.from({ length: 10 }, () => poll(worker, answer)));
  await worker.end();
  return polls.filter(({ status }) => status === 'fulfilled').length;
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await clock.advance(milliseconds);
  await work;
}

describe('the first call of a batch', () => {
  it('goes alone until it is answered, and the others behind it together', async () => {
    await within(
      10_000,
      batch(workerOf(), () => ({ after: 300 })),
    );
    expect(left.slice(0, 2)).toEqual([0, 300]);
    expect(left).toHaveLength(10);
    expect(left.at(-1)).toBeLessThanOrEqual(1_300);
  });

  it.each([100, 900, 1_400, 1_999])('is the only one if a refusal comes after %s ms', async (after) => {
    for (const refusal of [tooMany, new KeyRefused('', ''), new PlanExhausted('')]) {
      left = [];
      await within(
        10_000,
        batch(workerOf(), () => ({ after, refusal })),
      );
      expect(left).toHaveLength(1);
    }
  });

  it('goes alone in each batch', async () => {
    const worker = workerOf();
    const answer: Answer = () => ({ after: 300 });
    await within(10_000, batch(worker, answer));
    left = [];
    await within(10_000, batch(worker, answer));
    expect(left.slice(0, 3).map((time) => time - (left[0] ?? 0))).toEqual([0, 300, 300]);
  });

  it('has its two seconds from when it leaves, however long it waited for the plan', async () => {
    const others = turns();
    for (let call = 0; call < 24; call += 1) void others({ deadline: start + 60_000 });
    await clock.advance(0);
    await within(
      10_000,
      batch(workerOf(), () => ({ after: 1_900, refusal: tooMany })),
    );
    expect(left).toEqual([3_000]);
  });

  it('holds the others up for two seconds if it hangs', async () => {
    const answer: Answer = (call) => ({ after: call === 1 ? 30_000 : 100 });
    await within(40_000, batch(workerOf(), answer));
    expect(left.slice(0, 9)).toEqual([0, ...Array(8).fill(2_000)]);
  });

  it('holds them up no longer if it fails', async () => {
    const answer: Answer = (call) => ({
      after: 200,
      ...(call === 1 ? { refusal: new UpstreamUnavailable('503', 503) } : {}),
    });
    await within(10_000, batch(workerOf(), answer));
    expect(left.slice(0, 2)).toEqual([0, 200]);
  });

  it('is the only one of each worker if the API answers 429 to all of them', async () => {
    const answer: Answer = () => ({ after: 1_800, refusal: tooMany });
    const workers = Array.from({ length: 4 }, workerOf);
    const batches = workers.map(async (worker) => {
      for (let message = 0; message < 3; message += 1) await batch(worker, answer);
    });
    await within(30_000, Promise.all(batches));
    expect(left).toHaveLength(4);
  });

  it('delays no other call if it may not leave', async () => {
    const worker = workerOf();
    await worker.begin('1', 2);
    await expect(worker.acquire({ deadline: start - 1, poll: {} })).rejects.toThrow('too short');
    const other = worker.acquire({ deadline: start + 1_000, poll: {} }).then(() => clock.now() - start);
    await clock.advance(100);
    expect(await other).toBe(0);
  });

  it('is followed by the pages and repeats of its own poll', async () => {
    const worker = workerOf();
    await worker.begin('1', 2);
    const own = { deadline: start + 10_000, poll: {} };
    const calls = [worker.acquire(own).then(() => worker.acquire(own)), worker.acquire({ ...own, poll: {} })];
    const times = calls.map(async (call) => {
      await call;
      return clock.now() - start;
    });
    await clock.advance(5_000);
    expect(await Promise.all(times)).toEqual([0, 2_000]);
  });

  it('leaves no timer behind once its batch is over', async () => {
    const worker = workerOf();
    await worker.begin('1', 1);
    const call = worker.acquire({ deadline: start + 10_000, poll: {} });
    await clock.advance(0);
    await call;
    expect(clock.sleepers()).toBe(1);
    await worker.end();
    expect(clock.sleepers()).toBe(0);
  });
});
