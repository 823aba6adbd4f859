import { beforeEach, describe, expect, it } from 'vitest';
import { announceImport } from '../../../functions/dispatch-polls/rows/announce-import.ts';
import { createAnnouncements } from '../../../functions/incidents/announcements.ts';
import type { OperationsMessage } from '../../../functions/incidents/operations-message.ts';
import { LaggingTable } from '../../support/lagging-table.ts';
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts';

let table: LaggingTable;
let clock: VirtualClock;
let published: string[];
beforeEach(() => {
  table = new LaggingTable();
  table.lags = false;
  clock = virtualClock({ passes: true });
  published = [];
});

/** @param diesAt it dies before its first call at 1, after it at 2, before its second call at 3 and so on */
function tick(diesAt = Number.POSITIVE_INFINITY): Promise<void> {
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
  const { unsummarised, claimSummary, markSummarised, claim } = createAnnouncements(table.opened, clock);
  return announceImport(0, {
    clock,
    announcements: {
      claim,
      unsummarised: dying(unsummarised),
      claimSummary: dying(claimSummary),
      markSummarised: dying(markSummarised),
    },
    publishOperations: dying(async ({ reason }) => void published.push(reason)),
  });
}

async function watchesBegin(wallets: number): Promise<void> {
  const { claim } = createAnnouncements(table.opened, clock);
  for (let wallet = 0; wallet < wallets; wallet += 1) await claim();
}

/** Minutes of ticks, as they come. */
async function ticks(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await clock.sleep(60_001);
    await tick();
  }
}

describe('the summary of an import', () => {
  it('is published once, whatever ticks come after it and beside it', async () => {
    await watchesBegin(12);
    await Promise.all([tick(), tick()]);
    await ticks(4);
    expect(published).toEqual([expect.stringMatching(/^12 wallets are watched since this import/)]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is published by a later tick if one dies at step %s, and repeated if it was out by then',
    async (diesAt) => {
      await watchesBegin(12);
      await expect(tick(diesAt)).rejects.toThrow('killed');
      await ticks(4);
      const isOut = diesAt === 6 || diesAt === 7; // behind publishing, before it is noted
      expect(published).toHaveLength(isOut ? 2 : 1);
    },
  );

  it('comes again with wallets that began meanwhile', async () => {
    await watchesBegin(12);
    await tick();
    await watchesBegin(3);
    await ticks(2);
    expect(published).toHaveLength(2);
    expect(published[1]).toMatch(/^15 wallets/);
  });

  it('is not made of ten wallets, which were all announced', async () => {
    await watchesBegin(10);
    await ticks(2);
    expect(published).toEqual([]);
  });
});

it('the summary says how many wallets are watched and which of them were announced', async () => {
  const published: OperationsMessage[] = [];
  await announceImport(3, {
    announcements: {
      claim: async () => true,
      unsummarised: async (beginning) => (beginning === 3 ? 250 : null),
      claimSummary: async (count) => count === 250,
      markSummarised: async () => {},
    },
    publishOperations: async (message) => void published.push(message),
    clock: { now: () => Date.parse('2026-01-02T03:04:05.000Z') },
  });
  expect(published).toEqual([
    {
      version: 1,
      type: 'wallets.watching',
      state: 'ended',
      wallet: null,
      chain: null,
      reason: '250 wallets are watched since this import; 10 of them were announced by an alert.',
      whatToDo: 'Nothing: new transfers of all of them are reported from now on.',
      at: '2026-01-02T03:04:05.000Z',
      about: { detail: '250 since this import' },
    },
  ]);
});
