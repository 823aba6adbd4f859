import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answer } from '../../../lib/simulated-api/answer.ts';
import { serveApi } from '../../../lib/simulated-api/serve-api.ts';
import type { SimulatedTransfer } from '../../../lib/simulated-api/simulated-transfer.ts';
import { coinRecords } from '../../../lib/simulated-api/story/coin-records.ts';
import recorded from '../../../lib/simulated-api/story/recorded/gnosis-2025-07-28.json' with { type: 'json' };
import { hero, storyTransfers } from '../../../lib/simulated-api/story/story.ts';
import { storyChains } from '../../../lib/simulated-api/story/story-chains.ts';

const start = Date.parse('2026-11-21T12:00:00Z');

describe('the story', () => {
  it('is told by the tick at five seconds, and the recorded replies by the next one', () => {
    const isRecorded = ({ wire }: SimulatedTransfer) => ![wire.from_address, wire.to_address].includes(hero);
    const transfers = storyTransfers([start]);
    for (const transfer of transfers) {
      const [from, to] = isRecorded(transfer) ? [5_000, 9_000] : [500, 4_000];
      expect(transfer.knownAt).toBeGreaterThan(start + from);
      expect(transfer.knownAt).toBeLessThan(start + to);
    }
    expect(transfers.some(isRecorded)).toBe(true);
  });

  it('keeps the recorded facts and moves their blocks to now', () => {
    const [original] = recorded.result;
    const told = storyTransfers([start]).find(
      ({ wire }) => wire.transaction_hash === original?.transaction_hash,
    )?.wire;
    expect(told).toMatchObject({
      ...original,
      block_number: expect.any(String),
      block_timestamp: expect.any(String),
    });
    expect(Math.abs(Date.parse(told?.block_timestamp ?? '') - start)).toBeLessThan(60_000);
    expect(Number(told?.block_number)).toBeGreaterThan(Number(original?.block_number));
  });

  it('tells amounts to the last digit', () => {
    expect(storyTransfers([start]).map(({ wire }) => wire.value)).toContain(String(2n ** 256n - 1n));
  });

  it('goes on in a later run: the same transfers, and one that was mined in between', () => {
    const first = storyTransfers([start]);
    const second = storyTransfers([start, start + 86_400_000]);
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second.slice(first.length).map(({ wire }) => wire.to_address)).toEqual([hero]);
  });

  it('starts when its wallet is asked for first, and is kept in its file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'chainbell-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'starts.json');
    const first = storyChains(file);
    // Where the machine is slow, another wallet is asked for long before: the story is not over by then.
    expect(first(start - 4_000, `0x${'ab'.repeat(20)}`)).toEqual([]);
    expect(first(start, hero)).toEqual(storyTransfers([start]));
    expect(first(start + 5_000, hero)).toEqual(storyTransfers([start]));
    expect(storyChains(file)(start + 9_000, hero)).toEqual(storyTransfers([start, start + 9_000]));
    writeFileSync(file, 'not ours');
    expect(() => storyChains(file)).toThrow(/starts\.json is not what an earlier run wrote/);
  });
});

describe('the simulated API', () => {
  it('serves both endpoints over HTTP, with a key or without', async () => {
    const contents = { transfers: () => storyTransfers([start]), coins: coinRecords };
    const api = await serveApi((request) => answer(request, contents, start + 60_000));
    onTestFinished(() => api.stop());
    const path = `${api.address}/api/v2/${hero}/erc20/transfers?chain=eth&limit=2`;
    const reply = await fetch(path, { headers: { 'x-api-key': 'any' } });
    expect(await reply.json()).toMatchObject({ page: 0, page_size: 2, cursor: expect.any(String) });
    expect((await fetch(`${api.address}/coins?coin_type_hashes=${'0'.repeat(64)}`)).status).toBe(200);
    expect((await fetch(`${api.address}/api/v2/0x12/erc20/transfers`)).status).toBe(404);
    expect((await fetch(path, { method: 'POST' })).status).toBe(404);
  });
});
