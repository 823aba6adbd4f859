import { expect, it } from 'vitest';
import { playSeed } from './play-seed.ts';

const perTest = 10;

/** Tests that play the stories of these seeds; `npm run simulate` plays any number. Files of them run side by side. */
export function keepGuarantees(first: number, last: number): void {
  const starts = Array.from({ length: (last - first + 1) / perTest }, (_, i) => first + i * perTest);
  it.each(starts)(
    'every guarantee is kept in the ten stories from seed %i on',
    { timeout: 120_000 },
    async (from) => {
      for (let seed = from; seed < from + perTest; seed += 1) {
        const { failure } = await playSeed(seed);
        expect(failure).toBeNull();
      }
    },
  );
}
