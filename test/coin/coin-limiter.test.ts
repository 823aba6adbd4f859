import { expect, it } from 'vitest';
import { createCoinLimiter } from '../../functions/coin/coin-limiter.ts';
import type { CallLimits } from '../../functions/transfer/source.ts';
import { RateLimited } from '../../functions/transfer/source-errors.ts';

it('coins take the next turn: behind a batch of polls they would come too late', async () => {
  const asked: CallLimits[] = [];
  const worker = { acquire: async (limits: CallLimits) => void asked.push(limits), rateLimited() {} };
  await createCoinLimiter(worker, { now: () => 0, sleep: async () => {} }).acquire({ deadline: 7 });
  expect(asked).toEqual([{ deadline: 7, next: true }]);
});

it('a 429 of the coins endpoint silences that endpoint alone, for as long as it asks', async () => {
  let now = 0;
  const worker = { entered: 0, silenced: 0 };
  const limiter = createCoinLimiter(
    {
      acquire: async () => {
        worker.entered += 1;
      },
      rateLimited: () => {
        worker.silenced += 1;
      },
    },
    { now: () => now, sleep: async () => {} },
  );
  const limits = { deadline: 1_000_000 };
  await limiter.acquire(limits);
  limiter.rateLimited(30);
  await expect(limiter.acquire(limits)).rejects.toThrow(RateLimited);
  now = 30_000;
  await limiter.acquire(limits);
  expect(worker).toEqual({ entered: 2, silenced: 0 });
});
