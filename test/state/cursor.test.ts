import { describe, expect, it } from 'vitest';
import { type Cursor, fromCursorItem, neverPolled } from '../../functions/state/cursor.ts';
import { sizeOf } from '../bench/day/item-size.ts';
import { times } from '../poll-wallets/story.ts';

const now = Date.parse('2026-01-02T03:04:05.000Z');
const incident = { since: now, reason: `The API answered 400: ${'x'.repeat(200)}`, published: true };
/** The length of the API document's own example. */
const position = 'eyJ'.padEnd(300, 'k');

const ration = (side: string) => ({
  hour: 490_000,
  ofHour: 10,
  ofDay: 30,
  digestFrom: now,
  waiting: {
    digest: `${side}${now + 5}`,
    from: 17_999_001,
    to: 18_000_002,
    due: now,
    hidden: 30_000,
    count: 29_999,
  },
});

/** A cursor with all attributes that it can have at a time. */
const full: Cursor = (() => {
  const advance = {
    start: { since: '2026-01-02T03:04:05.000Z', block: 18_000_000, timedTo: 18_000_001 },
    firstTry: { at: '2026-01-02T03:04:05.000Z', bulk: true },
    block: 18_000_000,
    anchor: { block: 17_999_999, minedAt: now / 1_000 },
    settled: 17_999_000,
    newest: 18_000_002,
    reading: {
      ...{ name: '6f1ed002', begunAt: now, below: 17_999_500, position },
      ...{
        refusals: 2,
        held: 60_000,
        isBelowOthers: false,
        isFinalLook: false,
        aged: 17_999_400,
        young: 17_999_401,
      },
    },
    rations: { in: ration('in'), out: ration('out') },
    abandoned: times(6, (n) => ({ batch: now + n, to: 18_000_000 })),
  };
  const open = { batch: now + 7, rows: 2_500, from: 17_999_001, to: 18_000_002, lease: now + 30_000 };
  // Start and abandoned batches change even if no read continues.
  const { start, firstTry, abandoned, ...next } = advance;
  return {
    version: now + 7,
    born: now,
    ...advance,
    open: { ...open, messages: 12, published: 11, next },
    source: 'node',
    sourceSince: now,
    failing: incident,
    behind: { ...incident, published: false },
  };
})();

/** Items as polls read them: numbers as digits. */
const asRead = (item: unknown): unknown =>
  JSON.parse(JSON.stringify(item), (_, value) => (typeof value === 'number' ? String(value) : value));

describe("a watch's cursor", () => {
  it.each([
    ['that never was polled', neverPolled],
    ['whose first poll failed', { ...neverPolled, version: 1, firstTry: full.firstTry }],
    ['with all that it can have', full],
  ])('%s comes back from its item as it was', (_which, cursor) => {
    expect(fromCursorItem(asRead(cursor), now)).toEqual(cursor);
  });

  it('takes two write units with all attributes except incidents, otherwise three', () => {
    expect(sizeOf({ ...full, failing: null, behind: null })).toBeLessThan(2_048);
    expect(sizeOf(full)).toBeLessThan(3_072);
  });

  it('counts as never polled once it has expired, but its version continues, so that no batch number is used twice', () => {
    const item = { ...full, expiresAt: now / 1_000 };
    expect(fromCursorItem(item, now - 1)).toEqual(full);
    expect(fromCursorItem(item, now)).toEqual({ ...neverPolled, version: full.version });
  });

  it.each([{ version: 'x' }, { abandoned: 'no list' }, { open: {} }, { reading: {} }, { start: undefined }])(
    'is not read from a malformed item: %o',
    (wrong) => {
      expect(() => fromCursorItem({ ...full, ...wrong }, now)).toThrow();
    },
  );
});
