import { expect, it } from 'vitest';
import { judgeRatio, knownMisses } from './known-misses.ts';

const known = [{ name: 'slow', ratio: 3, reason: 'it reads everything' }];
const of = (name: string, ratio: number, goal: number | null) => judgeRatio({ name, ratio, goal }, known);

it('the bench fails for each goal that is missed, unless that is known and no worse than known', () => {
  expect(of('new', 1.51, 1.5)).toEqual({ remark: ' (goal 1.5: missed)', fails: true });
  expect(of('new', 1.5, 1.5)).toEqual({ remark: '', fails: false });
  expect(of('new', 9, null)).toEqual({ remark: '', fails: false });
  expect(of('slow', 3.4, 1.5)).toEqual({
    remark: ' (goal 1.5: missed, as is known: it reads everything)',
    fails: false,
  });
  expect(of('slow', 3.5, 1.5)).toEqual({
    remark: ' (goal 1.5: missed by more than the known 3)',
    fails: true,
  });
  expect(of('slow', 1.4, 1.5)).toMatchObject({ remark: expect.stringContaining('met'), fails: false });
});

it('each known miss is of one measurement', () => {
  const names = knownMisses.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
