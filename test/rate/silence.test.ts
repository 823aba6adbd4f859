import { expect, it } from 'vitest';
import { withSilence } from '../../functions/rate/rate-limiter.ts';
import { RateLimited } from '../../functions/transfer/source-errors.ts';
import { failureOf } from '../api/test-api.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** A limiter that delays nothing by itself. */
function silenced(unsaid?: number) {
  const clock = virtualClock({ passes: true });
  const start = clock.now();
  const limiter = withSilence(async () => {}, clock, unsaid);
  const leavesAfter = async (deadline = start + 600_000) => {
    await limiter.acquire({ deadline });
    return clock.now() - start;
  };
  return { clock, start, limiter, leavesAfter };
}
const tooMany = (retryAfter: number | null) => new RateLimited('too many calls', retryAfter);

it.each([
  ['calls wait until the Retry-After of a 429 is over', [tooMany(7)], 7_000],
  [
    'a shorter Retry-After does not undo a longer one, nor does another answer',
    [tooMany(30), tooMany(2), tooMany(null), null, new Error('503')],
    30_000,
  ],
  ['a 429 without Retry-After silences nothing', [tooMany(null)], 0],
])('%s', async (_, answers, silence) => {
  const { limiter, leavesAfter } = silenced();
  expect(await leavesAfter()).toBe(0);
  for (const answer of answers) limiter.answered(answer);
  expect(await leavesAfter()).toBe(silence);
  expect(await leavesAfter()).toBe(silence);
});

it('a 429 without Retry-After silences for the default time', async () => {
  const { limiter, leavesAfter } = silenced(60);
  limiter.answered(tooMany(null));
  expect(await leavesAfter()).toBe(60_000);
});

it('calls whose time ends before Retry-After does are refused at once, with the seconds left', async () => {
  const { clock, start, limiter, leavesAfter } = silenced();
  limiter.answered(tooMany(30));
  clock.set(start + 10_000);
  const refusal = await failureOf(leavesAfter(start + 29_999));
  expect(refusal).toMatchObject({ name: 'RateLimited', retryAfterSeconds: 20 });
  expect(String(refusal)).toContain('no call for another 20 s');
  expect(clock.slept).toEqual([]);
  expect(await leavesAfter(start + 30_000)).toBe(30_000);
});

it('a waiting call also waits for a silence that another call prolongs', async () => {
  const clock = virtualClock();
  const limiter = withSilence(async () => {}, clock);
  const start = clock.now();
  limiter.answered(tooMany(5));
  const leaves = limiter.acquire({ deadline: start + 60_000 }).then(() => clock.now() - start);
  await clock.advance(4_000);
  limiter.answered(tooMany(10));
  await clock.advance(20_000);
  expect(await leaves).toBe(14_000);
});

it('a waiting call ends at once with its tick', async () => {
  const { start, limiter } = silenced();
  limiter.answered(tooMany(30));
  const signal = AbortSignal.abort(new Error('the tick has ended'));
  const stopped = failureOf(limiter.acquire({ deadline: start + 60_000, signal }));
  expect(await stopped).toMatchObject({ message: 'the tick has ended' });
});
