import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { TransferPages } from '../../functions/api/transfer-pages.ts';
import { createTransferSource, ownPages } from '../../functions/api/transfer-source.ts';
import type {
  PageRequest,
  RateLimiter,
  SourcePage,
  TransferSource,
} from '../../functions/transfer/source.ts';
import {
  NoSlot,
  PositionRefused,
  ReplyTooLarge,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { describedTransfer } from '../support/alerts.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';
import { apiOptions, eth, wallet } from './test-api.ts';

const first = 20_000_000;
const sender = `0x${'5'.repeat(40)}`;
const fat = 90_000;

let api: FakeApi;
let baseUrl: string;
let serial = 0;
/** The limiter's waits take no time. */
let clock: VirtualClock;
beforeEach(async () => {
  api = new FakeApi(testKey);
  clock = virtualClock({ start: Date.now(), passes: true });
  baseUrl = await api.listen();
  onTestFinished(() => api.close());
});

/** Mines transfers of tokens with names of this length. @returns their hashes */
function mine(block: number, count: number, nameLength = 10): string[] {
  return Array.from({ length: count }, () => {
    serial += 1;
    const address = `0x${serial.toString(16).padStart(40, '0')}`;
    const name = 'x'.repeat(nameLength);
    const mined = api.mine({
      chain: 'eth',
      from: sender,
      to: wallet,
      value: 1n,
      block,
      token: { address, name },
    });
    return mined.wire.transaction_hash;
  });
}

function sourceWith(limiter?: RateLimiter): TransferSource {
  const options = apiOptions({ clock, ...(limiter === undefined ? {} : { limiter }) });
  return createTransferSource({ ...options, baseUrl, apiVersion: 'v2' });
}

/** One read from the first block on. @param most maximum number of pages */
async function read(
  most = Number.POSITIVE_INFINITY,
  source = sourceWith(),
  position: string | null = null,
): Promise<SourcePage[]> {
  const request: PageRequest = { wallet, chain: eth, from: { block: first }, to: null, position };
  const pages: SourcePage[] = [];
  for await (const page of source.pages(request, { deadline: clock.now() + 30_000 })) {
    pages.push(page);
    if (pages.length === most) break;
  }
  return pages;
}

const hashesOf = (pages: readonly SourcePage[]) =>
  pages.flatMap(({ transfers }) => transfers.map(({ transactionHash }) => transactionHash));
const limits = () => api.calls.map(({ query }) => query.get('limit'));

describe('a page of names of 90 KB', () => {
  it('is asked for again in smaller pages, each in a turn of its own, and no transfer is missed', async () => {
    const mined = [...mine(first + 1, 10), ...mine(first + 2, 30, fat)];
    let turns = 0;
    const acquire = async () => {
      turns += 1;
    };
    const pages = await read(undefined, sourceWith({ acquire, answered() {} }));
    expect(hashesOf(pages).toSorted()).toEqual(mined.toSorted());
    expect(limits()).toEqual(['100', '25', ...Array(8).fill('5')]);
    expect(turns).toBe(limits().length);
    expect(pages.at(-1)?.next).toBeNull();
  });
});

describe('a single transfer that is too large to be read', () => {
  it('hides none before or after it, and is reported as unreadable', async () => {
    const before = [...mine(first + 1, 3), ...mine(first + 40, 2)];
    mine(first + 60, 1, 2_200_000);
    const behind = [...mine(first + 61, 2), ...mine(first + 90, 3)];
    const pages = await read();
    expect(hashesOf(pages).toSorted()).toEqual([...before, ...behind].toSorted());
    expect(pages.flatMap(({ unreadable }) => unreadable)).toEqual([
      { transactionHash: null, blockNumber: first + 60, reason: expect.stringContaining('too large') },
    ]);
    expect(api.calls.length).toBeLessThan(80);
    const { next } = pages.find(({ unreadable }) => unreadable.length > 0) ?? { next: null };
    expect(next).not.toBeNull();
    expect(hashesOf(await read(undefined, undefined, next)).toSorted()).toEqual(before.toSorted());
  });

  it('and comes first behind a position has the position refused, and is found by a read down from the last block', async () => {
    const before = mine(first + 1, 3);
    mine(first + 40, 1, 2_200_000);
    const newer = mine(first + 60, 100);
    const [page] = await read(1);
    await expect(read(undefined, undefined, page?.next)).rejects.toThrow(PositionRefused);
    const rest = await Array.fromAsync(
      sourceWith().pages(
        { wallet, chain: eth, from: { block: first }, to: first + 60, position: null },
        { deadline: clock.now() + 30_000 },
      ),
    );
    expect(hashesOf(rest).toSorted()).toEqual([...before, ...newer].toSorted());
  });

  it('and is the newest hides no older one, and a second read finds it with three calls', async () => {
    const before = mine(first + 1, 3);
    mine(first + 60, 1, 2_200_000);
    const source = sourceWith();
    const named = { blockNumber: first + 60, reason: expect.stringContaining('too large') };
    for (const most of [45, 3]) {
      api.calls.length = 0;
      const pages = await read(undefined, source);
      expect(hashesOf(pages).toSorted()).toEqual(before.toSorted());
      expect(pages.flatMap(({ unreadable }) => unreadable)).toMatchObject([named]);
      expect(api.calls.length).toBeLessThanOrEqual(most);
    }
  });

  it('and was the newest is found below a newer one', async () => {
    const mined = mine(first + 1, 3);
    mine(first + 60, 1, 2_200_000);
    const source = sourceWith();
    await read(undefined, source);
    const newer = mine(first + 70, 1);
    expect(hashesOf(await read(undefined, source)).toSorted()).toEqual([...mined, ...newer].toSorted());
  });

  it('and is the newest fails the read until the calls of several polls have found it: NoSlot alone would be told to nobody', async () => {
    const before = mine(first + 1, 3);
    mine(first + 60, 1, 2_200_000);
    let left = 0;
    const acquire = async () => {
      left -= 1;
      if (left < 0) throw new NoSlot('no turn');
    };
    const source = sourceWith({ acquire, answered() {} });
    const outcomes: unknown[] = [];
    for (let poll = 1; poll <= 4; poll += 1) {
      left = 18;
      outcomes.push(await read(undefined, source).then(hashesOf, (error: Error) => error.name));
    }
    expect(outcomes.slice(0, 2)).toEqual(Array(2).fill('UnreadableReply'));
    expect(outcomes.at(-1)).toEqual(expect.arrayContaining(before));
  });

  it('and is the newest fails the read while its block is not proved: blocks not mined yet must not count as read', async () => {
    let serial = 0;
    const pages: TransferPages = async function* ({ from }) {
      serial += 1;
      if (from !== null && 'block' in from && serial > 20)
        yield { transfers: [], unreadable: [], cursor: null };
      else throw new ReplyTooLarge('too large');
    };
    const request = { wallet, chain: eth, from: { block: first }, to: null, position: null };
    await expect(Array.fromAsync(ownPages(request, pages, { deadline: 0 }))).rejects.toThrow(ReplyTooLarge);
  });
});

describe('the block of a transfer that is too large', () => {
  const request: PageRequest = { wallet, chain: eth, from: null, to: null, position: null };

  /** The block that is named if a too large transfer follows a page down to block `lowest`, and the blocks asked from. */
  async function blockOf(tooLarge: number, lowest: number, from: PageRequest['from'] = null) {
    const asked: number[] = [];
    const pages: TransferPages = async function* ({ from, to, limit }) {
      const begin = from !== null && 'block' in from ? from.block : 0;
      const token = describedTransfer({ blockNumber: lowest, from: { address: wallet, label: null } });
      if (to === null) yield { transfers: [token], unreadable: [], cursor: 'more' };
      if (limit === 1) asked.push(begin);
      if (to === null || (begin <= tooLarge && to >= tooLarge)) throw new ReplyTooLarge('too large');
      yield { transfers: [], unreadable: [], cursor: null };
    };
    const read: SourcePage[] = [];
    for await (const page of ownPages({ ...request, from }, pages, { deadline: 0 })) read.push(page);
    return { block: read[1]?.unreadable[0]?.blockNumber, asked };
  }

  it.each([
    ['the block of the last one read', 500, null],
    ['the block below', 499, null],
    ['any block', 123, { time: new Date(0) }],
    ['the first block', 0, null],
    ['the first block asked for', 490, { block: 490 }],
  ])('is found if it is %s', async (_which, tooLarge, from) => {
    const { block, asked } = await blockOf(tooLarge, 500, from);
    expect(block).toBe(tooLarge);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(from !== null && 'block' in from ? from.block : 0);
  });

  it('takes about thirty calls on any chain', async () => {
    const { block, asked } = await blockOf(1, 4_000_000_000);
    expect(block).toBe(1);
    expect(asked.length).toBeLessThan(35);
  });

  it('is not known if the API does not answer', async () => {
    const pages: TransferPages = async function* ({ limit }) {
      if (limit === 1) throw new UpstreamUnavailable('time-out', null);
      yield {
        transfers: [describedTransfer({ from: { address: wallet, label: null } })],
        unreadable: [],
        cursor: 'x',
      };
      throw new ReplyTooLarge('too large');
    };
    const read = Array.fromAsync(ownPages(request, pages, { deadline: 0 }));
    await expect(read).rejects.toThrow(UpstreamUnavailable);
  });
});
