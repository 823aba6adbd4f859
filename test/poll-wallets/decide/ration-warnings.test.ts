import { describe, expect, it } from 'vitest';
import type { JudgedTransfer } from '../../../functions/poll-wallets/decide/judge-transfer.ts';
import { rationWarnings } from '../../../functions/poll-wallets/decide/ration-warnings.ts';
import { exchange, poisoningAlert } from '../../support/alerts.ts';

const now = '2026-01-02T03:04:05.000Z';
const nobodyWarned = { warnedToday: null };

/** A transfer that its own verdict would report, with a first warning of the named imitation. */
const warnedOf = (name: string) =>
  ({
    key: name,
    outcome: 'hidden',
    unwarned: 'told',
    warning: poisoningAlert({ id: name }),
    imitations: [[name, { imitates: exchange, proven: true, told: false }]],
  }) as unknown as JudgedTransfer;
const quiet = { key: 'quiet', outcome: 'told', unwarned: 'told', warning: null } as JudgedTransfer;

const warningsOf = (judged: readonly JudgedTransfer[]) =>
  judged.map(({ warning }) => warning && [warning.id, warning.others]);
const toldOf = ({ imitations }: JudgedTransfer) => imitations.map(([mark, one]) => [mark, one?.told]);

describe('warnings of imitating addresses', () => {
  it('are three in a poll, and the last one counts all others', () => {
    const judged = rationWarnings([...'abcde'].map(warnedOf), nobodyWarned, 0, now);
    expect(warningsOf(judged)).toEqual([['a', 0], ['b', 0], ['c', 2], null, null]);
    expect(judged.map(({ outcome }) => outcome)).toEqual(Array(5).fill('hidden'));
    const [first, , last, unsaid] = judged as [
      JudgedTransfer,
      JudgedTransfer,
      JudgedTransfer,
      JudgedTransfer,
    ];
    expect(toldOf(first)).toEqual([['a', true]]);
    expect(toldOf(last)).toEqual([
      ['c', true],
      ['d', true],
      ['e', true],
    ]);
    expect(toldOf(unsaid)).toEqual([['d', false]]);
  });

  it('are fewer if the poll has reported some before; a transfer without a warning is handled like any other', () => {
    const rationed = (told: number) => rationWarnings([...'abc'].map(warnedOf), nobodyWarned, told, now);
    expect(warningsOf(rationed(2))).toEqual([['a', 2], null, null]);
    for (const none of [rationed(3), rationed(4)]) {
      expect(warningsOf(none)).toEqual([null, null, null]);
      expect(none.map(({ outcome }) => outcome)).toEqual(Array(3).fill('told'));
      expect(none.flatMap(toldOf).every(([, told]) => told === false)).toBe(true);
    }
  });

  it.each([
    ['2026-01-02', 9, [['a', 1], null]],
    ['2026-01-02', 10, [null, null]],
    [
      '2026-01-01',
      10,
      [
        ['a', 0],
        ['b', 0],
      ],
    ],
  ])('are ten a UTC day: on %s there were %i', (day, count, warnings) => {
    const known = { warnedToday: { day, count } };
    expect(warningsOf(rationWarnings([...'ab'].map(warnedOf), known, 0, now))).toEqual(warnings);
  });

  it('are one for each imitation; the next transfer from it is handled like any other', () => {
    const judged = rationWarnings([warnedOf('a'), warnedOf('a'), quiet], nobodyWarned, 0, now);
    expect(warningsOf(judged)).toEqual([['a', 0], null, null]);
    expect(judged.map(({ outcome }) => outcome)).toEqual(['hidden', 'told', 'told']);
    expect(judged[2]).toBe(quiet);
  });
});
