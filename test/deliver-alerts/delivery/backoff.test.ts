import { expect, it } from 'vitest';
import { afterTry, backoffMs } from '../../../functions/deliver-alerts/delivery/after-try.ts';

it.each([
  [1, 5],
  [2, 10],
  [3, 20],
  [8, 640],
  [9, 900],
  [10, 900],
  [5_000, 900],
])('after %i failed tries the next one waits %i seconds', (tries, seconds) => {
  expect(backoffMs(tries)).toBe(seconds * 1_000);
});

it.each([
  [86_399_999, ['put', 'hide'], false],
  [86_400_000, ['bury', 'remove'], true],
])('a message that fails %d ms after its first try does %j', async (age, does, hasLeft) => {
  const done: string[] = [];
  const calls = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, async () => void done.push(name)]));
  const delivery = {
    clock: { now: () => 1_800_000_000_000 },
    failing: { tryFailed: async () => {} },
    line: calls('put', 'remove'),
    queue: calls('hide', 'bury'),
    count() {},
  } as never as Parameters<typeof afterTry>[3];
  const tried = {
    outcome: { kind: 'failed' },
    answered: { status: '503', reason: '503' },
    target: { fingerprint: 'f' },
  } as never as Parameters<typeof afterTry>[1];
  const before = { tries: 300, firstTriedAt: 1_800_000_000_000 - age };
  expect(await afterTry({} as never, tried, before, delivery)).toBe(hasLeft);
  expect(done).toEqual(does);
});
