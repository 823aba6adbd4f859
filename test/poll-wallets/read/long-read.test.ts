import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import type { StormTurn } from '../../../functions/poll-wallets/dependencies.ts';
import { idleOutcome, type PollOutcome } from '../../../functions/poll-wallets/poll-outcome.ts';
import {
  readingOf,
  readOn,
  readOnWhileEarly,
  readThefts,
  stormTurn,
} from '../../../functions/poll-wallets/read/long-read.ts';
import { type LongRead, neverPolled } from '../../../functions/state/cursor.ts';
import type { HistoryTable } from '../../../functions/state/history-table.ts';
import type { PageRequest, SourcePage } from '../../../functions/transfer/source.ts';
import {
  NoSlot,
  PositionRefused,
  TurnMissed,
  UpstreamUnavailable,
} from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { exchange, party, treasury, watchOf } from '../../support/alerts.ts';
import { begunCursor, longRead, ownTurn, transferIn } from '../../support/reads.ts';

const watch = watchOf();
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const cursor = begunCursor({ settled: 10, block: 15 });
const reading = longRead({ begunAt });

type Page = Partial<SourcePage> | Error;

const limits = { deadline: begunAt + 60_000, publishUntil: begunAt };

/** Continues a read whose source gives these pages, one more after each refusal. */
async function goOn(
  pages: readonly Page[],
  change: Partial<LongRead> = {},
  seen: readonly Transfer[] = [],
  isKept = true,
) {
  const asked: Pick<PageRequest, 'to' | 'position'>[] = [];
  const left = [...pages];
  async function* source({ to, position }: PageRequest): AsyncGenerator<SourcePage> {
    asked.push({ to, position });
    for (let page = left.shift(); page !== undefined; page = left.shift()) {
      if (page instanceof Error) throw page;
      yield { transfers: [], unreadable: [], next: null, ...page };
    }
  }
  const history = {
    rowsAbove: async () => [],
    held: async () => [transferIn(30)],
  } as unknown as HistoryTable;
  const clock = { now: () => begunAt, sleep: async () => {} };
  const poll = { watch, limits, source: { open: async () => {}, pages: source }, history, clock };
  const part = { reading: { ...reading, ...change }, isKept, seen: withKeys(seen) };
  const read = await readOn(cursor, part, poll);
  const blocks = read.transfers.map(({ transfer }) => transfer.blockNumber);
  return { read, asked, blocks, ahead: read.ahead.map(({ transfer }) => transfer.blockNumber) };
}

describe('a read that continues', () => {
  const end = { transfers: [transferIn(18)], next: null };
  /** Twenty pages of one block. */
  const more = Array.from({ length: 20 }, (_, logIndex) => ({
    transfers: [transferIn(20, { logIndex })],
    next: 'p1',
  }));

  it('continues from its block down if it has no position, or if the source refuses it', async () => {
    expect((await goOn([end], { position: '' })).asked).toEqual([{ to: 20, position: null }]);
    expect((await goOn([new PositionRefused('expired'), end])).asked).toEqual([
      { to: null, position: 'p0' },
      { to: 20, position: null },
    ]);
    // However often it was refused: before its first transfer there is no block to give up.
    const unplaced = { below: null, position: '', refusals: 3 };
    expect((await goOn([end], unplaced)).asked).toEqual([{ to: null, position: null }]);
    const away = new UpstreamUnavailable('time-out', null);
    await expect(goOn([away, end])).rejects.toBe(away);
  });

  it.each<[string, readonly Page[], Partial<LongRead>, boolean, number]>([
    ['ends with a position that the source takes at the next poll', more, { refusals: 2 }, true, 0],
    ['goes on with a position of the same poll', more, { refusals: 2 }, false, 2],
    ['goes on without a position', more, { refusals: 1, position: '' }, false, 2],
    [
      'ends at a lower block',
      [{ transfers: [transferIn(19)], next: 'p1' }, ...more],
      { refusals: 2 },
      false,
      0,
    ],
    [
      'ends without a call left',
      [...more.slice(0, 1), new NoSlot('no call left')],
      { refusals: 2 },
      false,
      0,
    ],
  ])('a row of refusals %s', async (_what, pages, change, isKept, refusals) => {
    expect((await goOn(pages, change, [], isKept)).read.reading?.refusals).toBe(refusals);
  });

  it('ends at a page without news, unless it takes its final look', async () => {
    const past = { transfers: [transferIn(12, { blockTimestamp: '2025-01-01T00:00:00.000Z' })], next: 'p1' };
    expect((await goOn([past, end])).blocks).toEqual([12, 30]);
    expect((await goOn([past, end], { isFinalLook: true })).blocks).toEqual([12, 18, 30]);
  });

  it("returns a look ahead's transfers up to its own highest block, and each of its own once", async () => {
    const seen = [transferIn(17), transferIn(18), transferIn(30), transferIn(31)];
    expect((await goOn([end], {}, seen)).ahead).toEqual([17]);
    expect((await goOn([end], {}, [transferIn(30, { value: 7n })])).ahead).toEqual([30]);
  });
});

it('includes thefts from a look ahead, which do not advance it', async () => {
  const theft = transferIn(40, { from: party(treasury), to: party(exchange) });
  const poll = { watch, history: { rowsAbove: async () => [] } as unknown as HistoryTable, turn: ownTurn };
  const read = (...seen: Transfer[]) => readThefts(cursor, reading, withKeys(seen), poll);
  expect(await read(transferIn(41))).toBeNull();
  const found = await read(transferIn(41), theft);
  expect(found).toMatchObject({ transfers: [], reading, ahead: [{ transfer: theft }] });
  expect(found?.ahead).toHaveLength(1);
});

const begunRead: LongRead = { ...reading, begunAt: 1_000, below: 100 };
const outcomeAt = (reading: LongRead | null): PollOutcome => idleOutcome({ ...neverPolled, reading });

type Part = Partial<LongRead> | Error | null;

/** Continues a read whose parts take a second each, starting ten seconds before the deadline. */
async function goOnWhileEarly(parts: readonly Part[], first: LongRead | null = begunRead) {
  let now = 5_000;
  let made = 0;
  const outcome = await readOnWhileEarly(
    outcomeAt(first),
    {
      clock: { now: () => now, sleep: async () => {} },
      limits: { ...limits, deadline: 15_000 },
      turn: ownTurn,
    },
    async (_, reading) => {
      const part = parts[made] ?? null;
      made += 1;
      now += 1_000;
      if (part instanceof Error) throw part;
      return outcomeAt(part && { ...reading, ...part });
    },
  );
  return { outcome, made };
}

const partsOf = (count: number): Part[] =>
  Array.from({ length: count }, (_, n) => ({ position: `p${n + 1}` }));

describe('a read that needs more than one part', () => {
  const noSlot = new NoSlot('no call left');
  const at = (position: string) => ({ cursor: { reading: { position } } });
  const waits = { ...at('p1'), isBehind: true, waitsFor: 'no call left' };

  it.each<[string, readonly Part[], number, object]>([
    ['continues until it is complete', [...partsOf(2), null], 3, { cursor: { reading: null } }],
    ['goes on until half of the time is over', partsOf(9), 5, at('p5')],
    ['ends if a part moved nothing', [{ below: 99 }, ...partsOf(1), {}, ...partsOf(3)], 3, at('p1')],
    ['waits if the plan has no call left, and keeps its parts', [...partsOf(1), noSlot], 2, waits],
  ])('%s', async (_what, parts, made, outcome) => {
    expect(await goOnWhileEarly(parts)).toMatchObject({ made, outcome });
  });

  it('fails for any other reason', async () => {
    const away = new UpstreamUnavailable('time-out', null);
    await expect(goOnWhileEarly([away])).rejects.toBe(away);
  });

  it('starts again six days after it began', () => {
    const at = (now: number) =>
      readingOf({ reading: begunRead }, { clock: { now: () => now, sleep: async () => {} } });
    expect(at(begunRead.begunAt + 6 * 86_400_000 - 1)).toBe(begunRead);
    expect(at(begunRead.begunAt + 6 * 86_400_000)).toBeNull();
  });
});

describe('the turn of a storm', () => {
  const world = (now: number) => ({ clock: { now: () => now, sleep: async () => {} }, storms: pLimit(4) });
  /** How many of these turns have begun. */
  const begun = async (turns: readonly StormTurn[]) => {
    let count = 0;
    for (const turn of turns)
      void turn.take().then(
        () => {
          count += 1;
        },
        () => {},
      );
    await new Promise(setImmediate);
    return count;
  };

  it('comes to four polls at a time, and lasts until the poll ends: the storms of fifty wallets do not fit into the memory', async () => {
    const shared = world(5_000);
    const turns = Array.from({ length: 6 }, () => stormTurn(shared, limits));
    expect(await begun(turns)).toBe(4);
    expect(await begun(turns)).toBe(4);
    turns[4]?.end(); // it failed while it waited
    turns[0]?.end();
    expect(await begun(turns.slice(5))).toBe(1);
  });

  it('is not waited for by a poll that finds a theft, even while it waits', async () => {
    const shared = world(limits.deadline + 1);
    const turns = Array.from({ length: 5 }, () => stormTurn(shared, limits));
    await begun(turns);
    const last = turns[4]?.take();
    turns[4]?.skip();
    await expect(last).resolves.toBeUndefined();
  });

  it('that comes after the deadline is left to the next poll', async () => {
    await expect(stormTurn(world(limits.deadline + 1), limits).take()).rejects.toThrow(TurnMissed);
    await expect(stormTurn(world(limits.deadline), limits).take()).resolves.toBeUndefined();
  });

  it('is taken for each part of a long read', async () => {
    const turn = { ...ownTurn, take: () => Promise.reject(new TurnMissed('later')) };
    const poll = { clock: world(5_000).clock, limits, turn };
    const outcome = await readOnWhileEarly(outcomeAt(begunRead), poll, () => expect.unreachable());
    expect(outcome).toMatchObject({ isBehind: true, waitsFor: 'later', cursor: { reading: begunRead } });
  });
});
