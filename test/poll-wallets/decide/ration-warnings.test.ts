import { describe, expect, it } from 'vitest';
import type { JudgedTransfer } from '../../../functions/poll-wallets/decide/judge-transfer.ts';
import { rationWarnings } from '../../../functions/poll-wallets/decide/rations.ts';
import { exchange, poisoningAlert } from '../../support/alerts.ts';

/** A transfer to be reported by its own verdict, with a first warning about the named imitation. */
const warnedOf = (name: string) =>
  ({
    ...{ key: name, outcome: 'hidden', outcomeUnwarned: 'told', warning: poisoningAlert({ id: name }) },
    imitations: [[name, { imitates: exchange, proven: true, told: false }]],
  }) as unknown as JudgedTransfer;
const quiet = { key: 'quiet', outcome: 'told', outcomeUnwarned: 'told', warning: null } as JudgedTransfer;

const ration = (
  names: string,
  alreadyWarned = 0,
  ...warnedToday: readonly ({ day: string; count: number } | null)[]
) => {
  const known = warnedToday.map((one) => ({ warnedToday: one }));
  return rationWarnings([...names].map(warnedOf), known, alreadyWarned, '2026-01-02T03:04:05.000Z');
};
/** `a 2` is a warning about `a` that stands for two others; `told` or `hidden`: the transfer has no warning. */
const warningsOf = (judged: readonly JudgedTransfer[]) =>
  judged.map(({ warning, outcome }) => (warning ? `${warning.id} ${warning.others}` : outcome)).join(', ');
const toldOf = (judged: readonly JudgedTransfer[]) =>
  judged.map(({ imitations }) => imitations.map(([mark, one]) => `${one?.told ? mark : ''}`).join(''));

describe('warnings of imitating addresses', () => {
  it('are three in a poll; the last one counts all others, which then count as reported', () => {
    const judged = ration('abcde');
    expect(warningsOf(judged)).toBe('a 0, b 0, c 2, hidden, hidden');
    expect(judged.map(({ outcome }) => outcome)).toEqual(Array(5).fill('hidden'));
    expect(toldOf(judged)).toEqual(['a', 'b', 'cde', '', '']);
  });

  it.each([
    ['two in this poll', 2, null, 'a 2, hidden, hidden'],
    ['three in this poll', 3, null, 'told, told, told'],
    ['four in this poll', 4, null, 'told, told, told'],
    ['nine on this UTC day', 0, { day: '2026-01-02', count: 9 }, 'a 2, hidden, hidden'],
    ['ten on this UTC day', 0, { day: '2026-01-02', count: 10 }, 'told, told, told'],
    ['ten on the day before', 0, { day: '2026-01-01', count: 10 }, 'a 0, b 0, c 0'],
  ])('are fewer after %s; a transfer without one is handled like any other', (_what, poll, today, left) => {
    const judged = ration('abc', poll, today, null);
    expect(warningsOf(judged)).toBe(left);
    if (left.startsWith('told')) expect(toldOf(judged).join('')).toBe('');
  });

  it('are ten on a UTC day, in both watches of a row together', () => {
    const day = '2026-01-02';
    const judged = ration('abc', 0, { day, count: 6 }, { day, count: 3 });
    expect(warningsOf(judged)).toBe('a 2, hidden, hidden');
  });

  it('are one for each imitation; the next transfer from it is handled like any other', () => {
    const judged = rationWarnings([warnedOf('a'), warnedOf('a'), quiet], [], 0, '2026');
    expect(warningsOf(judged)).toBe('a 0, told, told');
    expect(judged[2]).toBe(quiet);
  });
});
