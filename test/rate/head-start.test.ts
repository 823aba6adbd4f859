import { randomUUID } from 'node:crypto';
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
import { counters } from '../support/fakes/limiter-in-memory.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

const windows = callWindows(10);

let clock: VirtualClock;
let counterOf: () => SharedCounter;
/** When calls left, in milliseconds since the beginning. */
let left: number[];
let start: number;

beforeEach(() => {
  clock = virtualClock();
  start = clock.now();
  counterOf = counters(clock);
  left = [];
});

/** The API's answer to a call, and its delay. */
type Answer = (call: number) => { readonly after: number; readonly refusal?: Error };
const tooMany = new RateLimited('too many calls', null);

const turns = () => createRateLimiter({ windows, counter: counterOf(), clock });

function workerOf(): TickLimiter {
  return withHeadStart(createTickLimiter(withSilence(turns(), clock), unlimitedQuota, clock), clock);
}

/** One poll of one call, as the poll function makes it: an error that all wallets share ends the tick. */
async function poll(worker: TickLimiter, answer: Answer): Promise<void> {
  await worker.acquire({ deadline: start + 60_000, poll: randomUUID() });
  left.push(clock.now() - start);
  const { after, refusal } = answer(left.length);
  await clock.sleep(after);
  worker.answered(refusal ?? null);
  if (refusal !== undefined) throw refusal;
}

/** A batch of ten polls. @returns how many succeeded */
async function batch(worker: TickLimiter, answer: Answer): Promise<number> {
  await worker.begin('1', 10);
  const polls = await Promise.allSettled(Array.from({ length: 10 }, () => poll(worker, answer)));
  return polls.filter(({ status }) => status === 'fulfilled').length;
}

async function within<Done>(milliseconds: number, work: Promise<Done>): Promise<Done> {
  await clock.advance(milliseconds);
  return work;
}

const answers: Answer = () => ({ after: 300 });

describe('the first call of a batch', () => {
  it('goes alone until it is answered; then the others go together, in each batch', async () => {
    const worker = workerOf();
    for (let batches = 0; batches < 2; batches += 1) {
      left = [];
      await within(10_000, batch(worker, answers));
      expect(left.map((time) => time - (left[0] ?? 0)).slice(0, 3)).toEqual([0, 300, 300]);
      expect(left).toHaveLength(10);
    }
  });

  it.each([100, 1_999])('is the only one if a refusal comes after %s ms', async (after) => {
    for (const refusal of [tooMany, new KeyRefused('', ''), new PlanExhausted('')]) {
      left = [];
      await within(
        10_000,
        batch(workerOf(), () => ({ after, refusal })),
      );
      expect(left).toHaveLength(1);
    }
  });

  it('has two seconds from its departure, however long it waited for the plan', async () => {
    const others = turns();
    for (let call = 0; call < 24; call += 1) void others({ deadline: start + 60_000 });
    await clock.advance(0);
    await within(
      10_000,
      batch(workerOf(), () => ({ after: 1_900, refusal: tooMany })),
    );
    expect(left).toEqual([3_000]);
  });

  it.each([
    ['for two seconds if it hangs', { after: 30_000 }, 2_000],
    ['no longer if it fails', { after: 200, refusal: new UpstreamUnavailable('503', 503) }, 200],
  ])('holds the others up %s', async (_, first, held) => {
    await within(
      40_000,
      batch(workerOf(), (call) => (call === 1 ? first : { after: 100 })),
    );
    expect(left.slice(0, 3)).toEqual([0, held, held]);
  });

  it('delays no other call if it may not leave', async () => {
    const worker = workerOf();
    await worker.begin('1', 2);
    await expect(worker.acquire({ deadline: start - 1, poll: 'own' })).rejects.toThrow('too short');
    await within(
      100,
      poll(worker, () => ({ after: 0 })),
    );
    expect(left).toEqual([0]);
  });

  it('is followed by the pages and repeats of its own poll', async () => {
    const worker = workerOf();
    await worker.begin('1', 2);
    const own = { deadline: start + 10_000, poll: 'own' };
    const calls = [
      worker.acquire(own).then(() => worker.acquire(own)),
      worker.acquire({ ...own, poll: 'other' }),
    ];
    const times = calls.map((call) => call.then(() => clock.now() - start));
    expect(await within(5_000, Promise.all(times))).toEqual([0, 2_000]);
  });
});
