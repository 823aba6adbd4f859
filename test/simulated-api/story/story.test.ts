import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { logsCall } from '../../../functions/activity/scan/log-queries.ts';
import { createDispatcher } from '../../../functions/api/http/transport.ts';
import { createTransferSource } from '../../../functions/api/transfer-source.ts';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { readBalances } from '../../../functions/node/ask-of-wallets.ts';
import type { AskNode } from '../../../functions/node/calls.ts';
import { readCodes } from '../../../functions/node/control/account-codes.ts';
import { readEventLog } from '../../../functions/node/event-log.ts';
import { transfersIn } from '../../../functions/node/logged-transfers.ts';
import { fixedApiKey } from '../../../lib/fixed-api-key.ts';
import type { ApiRequest } from '../../../lib/simulated-api/answer.ts';
import { serveApi } from '../../../lib/simulated-api/serve-api.ts';
import type { SimulatedTransfer } from '../../../lib/simulated-api/simulated-transfer.ts';
import {
  hero,
  impostor,
  nodeChain,
  parties,
  payroll,
  stranger,
} from '../../../lib/simulated-api/story/cast.ts';
import { actKinds } from '../../../lib/simulated-api/story/chapter.ts';
import { storyTransfers } from '../../../lib/simulated-api/story/story.ts';
import { type StoryWorld, storyWorld } from '../../../lib/simulated-api/story/story-world.ts';
import { watchOf } from '../../support/alerts.ts';
import { approvalsIn } from '../../support/approvals-in.ts';
import { PollWorld } from '../../support/worlds/poll-world.ts';

const at = Date.parse('2026-11-21T12:00:00Z');
const start = { at, everySeconds: 5 };

const requestOf = (wallet: string): ApiRequest => ({
  method: 'GET',
  path: `/api/v2/${wallet}/erc20/transfers`,
  query: new URLSearchParams({ chain: 'eth' }),
  key: null,
});

const allLogsOf = (wallet: Address, place: 1 | 2, to: number) =>
  logsCall({ place, wallets: [wallet] }, { from: to - 100, to }, 'everything');

/** The hashes that the API shows for a wallet at a time. */
function shownAt(world: StoryWorld, now: number, wallet = hero): string[] {
  const { body } = world.answer(requestOf(wallet), now);
  return (body as { result: { transaction_hash: string }[] }).result.map((row) => row.transaction_hash);
}

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'chainbell-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

describe('the story', () => {
  it('mines nothing while a tick polls: a tick reports what was mined since the last tick', () => {
    for (const { transfer, goneAt } of storyTransfers([start])) {
      for (const time of [transfer.knownAt, goneAt].filter(Number.isFinite)) {
        const sinceTick = (time - at) % 5_000;
        expect(sinceTick).toBeGreaterThan(2_000);
        expect(sinceTick).toBeLessThan(4_500);
      }
    }
  });

  it('drops one transfer, which two ticks miss before the story ends', () => {
    const [dropped, ...others] = storyTransfers([start]).filter(({ goneAt }) => goneAt < Infinity);
    expect(others).toEqual([]);
    const last = Math.max(...storyTransfers([start]).map(({ transfer }) => transfer.knownAt));
    expect(last - (dropped?.goneAt ?? last)).toBeGreaterThanOrEqual(5_000);
  });

  it('reports amounts to the last digit', () => {
    expect(storyTransfers([start]).map(({ transfer }) => transfer.wire.value)).toContain(
      String(2n ** 256n - 1n),
    );
  });

  it("has an impostor whose address resembles the supplier's", () => {
    const { to: supplier } = parties.heroPaysSupplier;
    expect(impostor).not.toBe(supplier);
    expect([impostor.slice(0, 6), impostor.slice(-4)]).toEqual([supplier.slice(0, 6), supplier.slice(-4)]);
  });

  it('continues in a later run: the same transfers, and one that was mined in between', () => {
    const first = storyTransfers([start]);
    const second = storyTransfers([start, { at: at + 86_400_000, everySeconds: 60 }]);
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second.slice(first.length).map(({ transfer }) => transfer.wire.to_address)).toEqual([hero]);
  });
});

describe('the world of the story', () => {
  it('begins at the first request for its wallet', () => {
    const world = storyWorld(5);
    // On a slow machine another wallet is requested long before: the story must not be over by then.
    expect(shownAt(world, at - 60_000, `0x${'ab'.repeat(20)}`)).toEqual([]);
    expect(shownAt(world, at)).toEqual([]);
    expect(shownAt(world, at + 5_000).length).toBeGreaterThan(4);
  });

  it('drops no transfer that no poll has seen, however late a poll is', () => {
    const world = storyWorld(5);
    shownAt(world, at);
    world.act('reorg', at);
    const late = shownAt(world, at + 60_000);
    expect(shownAt(world, at + 61_000)).toEqual(late);
    // Without the one that the story drops, and this one.
    expect(shownAt(world, at + 65_000)).toHaveLength(late.length - 2);
  });

  it.each(actKinds)('plays %s in addition, the same in a later run', (kind) => {
    const file = join(directory(), 'story.json');
    const world = storyWorld(5, file);
    shownAt(world, at);
    shownAt(world, at + 50_000);
    const [before, now] = [shownAt(world, at + 60_000), at + 60_100];
    world.act(kind, now);
    const after = shownAt(world, now + 1_000);
    const added = after.filter((hash) => !before.includes(hash));
    expect(added).toHaveLength(kind === 'storm' ? 40 : 1);
    expect(after).toEqual(expect.arrayContaining(before));
    // The next tick still shows the transfers that a re-org drops, the one after it does not.
    expect(shownAt(world, now + 5_000)).toEqual(after);
    expect(shownAt(world, now + 10_000)).toEqual(kind === 'reorg' ? before : after);
    expect(shownAt(storyWorld(5, file), now + 1_000)).toEqual(expect.arrayContaining(after));
  });

  it('loses nothing of three storms within five minutes, so that no re-org is reported', async () => {
    const world = storyWorld(5);
    const poll = new PollWorld();
    poll.now = at;
    const api = await serveApi((request) => world.answer(request, poll.now));
    const dispatcher = createDispatcher();
    onTestFinished(async () => {
      await dispatcher.close();
      await api.stop();
    });
    const source = createTransferSource({
      ...poll.deps,
      apiKey: fixedApiKey(null, { required: false }),
      random: () => 0,
      baseUrl: api.address,
      apiVersion: 'v2',
      dispatcher,
    });
    Object.assign(poll.deps, { source });
    const watch = watchOf({ wallet: parseAddress(hero) });
    // The story itself is over, and its own re-org was reported.
    for (let tick = 0; tick < 12; tick++) await poll.poll(watch, { after: 5_000 });
    const storms = [1_003, 13_003, 19_003].map((past) => poll.now + past);
    const before = poll.published.length;
    for (let tick = 0; tick < 60; tick++) {
      for (const time of storms) if (time > poll.now && time <= poll.now + 5_000) world.act('storm', time);
      await poll.poll(watch, { after: 5_000 });
    }
    const told = poll.published.slice(before);
    expect(told.map(({ type }) => type)).not.toContain('transfer.reverted');
    const sums = told.flatMap((alert) => ('digest' in alert ? [alert.digest.count] : []));
    expect(sums.reduce((sum, count) => sum + count, 0)).toBe(120);
  });

  it('fails for two ticks on request, and recovers', () => {
    const world = storyWorld(5);
    world.breakApi(at);
    const statuses = [0, 5_000, 10_000, 15_000].map((past) => {
      return world.answer(requestOf(hero), at + past).status;
    });
    expect(statuses).toEqual([503, 503, 503, 200]);
  });

  it('has a node for one chain, which shows its transfers once the API knows them, and can fail too', () => {
    const world = storyWorld(5);
    shownAt(world, at);
    const { chainId, knownAt, block, wire } = storyTransfers([start])
      .map(({ transfer }) => transfer)
      .find((transfer) => transfer.chainId === nodeChain) as SimulatedTransfer;
    const hex = (number: number) => `0x${number.toString(16)}`;
    const filter = (topics: unknown[]) => [{ fromBlock: hex(block), toBlock: hex(block + 9), topics }];
    const ask = (now: number, method: string, params: unknown[] = []) => {
      const { status, body } = world.answerNode(JSON.stringify({ id: 1, method, params }), now);
      return status === 200 ? (body as { result: unknown }).result : status;
    };
    const padded = `0x${wire.from_address.slice(2).padStart(64, '0')}`;
    expect(ask(at, 'eth_chainId')).toBe(chainId);
    expect(ask(knownAt, 'eth_getLogs', filter([]))).toEqual([]);
    const later = knownAt + 4_000;
    const sent = expect.objectContaining({ transactionHash: wire.transaction_hash });
    expect(ask(later, 'eth_getLogs', filter([null, [padded]]))).toContainEqual(sent);
    expect(ask(later, 'eth_getLogs', filter([null, null, [padded]]))).not.toContainEqual(sent);
    expect(ask(later, 'eth_getBlockByNumber', [hex(block), false])).toMatchObject({ hash: wire.block_hash });
    world.breakNode(later);
    expect([later, later + 15_000, later + 20_000].map((now) => ask(now, 'eth_chainId'))).toEqual([
      503,
      503,
      chainId,
    ]);
  });

  it('has more on that node than the API shows: coin, NFTs, a valid approval and a delegation', async () => {
    const world = storyWorld(5);
    shownAt(world, at);
    const now = at + 30_000;
    const ask: AskNode['ask'] = async (calls) =>
      calls.map((one) => {
        const { result, error } = Object(world.answerNode(JSON.stringify({ id: 1, ...one }), now).body);
        return { result, error: error?.message };
      });
    const [wallet, chain] = [parseAddress(payroll), findChain(nodeChain)];
    const [head] = await ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }]);
    const block = Number(Object(head?.result).number);
    const logged = await ask([1, 2].map((place) => allLogsOf(wallet, place as 1 | 2, block)));
    const logs = logged.flatMap(({ result }) =>
      (result as unknown[]).flatMap((one) => readEventLog(one) ?? []),
    );
    const known = { find: async () => new Map(), keep: async () => {} };
    const moved = await transfersIn(logs, chain, { ask }, known);
    expect(moved.map(({ kind, token: { symbol } }) => `${kind} ${symbol}`).toSorted()).toEqual([
      'erc20 null',
      'erc721 GUILD',
      'erc721 REWARD',
      'native POL',
    ]);
    const approvals = await approvalsIn(logs, () => 'known', chain, { ask }, known);
    expect(approvals).toMatchObject([{ isGranted: true, unlimited: true, spender: stranger }]);
    const delegateAt = async (of: number) => (await readCodes([wallet], of, { ask }))?.get(wallet)?.delegate;
    expect(await delegateAt(block)).toMatch(/^0x/);
    expect(await delegateAt(block - 100)).toBeNull();
    expect((await readBalances([wallet], [block], { ask }))[0]?.get(wallet)).toBe(0n);
  });

  it('names a file that it can not read as its own', () => {
    const file = join(directory(), 'story.json');
    writeFileSync(file, 'not ours');
    expect(() => storyWorld(5, file)).toThrow(/story\.json is not what an earlier run wrote/);
  });
});

describe('the simulated API', () => {
  it('serves both endpoints over HTTP, with a key or without', async () => {
    const world = storyWorld(5);
    shownAt(world, at);
    const api = await serveApi((request) => world.answer(request, at + 60_000));
    onTestFinished(() => api.stop());
    const path = `${api.address}/api/v2/${hero}/erc20/transfers?chain=eth&limit=2`;
    const reply = await fetch(path, { headers: { 'x-api-key': 'any' } });
    expect(await reply.json()).toMatchObject({ page: 0, page_size: 2, cursor: expect.any(String) });
    expect((await fetch(`${api.address}/coins?coin_type_hashes=${'0'.repeat(64)}`)).status).toBe(200);
    expect((await fetch(`${api.address}/api/v2/0x12/erc20/transfers`)).status).toBe(404);
    expect((await fetch(path, { method: 'POST' })).status).toBe(404);
  });
});
