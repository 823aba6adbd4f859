import { expect, it } from 'vitest';
import { createCoinGate } from '../../functions/coin/coin-gate.ts';
import { RateLimited } from '../../functions/upstream/errors.ts';

it('a 429 of the coins endpoint silences that endpoint alone, for as long as it asks', async () => {
  let now = 0;
  const worker = { entered: 0, silenced: 0 };
  const gate = createCoinGate(
    {
      enter: async () => {
        worker.entered += 1;
      },
      rateLimited: () => {
        worker.silenced += 1;
      },
    },
    { now: () => now, sleep: async () => {} },
  );
  const limits = { deadline: 1_000_000 };
  await gate.enter(limits);
  gate.rateLimited(30);
  await expect(gate.enter(limits)).rejects.toThrow(RateLimited);
  now = 30_000;
  await gate.enter(limits);
  expect(worker).toEqual({ entered: 2, silenced: 0 });
});
