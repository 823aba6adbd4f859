import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createTransferSource } from '../../functions/api/transfer-source.ts';
import type { PageRequest, RateLimiter } from '../../functions/transfer/source.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';
import { apiOptions, eth, wallet } from './test-api.ts';

const first = 20_000_000;

let api: FakeApi;
let baseUrl: string;
let serial = 0;
beforeEach(async () => {
  api = new FakeApi(testKey);
  baseUrl = await api.listen();
  onTestFinished(() => api.close());
});

/** Mines transfers of tokens with this name. @returns their hashes */
function mine(block: number, count: number, name = 'Plain'): string[] {
  return Array.from({ length: count }, () => {
    serial += 1;
    const token = { address: `0x${serial.toString(16).padStart(40, '0')}`, name };
    const sides = { from: `0x${'5'.repeat(40)}`, to: wallet };
    return api.mine({ chain: 'eth', ...sides, value: 1n, block, token }).wire.transaction_hash;
  });
}

/** One read from the first block on; a body of more bytes than `maxBodyBytes` is too large. */
async function read(maxBodyBytes = 2 * 1024 * 1024) {
  let turns = 0;
  const acquire = async () => {
    turns += 1;
  };
  const limiter: RateLimiter = { acquire, answered() {} };
  const options = { ...apiOptions({ limiter }), transportLimits: { maxBodyBytes } };
  const source = createTransferSource({ ...options, baseUrl, apiVersion: 'v2' });
  const request: PageRequest = { wallet, chain: eth, from: { block: first }, to: null, position: null };
  const pages = await Array.fromAsync(source.pages(request, { deadline: Date.now() + 30_000 }));
  const transfers = pages.flatMap((page) => page.transfers);
  return {
    pages,
    transfers,
    turns,
    hashes: transfers.map(({ transactionHash }) => transactionHash).toSorted(),
  };
}

it.each([
  ['a hundred names of 90 KB', 97, 'x'.repeat(90_000)],
  ['a name of 5 MB', 1, '🚀'.repeat(1_250_000)],
])('%s hide no transfer, and take one call', async (_what, count, name) => {
  const mined = [...mine(first + 1, 2), ...mine(first + 2, count, name), ...mine(first + 3, 1)];
  const { hashes, transfers, turns } = await read();
  expect(hashes).toEqual(mined.toSorted());
  const names = new Set(transfers.map(({ token }) => token.name));
  expect(names).toEqual(new Set(['Plain', name.slice(0, name.startsWith('x') ? 4_000 : 2_000)]));
  expect(turns).toBe(1);
});

it('a page that is too large all the same is asked for again in smaller pages, each in a turn of its own', async () => {
  const mined = [...mine(first + 1, 10), ...mine(first + 2, 30, 'x'.repeat(4_000))];
  const { hashes, pages, turns } = await read(32_000);
  expect(hashes).toEqual(mined.toSorted());
  const limits = api.calls.map(({ query }) => query.get('limit'));
  expect(limits).toEqual(['100', '25', ...Array(8).fill('5')]);
  expect(turns).toBe(limits.length);
  expect(pages.at(-1)?.next).toBeNull();
});
