import { describe, expect, it } from 'vitest';
import { freshMarks, kindAsking, lastSeen, type Mark, replacesMark } from '../../functions/activity/marks.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const markOf = (seenAt: Mark['seenAt'], polledAt: number | null): Mark => ({
  ...{ wallet: alice, stamp: 'before', seenAt, polledAt, block: 50 },
});

describe('a mark', () => {
  it.each<[string, Mark['seenAt'], number | null, number, string | null]>([
    ['polled in its minute, in that minute', { unsure: 100 }, 100, 100, 'unsure'],
    ['missed at the last point', { unsure: 100 }, 107, 200, 'unsure'],
    ['of two kinds, by the dearer', { unsure: 100, sent: 100 }, 100, 101, 'sent'],
    ['of two kinds, the dearer polled', { unsure: 101, sent: 92 }, 101, 102, 'unsure'],
    ['that lies ahead', { unsure: 100 }, 99, 99, null],
  ])('%s asks for a poll, or not', (_what, seenAt, polledAt, minute, kind) => {
    expect(kindAsking(markOf(seenAt, polledAt), minute)).toBe(kind);
  });

  it('was last seen at the newest time of its kinds', () => {
    expect(lastSeen(markOf({ sent: 90, unsure: 100 }, null))).toBe(100);
  });
});

describe('activity that a scan saw', () => {
  const seen = (kind: 'sent' | 'sure' | 'unsure') => ({
    seen: new Map([[alice, { kind, blocks: [51, 53, 52] }]]),
    rewoundTo: null,
  });
  const markAfter = (before: Mark, kind: 'sent' | 'sure' | 'unsure' = 'unsure') =>
    freshMarks(seen(kind), [], new Map([[alice, before]]), 200, 'now')[0];

  it('is marked with its newest block', () => {
    expect(freshMarks(seen('sure'), [], new Map(), 200, 'now')).toEqual([
      { wallet: alice, stamp: 'now', seenAt: { sure: 200 }, polledAt: null, block: 53 },
    ]);
  });

  it.each<[string, Mark['seenAt'], number | null, Mark['seenAt']]>([
    ['dearer activity whose tail is not over', { sent: 198 }, 199, { sent: 198, unsure: 200 }],
    ['dearer activity that no poll has met', { sure: 100 }, null, { sure: 100, unsure: 200 }],
    ['no dearer activity whose tail is over', { sent: 190 }, 199, { unsure: 200 }],
  ])('keeps %s', (_what, before, polledAt, seenAt) => {
    expect(markAfter(markOf(before, polledAt))?.seenAt).toEqual(seenAt);
  });

  it('is not prolonged by earlier strangers', () => {
    expect(markAfter(markOf({ unsure: 199 }, 199), 'sure')?.seenAt).toEqual({ sure: 200 });
  });

  it('keeps its block if coin of an older block is read later', () => {
    const { block } = markAfter({ ...markOf({ sure: 199 }, 199), block: 70 }) ?? {};
    expect(block).toBe(70);
  });

  it('of a new wallet counts as a poll that it needs', () => {
    const marks = freshMarks(seen('unsure'), [alice, bob], new Map(), 200, 'now');
    expect(marks.map(({ wallet, seenAt }) => [wallet, seenAt])).toEqual([
      [alice, { sure: 192, unsure: 200 }],
      [bob, { sure: 192 }],
    ]);
  });
});

it.each<[string, number | null, Mark['seenAt'] | null]>([
  ['is active again in each kind in which it was active', 50, { sent: 200, unsure: 200 }],
  ['that was seen only in older blocks stays as it is', 51, null],
  ['stays as it is without a re-org', null, null],
])('after a re-org a wallet %s', (_what, rewoundTo, seenAt) => {
  const before = markOf({ sent: 195, unsure: 197 }, 196);
  const marks = freshMarks({ seen: new Map(), rewoundTo }, [], new Map([[alice, before]]), 200, 'now');
  expect(marks).toEqual(seenAt === null ? [] : [{ ...before, stamp: 'now', polledAt: null, seenAt }]);
});

it.each<[string, Partial<Mark>, Mark['seenAt'], boolean]>([
  ['whose poll was made is written', { polledAt: 196 }, { unsure: 197 }, true],
  ['that waits for its poll is not', {}, { unsure: 202 }, false],
  ['that has waited for eight minutes is written', {}, { unsure: 203 }, true],
  ['that is dearer is written at once', {}, { sure: 197 }, true],
  ['whose money left is written at once', {}, { sent: 197 }, true],
])('a sight of a wallet %s', (_what, over, seenAt, isWritten) => {
  expect(replacesMark(markOf(seenAt, null), { ...markOf({ unsure: 195 }, null), ...over })).toBe(isWritten);
});

it('newcomers that a tick has marked before it died are not marked again: of 100,000 each tick marks more', () => {
  const marked = (minute: number, before: readonly Mark[]) =>
    freshMarks(
      { seen: new Map(), rewoundTo: null },
      [alice, bob],
      new Map(before.map((one) => [one.wallet, one])),
      minute,
      String(minute),
    );
  const [first] = marked(200, []);
  if (first === undefined) throw new Error('no mark');
  expect(marked(201, [first]).map(({ wallet }) => wallet)).toEqual([bob]);
  expect(marked(201, [{ ...first, polledAt: 200 }]).map(({ wallet }) => wallet)).toEqual([alice, bob]);
});
