import { beforeEach, describe, expect, it } from 'vitest';
import {
  announcedPerImport,
  createAnnouncements,
  importSummary,
} from '../../functions/incidents/announcements.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';

let now: number;
let table: LaggingTable;
let published: string[];
beforeEach(() => {
  now = 1_700_000_000_000;
  table = new LaggingTable();
  published = [];
});

const worker = (opened = table.opened) => createAnnouncements(opened, { now: () => now });

async function watchesBegin(count: number): Promise<boolean[]> {
  const claimed: boolean[] = [];
  for (let n = 0; n < count; n += 1) claimed.push(await worker().claim());
  return claimed;
}

const tick = (beginning = 0) =>
  worker().summarise(beginning, async ({ reason }) => void published.push(reason));
const counts = () => published.map((reason) => Number.parseInt(reason, 10));

/** A tick that dies before its first step at 1, after it at 2, before its second step at 3 and so on. */
async function dyingTick(diesAt: number): Promise<void> {
  let steps = 0;
  const survives = () => {
    steps += 1;
    if (steps === diesAt) throw new Error('killed');
  };
  const dying =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      survives();
      const result = await work(...args);
      survives();
      return result;
    };
  const { get, update } = table.opened;
  const opened = { ...table.opened, get: dying(get), update: dying(update) };
  await worker(opened).summarise(
    0,
    dying(async ({ reason }) => void published.push(reason)),
  );
}

describe('wallets that begin one after another', () => {
  it('are announced up to the tenth', async () => {
    expect(await watchesBegin(12)).toEqual([...Array(10).fill(true), false, false]);
  });

  it('are counted once each if several begin at one moment', async () => {
    const claimed = await Promise.all(Array.from({ length: 14 }, () => worker().claim()));
    expect(claimed.filter((announced) => announced)).toHaveLength(announcedPerImport);
    await tick();
    expect(counts()).toEqual([14]);
  });

  it('are another import only ten minutes after the last one', async () => {
    await watchesBegin(12);
    now += 599_999;
    expect(await watchesBegin(1)).toEqual([false]);
    now += 600_000;
    expect(await watchesBegin(1)).toEqual([true]);
    await tick();
    expect(published).toEqual([]);
    await watchesBegin(10);
    await tick();
    expect(counts()).toEqual([11]);
  });
});

describe('the summary of an import', () => {
  it('is published once, whatever other ticks run after or beside it', async () => {
    await watchesBegin(12);
    await Promise.all([tick(), tick()]);
    for (let minute = 0; minute < 4; minute += 1) {
      now += 59_000;
      await tick();
    }
    expect(published).toEqual([importSummary(12, now).reason]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is published by a later tick if one dies at step %s, and repeated if it was already out',
    async (diesAt) => {
      await watchesBegin(12);
      await expect(dyingTick(diesAt)).rejects.toThrow('killed');
      for (let minute = 0; minute < 4; minute += 1) {
        now += 59_000;
        await tick();
      }
      const isOut = diesAt === 6 || diesAt === 7; // behind publishing, before it is noted
      expect(published).toHaveLength(isOut ? 2 : 1);
    },
  );

  it('waits for wallets that have not begun, at most ninety seconds after the last one', async () => {
    await watchesBegin(12);
    now += 89_999;
    await tick(1);
    expect(published).toEqual([]);
    now += 1;
    await tick(1);
    expect(counts()).toEqual([12]);
  });

  it('comes again for wallets that began meanwhile', async () => {
    await watchesBegin(12);
    await tick();
    await watchesBegin(3);
    now += 59_000;
    await tick();
    expect(counts()).toEqual([12, 15]);
  });

  it('is not made for ten wallets, which were all announced, or for none', async () => {
    await tick();
    await watchesBegin(10);
    await tick();
    expect(published).toEqual([]);
  });
});
