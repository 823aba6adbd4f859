import { beforeEach, describe, expect, it } from 'vitest';
import { readCrowdedBlock } from '../../../functions/api/ranges/crowded-block.ts';
import type { TransferPages } from '../../../functions/api/transfer-pages.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import type { TransferRange, UnfinishedBlock } from '../../../functions/transfer/source.ts';
import {
  BadRequest,
  NoSlot,
  RateLimited,
  UnreadableReply,
} from '../../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { describedTransfer, exchange, treasury } from '../../support/alerts.ts';

const block = 20_000_000;
const pageLength = 100;

/** The block as the API has it, newest transfer first. */
let transfers: Transfer[];
/** Notes by their names. */
let notes: Map<string, readonly string[]>;
let now: number;
/** Milliseconds that each page takes. */
let pace: number;
/** Thrown in place of the page with this number, counted over all reads. */
let failures: Map<number, Error>;
let unreadablePage: number | null;
let asked: (string | null)[];
let warnings: string[];

beforeEach(() => {
  transfers = [];
  notes = new Map();
  now = 0;
  pace = 10;
  failures = new Map();
  unreadablePage = null;
  asked = [];
  warnings = [];
});

/** Transfers of the block, each of its own value, the newest with the highest. */
function mine(count: number, over: Partial<Transfer> = {}): void {
  for (let n = 0; n < count; n += 1) {
    const value = BigInt(transfers.length + 1);
    const made = describedTransfer({
      blockNumber: block,
      blockHash: '0xaa',
      logIndex: transfers.length,
      value,
      ...over,
    });
    transfers.unshift(made);
  }
}

const pages: TransferPages = async function* (query) {
  expect(query).toMatchObject({ from: { block }, to: { block }, limit: pageLength, disableTotal: true });
  for (let at = Number(query.cursor ?? 0); ; at += pageLength) {
    asked.push(query.cursor === undefined && at === 0 ? null : String(at));
    now += pace;
    const failure = failures.get(asked.length);
    if (failure !== undefined) throw failure;
    const cursor = at + pageLength < transfers.length ? String(at + pageLength) : null;
    const unreadable =
      asked.length === unreadablePage ? [{ blockNumber: block, reason: 'value is missing' }] : [];
    yield { transfers: transfers.slice(at, at + pageLength), unreadable, cursor };
    if (cursor === null) return;
  }
};

const notebook = {
  async put(lines: readonly string[]) {
    const name = `note ${notes.size + 1}`;
    notes.set(name, lines);
    return [{ name }];
  },
  read: async (names: readonly string[]) => names.map((name) => notes.get(name) ?? null),
};

/** One poll's read, within so many milliseconds. */
async function read(unfinished: UnfinishedBlock | null = null, within = 1e6): Promise<TransferRange> {
  const [range, ...more] = await ranges(unfinished, within);
  expect(more).toEqual([]);
  if (range === undefined) throw new Error('nothing was read');
  return range;
}

async function ranges(unfinished: UnfinishedBlock | null, within = 1e6, taken: TransferRange[] = []) {
  const request = {
    wallet: treasury,
    chain: findChain('eth'),
    from: { block },
    through: null,
    dealtWith: block - 1,
    known: () => 0,
    plausibleThrough: () => Number.POSITIVE_INFINITY,
    newestOnly: false,
    unfinished,
    notebook,
  };
  const deps = {
    pages,
    clock: { now: () => now },
    log: { warn: (message: string) => void warnings.push(message) },
  };
  for await (const range of readCrowdedBlock(request, block, deps, { deadline: now + within }))
    taken.push(range);
  return taken;
}

const valuesOf = ({ transfers }: TransferRange) =>
  transfers.map(({ value }) => Number(value)).toSorted((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

describe('a crowded block', () => {
  it('that fits one poll is read whole, without a note', async () => {
    mine(1_950);
    const range = await read();
    expect(range).toMatchObject({
      from: block,
      through: block,
      complete: true,
      more: false,
      whole: true,
      unfinished: null,
    });
    expect(range.unreadable).toEqual([]);
    expect(valuesOf(range)).toEqual(upTo(1_950));
    expect(notes.size).toBe(0);
    expect(asked).toHaveLength(20);
  });

  it('of any size is read in notes of 2,000, and nothing of it is given before its end', async () => {
    mine(4_500);
    const first = await read(null, 250);
    expect(first).toMatchObject({ transfers: [], complete: false, whole: false });
    expect(first.unfinished).toEqual({
      block,
      notes: ['note 1', 'note 2'],
      position: '2600',
      unreadable: null,
    });
    expect(Array.from(notes.values(), ({ length }) => length)).toEqual([2_000, 600]);
    asked = [];
    const second = await read(first.unfinished);
    expect(valuesOf(second)).toEqual(upTo(4_500));
    expect(second).toMatchObject({ complete: true, whole: true });
    // It goes on where it stood, and asks once more whether the block is still the same.
    expect(asked).toEqual(['2600', ...Array.from({ length: 18 }, (_, n) => `${2_700 + 100 * n}`), null]);
    // What was read is kept until it is dealt with.
    expect(second.unfinished).toMatchObject({ position: null, notes: ['note 1', 'note 2', 'note 3'] });
  });

  it('that was read to its end and not dealt with is given again, for one page', async () => {
    mine(2_500);
    const first = await read(null, 50);
    const { unfinished } = await read(first.unfinished);
    asked = [];
    expect(valuesOf(await read(unfinished))).toEqual(upTo(2_500));
    expect(asked).toEqual([null]);
  });

  it('stops after the page in which its time runs out, not in the one that meets it', async () => {
    mine(600);
    expect((await read(null, 30)).unfinished?.position).toBe('400');
  });

  it('of which a note is lost is read from its beginning, and so is another one', async () => {
    mine(2_500);
    const { unfinished } = await read(null, 50);
    notes.clear();
    asked = [];
    expect(valuesOf(await read(unfinished))).toEqual(upTo(2_500));
    expect(asked[0]).toBeNull();
    asked = [];
    expect(valuesOf(await read({ block: block - 1, notes: [], position: '300', unreadable: null }))).toEqual(
      upTo(2_500),
    );
    expect(asked[0]).toBeNull();
  });

  it('leaves out what is of another block or of nobody, and what comes twice', async () => {
    mine(3);
    const [first] = transfers;
    if (first !== undefined) transfers.push(first);
    mine(1, { blockNumber: block - 1 });
    mine(1, { from: { address: exchange, label: null }, to: { address: exchange, label: null } });
    expect(valuesOf(await read())).toEqual(upTo(3));
  });

  it('with an entry that can not be read is whole and not complete, also where an earlier poll met it', async () => {
    mine(600);
    unreadablePage = 2;
    const both = [await read(), await read((await read(null, 30)).unfinished)];
    const reason = { blockNumber: block, reason: 'value is missing' };
    expect(both[0]).toMatchObject({ whole: true, complete: false, unreadable: [reason] });
    unreadablePage = asked.length + 2;
    const parted = await read(null, 30);
    expect(parted.unreadable).toEqual([reason]);
    expect(parted.unfinished?.unreadable).toBe('value is missing');
    expect(await read(parted.unfinished)).toMatchObject({
      whole: true,
      complete: false,
      unreadable: [reason],
    });
  });
});

describe('a block that changes between two polls', () => {
  it.each([
    ['another hash', () => (transfers = transfers.map((one) => ({ ...one, blockHash: '0xbb' })))],
    ['nothing in it any more', () => (transfers = [])],
  ])('is read anew: %s', async (_name, change) => {
    mine(600);
    const first = await read(null, 30);
    change();
    const second = await read(first.unfinished);
    expect(second).toMatchObject({ transfers: [], whole: false, complete: false, unfinished: null });
    expect(warnings).toEqual(['a crowded block is read anew']);
  });

  it('is the same where the API leaves hashes out', async () => {
    mine(600);
    const first = await read(null, 30);
    transfers = transfers.map((one, n) => (n % 2 === 0 ? { ...one, blockHash: null } : one));
    expect(valuesOf(await read(first.unfinished))).toEqual(upTo(600));
    expect(warnings).toEqual([]);
  });

  it('is not asked about where one poll read all of it', async () => {
    mine(250);
    await read();
    expect(asked).toEqual([null, '100', '200']);
  });
});

describe('a call that fails', () => {
  it('before anything was read is thrown', async () => {
    mine(600);
    failures.set(1, new NoSlot('no turn'));
    await expect(ranges(null)).rejects.toThrow('no turn');
    expect(notes.size).toBe(0);
  });

  it('for want of time leaves what was read, and is no failure', async () => {
    mine(600);
    failures.set(4, new NoSlot('no turn'));
    const range = await read();
    expect(range).toMatchObject({ whole: false, transfers: [], unfinished: { position: '300' } });
    expect(valuesOf(await read(range.unfinished))).toEqual(upTo(600));
  });

  it('for another reason leaves what was read, and is thrown after that', async () => {
    mine(600);
    failures.set(4, new RateLimited('slow down', 5));
    const taken: TransferRange[] = [];
    await expect(ranges(null, 1e6, taken)).rejects.toThrow('slow down');
    expect(taken).toHaveLength(1);
    expect(valuesOf(await read(taken[0]?.unfinished ?? null))).toEqual(upTo(600));
  });

  it('for want of time again, with nothing more read, is thrown: what is remembered stays', async () => {
    mine(600);
    const { unfinished } = await read(null, 30);
    failures.set(asked.length + 1, new NoSlot('no turn'));
    const taken: TransferRange[] = [];
    await expect(ranges(unfinished, 1e6, taken)).rejects.toThrow('no turn');
    expect(taken).toEqual([]);
  });

  it('while it is asked whether the block is still the same leaves it unread', async () => {
    mine(600);
    const { unfinished } = await read(null, 40);
    failures.set(asked.length + 2, new NoSlot('no turn'));
    const range = await read(unfinished);
    expect(range).toMatchObject({ whole: false, transfers: [], unfinished: { position: null } });
    expect(valuesOf(await read(range.unfinished))).toEqual(upTo(600));
  });

  it.each([new BadRequest('no such cursor', 400, null), new UnreadableReply('no such cursor')])(
    'because a cursor is taken no more is forgotten, and the block is read anew: $name',
    async (refusal) => {
      mine(600);
      const { unfinished } = await read(null, 30);
      failures.set(asked.length + 1, refusal);
      expect(await read(unfinished)).toMatchObject({ whole: false, transfers: [], unfinished: null });
      expect(warnings).toEqual(['a crowded block is read anew']);
    },
  );

  it('by a refusal of the first page of all is thrown, not tried for ever', async () => {
    mine(600);
    failures.set(1, new BadRequest('no such block', 400, null));
    await expect(ranges(null)).rejects.toThrow('no such block');
    expect(warnings).toEqual([]);
  });

  it('by a refusal behind what this poll has read keeps that, and is thrown', async () => {
    mine(600);
    const { unfinished } = await read(null, 30);
    failures.set(asked.length + 2, new BadRequest('no such cursor', 400, null));
    const taken: TransferRange[] = [];
    await expect(ranges(unfinished, 1e6, taken)).rejects.toThrow('no such cursor');
    expect(taken[0]?.unfinished).toMatchObject({ position: '500' });
    expect(warnings).toEqual([]);
  });
});
