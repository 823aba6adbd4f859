import { describe, expect, it } from 'vitest';
import { LedgerBroken } from '../../../functions/poll-wallets/assert-ledger.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { positionOf } from '../../../functions/state/place.ts';
import { quietRow } from '../../../functions/state/row.ts';
import { runStory } from '../run-story.ts';
import { storiesFromReport } from './from-report.ts';

const wallet = `0x${'ab'.repeat(20)}`;
const rowAt = (block: number, status: 'told' | 'hidden') => {
  const { place } = quietRow({ block, order: '', key: '' }, status, 0);
  return { position: positionOf(place, 7), status, turn: null };
};
const { report } = new LedgerBroken({
  broken: 'A batch would have two rows of one transfer.',
  wallet,
  chain: 'eth',
  cursor: { ...neverPolled, block: 100, newest: 100, settled: 90 },
  advance: {},
  rows: [rowAt(101, 'told'), rowAt(101, 'hidden'), rowAt(103, 'told')],
});

describe('the report of a broken ledger', () => {
  const stories = storiesFromReport(JSON.stringify({ level: 'ERROR', report }));

  it('becomes a story of its wallet, with a transfer for each row, in blocks as far apart', () => {
    const transfers = stories[0]?.events.filter(({ what }) => what === 'transfer');
    expect(stories[0]?.rows).toMatchObject([{ wallet, chain: 'eth' }]);
    expect(transfers?.map(({ at }) => at)).toEqual([180_000, 180_000, 204_000]);
    expect(transfers?.map((one) => 'token' in one && one.token)).toEqual([0, 3, 0]);
  });

  it('is also played with a crash at each await of a poll', () => {
    const crashes = stories.flatMap(({ events }) => events.filter(({ what }) => what === 'crash'));
    expect(new Set(crashes.map((one) => 'point' in one && one.point))).toContain('record rows');
    expect(new Set(stories.map(({ seed }) => seed)).size).toBe(stories.length);
  });

  it('keeps every guarantee if nothing is wrong, and reports its transfers', async () => {
    const [first] = stories;
    if (first === undefined) throw new Error('there is no story');
    const { complaints, counts } = await runStory(first);
    expect(complaints).toEqual([]);
    expect(counts.byKind.get('alert: transfer.received')).toBe(2);
  });

  it('becomes a story from its cursor alone if there were no rows to write', () => {
    const [first] = storiesFromReport(JSON.stringify({ ...report, rows: [] }));
    expect(first?.events.filter(({ what }) => what === 'transfer')).toHaveLength(2);
  });
});
