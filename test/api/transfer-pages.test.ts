import { describe, expect, it } from 'vitest';
import { BaseUrlUnreadable } from '../../functions/api/http/base-url.ts';
import { createTransferPages } from '../../functions/api/transfer-pages.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { KeyRefused, UnreadableReply, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { testKey } from '../support/test-key.ts';
import {
  apiOptions,
  failureOf,
  keyed,
  mockApi,
  path,
  readAll,
  transferPages,
  wallet,
  wireEntry,
  wirePage,
} from './test-api.ts';

describe('a request for transfers', () => {
  it('carries the key and asks for JSON, and by default for all there is on the chain', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() });
    const options = apiOptions({ dispatcher });
    await readAll(transferPages(options), options.limits);
    expect(seen).toEqual([
      {
        path: `${path}?chain=0x1&limit=100&disable_total=true`,
        headers: { accept: 'application/json', 'accept-encoding': 'identity', 'x-api-key': testKey },
      },
    ]);
  });

  it('leaves the key header out where there is no key', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() }, { body: wirePage() });
    for (const key of [null, ' \n']) {
      const options = apiOptions({ dispatcher, apiKey: keyed(key) });
      await readAll(transferPages(options), options.limits);
    }
    expect(seen.map(({ headers }) => headers)).toEqual([
      { accept: 'application/json', 'accept-encoding': 'identity' },
      { accept: 'application/json', 'accept-encoding': 'identity' },
    ]);
  });

  it('drops the line end that a key was stored with', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() });
    const options = apiOptions({ dispatcher, apiKey: keyed(`${testKey}\n`) });
    await readAll(transferPages(options), options.limits);
    expect(seen[0]?.headers['x-api-key']).toBe(testKey);
  });

  it('asks for the key anew at each read', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() }, { body: wirePage() });
    const keys = ['first-key', 'second-key'];
    const options = apiOptions({
      dispatcher,
      apiKey: { ...keyed(null), current: () => keys.shift() ?? null },
    });
    const source = transferPages(options);
    await readAll(source, options.limits);
    await readAll(source, options.limits);
    expect(seen.map(({ headers }) => headers['x-api-key'])).toEqual(['first-key', 'second-key']);
  });

  it('names the contracts that it is for, each by a parameter of an array', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() });
    const options = apiOptions({ dispatcher });
    await readAll(transferPages(options), options.limits, { contracts: ['0xaa', '0xbb'] });
    expect(seen.map((call) => call.path)).toEqual([
      `${path}?chain=0x1&limit=100&disable_total=true&contract_addresses%5B%5D=0xaa&contract_addresses%5B%5D=0xbb`,
    ]);
  });

  it('carries every parameter of the API document, 4.1', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() }, { body: wirePage() });
    const options = apiOptions({ dispatcher });
    await readAll(transferPages(options), options.limits, {
      chain: findChain('bsc testnet'),
      from: { block: 0 },
      to: 200,
      limit: 50,
      cursor: 'a+b/c=&d',
    });
    await readAll(transferPages(options), options.limits, {
      from: { time: new Date('2026-01-02T03:04:05Z') },
    });
    const queries = seen.map((request) =>
      Object.fromEntries(new URL(request.path, 'https://x').searchParams),
    );
    expect(queries).toEqual([
      {
        chain: '0x61',
        from_block: '0',
        to_block: '200',
        limit: '50',
        disable_total: 'true',
        cursor: 'a+b/c=&d',
      },
      {
        chain: '0x1',
        from_date: '2026-01-02T03:04:05.000Z',
        limit: '100',
        disable_total: 'true',
      },
    ]);
  });

  it('goes below the path of the base address, to the version asked for', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() });
    const options = apiOptions({ dispatcher });
    const source = transferPages(options, {
      baseUrl: 'https://api.example/proxy/data/',
      apiVersion: 'v2.2',
    });
    await readAll(source, options.limits);
    expect(seen[0]?.path).toBe(
      `/proxy/data/api/v2.2/${wallet}/erc20/transfers?chain=0x1&limit=100&disable_total=true`,
    );
  });

  it('can not be made for a base address that would send the key in the clear', () => {
    const options = { ...apiOptions(), apiVersion: 'v2' };
    expect(() => createTransferPages({ ...options, baseUrl: 'http://api.example' })).toThrow(
      BaseUrlUnreadable,
    );
  });

  it('is not made at all with a key that no header can carry', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() });
    for (const key of ['two\r\nlines', 'nul\0', 'schlüssel', '…']) {
      const options = apiOptions({ dispatcher, apiKey: keyed(key) });
      const failure = await failureOf(readAll(transferPages(options), options.limits));
      expect(failure).toBeInstanceOf(KeyRefused);
      expect(String(failure)).not.toContain(key);
    }
    expect(seen).toEqual([]);
  });

  it('leaves no timer behind that would keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const { dispatcher } = mockApi({ body: wirePage() });
    const options = apiOptions({ dispatcher });
    const before = timers();
    await readAll(transferPages(options), options.limits);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('is not made when the time for the read is up', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage() });
    const options = apiOptions({ dispatcher, limiter: { acquire: async () => {}, answered: () => {} } });
    const failure = await failureOf(readAll(transferPages(options), { deadline: options.clock.now() }));
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(seen).toEqual([]);
  });
});

describe('pages', () => {
  it('follow the cursor, with the rest of the query as it was, until it is null', async () => {
    const { dispatcher, seen } = mockApi(
      { body: wirePage([wireEntry({ block_number: 9 })], 'c1') },
      { body: wirePage([], 'c2') },
      { body: wirePage([wireEntry({ block_number: 7 })], null) },
    );
    const options = apiOptions({ dispatcher });
    const pages = await readAll(transferPages(options), options.limits, { from: { block: 5 }, limit: 1 });
    expect(seen.map((request) => request.path.slice(path.length))).toEqual([
      '?chain=0x1&from_block=5&limit=1&disable_total=true',
      '?chain=0x1&from_block=5&limit=1&disable_total=true&cursor=c1',
      '?chain=0x1&from_block=5&limit=1&disable_total=true&cursor=c2',
    ]);
    expect(pages.map(({ transfers }) => transfers.map(({ blockNumber }) => blockNumber))).toEqual([
      [9],
      [],
      [7],
    ]);
    expect(pages.map(({ cursor }) => cursor)).toEqual(['c1', 'c2', null]);
  });

  it.each([[null], [''], [false], [0], [undefined]])('end at a cursor that is %j', async (cursor) => {
    const { dispatcher, seen } = mockApi({ body: wirePage([wireEntry()], cursor) });
    const options = apiOptions({ dispatcher });
    expect(await readAll(transferPages(options), options.limits)).toHaveLength(1);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['the one just followed', ['c1', 'c1'], undefined],
    ['an earlier one of the read', ['c1', 'c2', 'c3', 'c1'], undefined],
    ['the one the read began with', ['c0'], 'c0'],
  ])('end with an error where a cursor repeats %s', async (_which, cursors, first) => {
    const { dispatcher } = mockApi(...cursors.map((cursor) => ({ body: wirePage([wireEntry()], cursor) })));
    const options = apiOptions({ dispatcher });
    const query = first === undefined ? {} : { cursor: first };
    const failure = await failureOf(readAll(transferPages(options), options.limits, query));
    expect(failure).toBeInstanceOf(UnreadableReply);
    expect(String(failure)).toMatch(/cursor that it gave before/);
  });

  it('end with an error, not early, where the cursor can not be followed', async () => {
    const { dispatcher } = mockApi(...Array(2).fill({ body: wirePage([wireEntry()], { next: 1 }) }));
    const options = apiOptions({ dispatcher });
    expect(await failureOf(readAll(transferPages(options), options.limits))).toBeInstanceOf(UnreadableReply);
  });

  it('are fetched only as they are asked for', async () => {
    const { dispatcher, seen } = mockApi({ body: wirePage([wireEntry()], 'c1') }, { body: wirePage() });
    const options = apiOptions({ dispatcher });
    const query = { wallet, chain: findChain('eth'), from: null, to: null, cursor: null };
    for await (const _page of transferPages(options)(query, options.limits)) break;
    expect(seen).toHaveLength(1);
  });

  it('pass the limiter one by one', async () => {
    const { dispatcher } = mockApi(
      { body: wirePage([], 'c1') },
      { body: wirePage([], 'c2') },
      { body: wirePage() },
    );
    let entered = 0;
    const acquire = async () => {
      entered += 1;
    };
    const limiter = { acquire, answered: () => {} };
    const options = apiOptions({ dispatcher, limiter });
    await readAll(transferPages(options), options.limits);
    expect(entered).toBe(3);
  });
});
