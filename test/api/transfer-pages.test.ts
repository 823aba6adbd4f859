import { describe, expect, it } from 'vitest';
import { createTransferPages } from '../../functions/api/transfer-pages.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { BaseUrlUnreadable } from '../../functions/http/base-url.ts';
import type { PageRequest } from '../../functions/transfer/source.ts';
import { KeyRefused, UnreadableReply } from '../../functions/transfer/source-errors.ts';
import { testKey } from '../support/test-key.ts';
import {
  apiOptions,
  failureOf,
  keyed,
  type MockReply,
  mockApi,
  path,
  readFrom,
  transferPages,
  wallet,
  wireEntry,
  wirePage,
} from './test-api.ts';

const json = { accept: 'application/json', 'accept-encoding': 'identity' };
const onePage: MockReply = { body: wirePage() };

describe('a transfers request', () => {
  it("has the key, asks for JSON, and by default for all of the wallet's transfers on the chain", async () => {
    expect((await readFrom([onePage])).seen).toEqual([
      { path: `${path}?chain=0x1&limit=100&disable_total=true`, headers: { ...json, 'x-api-key': testKey } },
    ]);
  });

  it.each([
    [null, undefined],
    [' \n', undefined],
    [`${testKey}\n`, testKey],
  ])('with the key %j has the header %j', async (key, header) => {
    const { seen } = await readFrom([onePage], { apiKey: keyed(key) });
    expect(seen[0]?.headers['x-api-key']).toBe(header);
  });

  it.each<[Partial<PageRequest>, Record<string, string>]>([
    [
      { chain: findChain('bsc testnet'), from: { block: 0 }, to: 200, position: 'a+b/c=&d' },
      { chain: '0x61', from_block: '0', to_block: '200', limit: '100', cursor: 'a+b/c=&d' },
    ],
    [{ contracts: ['0xaa'] }, { chain: '0x1', limit: '100', 'contract_addresses[]': '0xaa' }],
    [
      { from: { time: new Date('2026-01-02T03:04:05Z') } },
      { chain: '0x1', from_date: '2026-01-02T03:04:05.000Z', limit: '100' },
    ],
  ])('carries every parameter of the API document, 4.1: %o', async (query, parameters) => {
    const { seen } = await readFrom([onePage], { query });
    const asked = new URL(seen[0]?.path ?? '', 'https://x').searchParams;
    expect(Object.fromEntries(asked)).toEqual({ ...parameters, disable_total: 'true' });
  });

  it("extends the base address's path with the given version", async () => {
    const at = { baseUrl: 'https://api.example/proxy/data/', apiVersion: 'v2.2' };
    const { seen } = await readFrom([onePage], at);
    expect(seen[0]?.path).toBe(
      `/proxy/data/api/v2.2/${wallet}/erc20/transfers?chain=0x1&limit=100&disable_total=true`,
    );
  });

  it('is refused for a base address that would send the key in the clear', () => {
    const options = { ...apiOptions(), apiVersion: 'v2' };
    expect(() => createTransferPages({ ...options, baseUrl: 'http://api.example' })).toThrow(
      BaseUrlUnreadable,
    );
  });

  it.each(['two\r\nlines', 'nul\0', 'schlüssel', '…'])(
    'is not made with a key that is no valid header value: %j',
    async (key) => {
      const { failure, seen } = await readFrom([onePage], { apiKey: keyed(key) });
      expect(failure).toBeInstanceOf(KeyRefused);
      expect(String(failure)).not.toContain(key);
      expect(seen).toEqual([]);
    },
  );

  it('leaves no timer behind that would keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    await readFrom([onePage]);
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

describe('pages', () => {
  it('follow the cursor, with an otherwise unchanged query, until it is null', async () => {
    const replies = [
      { body: wirePage([wireEntry({ block_number: 9 })], 'c1') },
      { body: wirePage([], 'c2') },
      { body: wirePage([wireEntry({ block_number: 7 })], null) },
    ];
    const { pages, seen } = await readFrom(replies, { query: { from: { block: 5 } } });
    expect(seen.map((request) => request.path.slice(path.length))).toEqual([
      '?chain=0x1&from_block=5&limit=100&disable_total=true',
      '?chain=0x1&from_block=5&limit=100&disable_total=true&cursor=c1',
      '?chain=0x1&from_block=5&limit=100&disable_total=true&cursor=c2',
    ]);
    expect(pages.map(({ transfers }) => transfers.map(({ blockNumber }) => blockNumber))).toEqual([
      [9],
      [],
      [7],
    ]);
    expect(pages.map(({ next }) => next)).toEqual(['c1', 'c2', null]);
  });

  it.each([
    ['the one just followed', ['c1', 'c1'], undefined],
    ['an earlier one of the read', ['c1', 'c2', 'c3', 'c1'], undefined],
    ['the one the read began with', ['c0'], 'c0'],
  ])('end with an error if a cursor repeats %s, after its page', async (_which, cursors, first) => {
    const { dispatcher } = mockApi(...cursors.map((cursor) => ({ body: wirePage([wireEntry()], cursor) })));
    const options = apiOptions({ dispatcher });
    const query = { wallet, chain: findChain('eth'), from: null, to: null, position: first ?? null };
    const shown: unknown[] = [];
    const read = async () => {
      for await (const page of transferPages(options)(query, options.limits)) shown.push(page.next);
    };
    expect(String(await failureOf(read()))).toMatch(/UnreadableReply.* cursor that it gave before/);
    // A read that stops at this page continues by block: at that cursor it would read the page again.
    expect(shown).toEqual([...cursors.slice(0, -1), '']);
  });

  it('end with an error if the same page comes again under new cursors', async () => {
    const entries = [4, 3, 2, 1].map((log_index) => wireEntry({ log_index }));
    const pages = [entries.slice(0, 2), [], entries.slice(2), entries.slice(0, 2)];
    const replies = pages.map((page, n) => ({ body: wirePage(page, `c${n}`) }));
    const { failure } = await readFrom(replies);
    expect(String(failure)).toMatch(/same page again/);
    const others = [8, 7, 6, 5].map((value) => wireEntry({ log_index: null, value }));
    const whole = [others.slice(0, 2), others.slice(2), []].map((page, n) => wirePage(page, [`c${n}`][n]));
    expect((await readFrom(whole.map((body) => ({ body })))).failure).toBeNull();
  });

  it.each([{ next: 1 }, 'half a character: \ud800'])(
    'end with an error if the cursor is %j: the read must not look complete',
    async (cursor) => {
      const odd = { body: wirePage([wireEntry()], cursor) };
      expect((await readFrom([odd, odd])).failure).toBeInstanceOf(UnreadableReply);
    },
  );

  it('are fetched only on demand', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage([wireEntry()], 'c1') }, { body: wirePage() });
    const options = apiOptions({ dispatcher });
    const query = { wallet, chain: findChain('eth'), from: null, to: null, position: null };
    for await (const _page of transferPages(options)(query, options.limits)) break;
    expect(seen).toHaveLength(1);
  });
});
