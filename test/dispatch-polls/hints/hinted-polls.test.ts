import { describe, expect, it } from 'vitest';
import type { Hints } from '../../../functions/activity/hints.ts';
import { duePolls } from '../../../functions/dispatch-polls/due-polls.ts';
import { hintedPolls } from '../../../functions/dispatch-polls/hints/send-node.ts';
import { treasury, watchOf } from '../../support/alerts.ts';
import { silent } from '../../support/dispatch-world.ts';

const firstMinute = Date.parse('2026-01-02T00:00:00.000Z') / 60_000;
const row = { row: { wallet: treasury, chain: 'eth' }, watch: watchOf() };
const mark = {
  wallet: treasury,
  stamp: 'a sight',
  seenAt: { unsure: firstMinute },
  polledAt: null,
  block: 7,
};
const hints: Hints = { ...silent, scanned: [5, 9] };

/** The polls of a wallet with hourly sweeps, this many minutes after midnight. @param interval its own, in seconds */
function at(minutes: number, over: Partial<Hints> = {}, sweepStretch = 1, interval = 60) {
  const minute = firstMinute + minutes;
  const due = duePolls(row, interval, null, new Date(minute * 60_000));
  return hintedPolls(due, { ...hints, ...over }, { minute, sweepSeconds: 3_600, sweepStretch });
}
const day = Array.from({ length: 1_440 }, (_, n) => n);
const sweepsOf = (stretch: number) => day.filter((n) => at(n, {}, stretch).swept.length > 0);

describe('a wallet beside a node', () => {
  it('is swept twice as seldom if the plan stretches sweeps by two', () => {
    expect([sweepsOf(1).length, sweepsOf(2).length]).toEqual([24, 12]);
    const every = new Set(sweepsOf(1));
    expect(sweepsOf(2).every((n) => every.has(n))).toBe(true);
  });

  it('is swept by an interval of its own that is longer, stretched alike', () => {
    const sweeps = (stretch: number) => day.filter((n) => at(n, {}, stretch, 14_400).swept.length > 0);
    expect([sweeps(1).length, sweeps(2).length]).toEqual([6, 3]);
  });

  it('is swept at once after ticks that sent no sweeps, and not again for a tick that ran ahead', () => {
    const [sweep = 0] = sweepsOf(1);
    const through = (n: number) => ({ sweptThrough: firstMinute + n });
    expect(at(sweep + 5).swept).toEqual([]);
    expect(at(sweep + 5, through(sweep - 1)).swept).toHaveLength(1);
    expect(at(sweep + 5, through(sweep)).swept).toEqual([]);
    // A second tick of the minute makes the same sweep.
    expect(at(sweep, through(sweep)).swept).toHaveLength(1);
    expect(at(sweep, through(sweep + 3)).swept).toHaveLength(1);
  });

  it('is swept with the blocks that its scans have read, if there are any', () => {
    const [sweep = 0] = sweepsOf(1);
    expect(at(sweep).swept).toMatchObject([{ activity: { stamp: null, seenIn: 0, sweep: [5, 9] } }]);
    const marks = new Map([[treasury, mark]]);
    expect(at(sweep, { marks }).swept).toMatchObject([
      { activity: { stamp: mark.stamp, seenIn: mark.block, sweep: [5, 9] } },
    ]);
    expect(at(sweep, { scanned: null }).swept).toMatchObject([{ activity: { stamp: null, sweep: null } }]);
  });

  it('is polled once it was seen active, first of all if no poll since has succeeded', () => {
    const seen = (over = {}) => at(1, { marks: new Map([[treasury, { ...mark, ...over }]]) }).active;
    expect(seen()).toMatchObject({
      kind: 'unsure',
      isFirst: true,
      polls: [{ activity: { stamp: 'a sight', seenIn: mark.block } }],
    });
    expect(seen({ polledAt: firstMinute, seenAt: { sent: firstMinute } })).toMatchObject({
      kind: 'sent',
      isFirst: false,
    });
    expect(seen({ polledAt: firstMinute + 1, seenAt: { unsure: firstMinute - 5 } })).toBeNull();
    expect(at(1).active).toBeNull();
  });
});
