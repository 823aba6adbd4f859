import { describe, expect, it } from 'vitest';
import { playSeed } from './play-seed.ts';

/** As many as a push may wait for; `npm run simulate` plays any number. */
const seeds = 200;
const perTest = 20;

describe('the simulator finds every guarantee kept', () => {
  it.each(Array.from({ length: seeds / perTest }, (_, i) => [i * perTest + 1, (i + 1) * perTest]))(
    'in the stories of the seeds %i to %i',
    { timeout: 120_000 },
    async (from, to) => {
      for (let seed = from; seed <= to; seed += 1) {
        const { failure } = await playSeed(seed);
        expect(failure).toBeNull();
      }
    },
  );
});
