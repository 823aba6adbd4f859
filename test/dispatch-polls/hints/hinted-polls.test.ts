import { describe, expect, it } from 'vitest';
import type { Hints } from '../../../functions/activity/hints.ts';
import { pollsOf, sendHinted } from '../../../functions/dispatch-polls/hints/send-node.ts';
import { treasury, watchOf } from '../../support/alerts.ts';
import { DispatchWorld, silent } from '../../support/worlds/dispatch-world.ts';

const midnight = Date.parse('2026-01-02T00:00:00.000Z');
const firstMinute = midnight / 60_000;
const mark = {
  ...{ wallet: treasury, stamp: 'a sight', polledAt: null, block: 7 },
  seenAt: { unsure: firstMinute },
};
const hints: Hints = { ...silent, scanned: [5, 9] };

/** The polls of a wallet with hourly sweeps, at this many minutes after midnight. @param everySeconds its own interval */
function at(minutes: number, over: Partial<Hints> = {}, sweepStretch = 1, everySeconds = 60) {
  const row = { row: { wallet: treasury, chain: 'eth' }, watch: watchOf(), misspelt: [] };
  const last = firstMinute + minutes - 1;
  const tick = { at: new Date(midnight + minutes * 60_000), last, notBegun: new Map(), isBetween: false };
  const intervals = { everySeconds, sweepSeconds: 3_600 };
  return pollsOf(
    row,
    { ...hints, ...over },
    { stretch: 1, nodelessStretch: 1, sweepStretch },
    { ...tick, ...intervals },
  );
}
const day = Array.from({ length: 1_440 }, (_, n) => n);
const sweepsOf = (stretch: number, interval = 60) =>
  day.filter((n) => at(n, {}, stretch, interval).swept !== undefined);

describe('a wallet beside a node', () => {
  it("is swept at the plan's stretched interval, or at its own if that is longer", () => {
    const [often, stretched] = [sweepsOf(1), sweepsOf(2)];
    expect([often.length, stretched.length]).toEqual([24, 12]);
    expect(stretched.filter((n) => !often.includes(n))).toEqual([]);
    expect([sweepsOf(1, 14_400).length, sweepsOf(2, 14_400).length]).toEqual([6, 3]);
  });

  it('is swept at once after ticks that sent no sweeps, but not again for a tick that ran ahead', () => {
    const [sweep = 0] = sweepsOf(1);
    const isSwept = (minutes: number, through?: number) =>
      at(minutes, through === undefined ? {} : { sweptThrough: firstMinute + through }).swept !== undefined;
    expect(isSwept(sweep + 5)).toBe(false);
    expect(isSwept(sweep + 5, sweep - 1)).toBe(true);
    expect(isSwept(sweep + 5, sweep)).toBe(false);
    expect(at(sweep + 5, { sweptThrough: firstMinute + sweep - 1 }, 1, 3_600).swept).toBeDefined();
    // A second tick of the minute makes the same sweep.
    expect(isSwept(sweep, sweep)).toBe(true);
    expect(isSwept(sweep, sweep + 3)).toBe(true);
  });

  it('is polled once it was seen active, before others if no poll has succeeded since', () => {
    const seen = (over = {}) => at(1, { marks: new Map([[treasury, { ...mark, ...over }]]) }).active;
    const polls = [{ activity: { stamp: 'a sight', seenIn: mark.block } }];
    expect(seen()).toMatchObject({ kind: 'unsure', isFirst: true, polls });
    expect(seen({ polledAt: firstMinute, seenAt: { sent: firstMinute } })).toMatchObject({
      kind: 'sent',
      isFirst: false,
    });
    expect(seen({ polledAt: firstMinute + 1, seenAt: { unsure: firstMinute - 5 } })).toBeUndefined();
    expect(at(1).active).toBeUndefined();
  });
});

it.each([
  [true, { isBetween: false, isSpent: false }],
  [false, { isBetween: true, isSpent: false }],
  [false, { isBetween: false, isSpent: true }],
])('sweeps count as sent: %s, %j', async (areSweepsSent, of) => {
  const world = new DispatchWorld();
  const tick = { ...world.dependencies(), at: new Date(world.now), last: 0, notBegun: new Map(), ...of };
  const shares = { stretch: 1, nodelessStretch: 1, sweepStretch: 1, rows: 0, activity: null };
  const chain = { rows: [], credit: null, hints: silent, shares, allowance: null, pollsADay: 0 };
  expect(await sendHinted(chain, tick)).toMatchObject({ areSweepsSent });
});
