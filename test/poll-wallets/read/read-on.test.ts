import { describe, expect, it } from 'vitest';
import { idleOutcome, type PollOutcome } from '../../../functions/poll-wallets/poll-outcome.ts';
import { readingOf } from '../../../functions/poll-wallets/read/long-read.ts';
import { readOnWhileEarly } from '../../../functions/poll-wallets/read/read-on.ts';
import { type LongRead, neverPolled } from '../../../functions/state/cursor.ts';
import { NoSlot, UpstreamUnavailable } from '../../../functions/transfer/source-errors.ts';

const begun: LongRead = {
  name: 'read',
  begunAt: 1_000,
  below: 100,
  position: 'p0',
  refusals: 0,
  isLastLook: false,
  aged: null,
  young: null,
};
const outcomeAt = (reading: LongRead | null): PollOutcome => idleOutcome({ ...neverPolled, reading });

type Part = Partial<LongRead> | Error | null;

/** Goes on with a read whose parts take a second each, from ten seconds before the deadline. */
async function readOn(parts: readonly Part[], first: LongRead | null = begun) {
  let now = 5_000;
  let made = 0;
  const outcome = await readOnWhileEarly(
    outcomeAt(first),
    { now: () => now },
    { deadline: 15_000 },
    async (_, reading) => {
      const part = parts[made] ?? null;
      made += 1;
      now += 1_000;
      if (part instanceof Error) throw part;
      return outcomeAt(part && { ...reading, ...part });
    },
  );
  return { outcome, made };
}

const partsOf = (count: number): Part[] =>
  Array.from({ length: count }, (_, n) => ({ position: `p${n + 1}` }));

describe('a read that one part did not end', () => {
  it('goes on until it is through', async () => {
    expect(await readOn([{ position: 'p1' }, { position: 'p2' }, null])).toMatchObject({
      made: 3,
      outcome: { cursor: { reading: null } },
    });
    expect(await readOn([], null)).toMatchObject({ made: 0 });
  });

  it('goes on until half of the time is over', async () => {
    expect(await readOn(partsOf(9))).toMatchObject({
      made: 5,
      outcome: { cursor: { reading: { position: 'p5' } } },
    });
  });

  it('ends where a part moved neither its position nor its block', async () => {
    expect(await readOn([{ below: 99 }, { position: 'p1' }, {}, ...partsOf(3)])).toMatchObject({ made: 3 });
  });

  it('waits with what its parts have dealt with where the plan has no call left', async () => {
    expect(await readOn([{ position: 'p1' }, new NoSlot('no call left')])).toMatchObject({
      made: 2,
      outcome: { behind: true, waitsFor: 'no call left', cursor: { reading: { position: 'p1' } } },
    });
  });

  it('fails for any other reason', async () => {
    const away = new UpstreamUnavailable('time-out', null);
    await expect(readOn([away])).rejects.toBe(away);
  });

  it('begins anew six days after it began', () => {
    const at = (now: number) =>
      readingOf({ reading: begun }, { clock: { now: () => now, sleep: async () => {} } });
    expect(at(begun.begunAt + 6 * 86_400_000 - 1)).toBe(begun);
    expect(at(begun.begunAt + 6 * 86_400_000)).toBeNull();
  });
});
