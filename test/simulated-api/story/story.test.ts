import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTransferSource } from '../../../functions/api/transfer-source.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { createDispatcher } from '../../../functions/http/transport.ts';
import { fixedApiKey } from '../../../lib/fixed-api-key.ts';
import type { ApiRequest } from '../../../lib/simulated-api/answer.ts';
import { serveApi } from '../../../lib/simulated-api/serve-api.ts';
import type { SimulatedTransfer } from '../../../lib/simulated-api/simulated-transfer.ts';
import { hero, nodeChain } from '../../../lib/simulated-api/story/cast.ts';
import { actKinds } from '../../../lib/simulated-api/story/chapter.ts';
import { storyTransfers } from '../../../lib/simulated-api/story/story.ts';
import { type StoryWorld, storyWorld } from '../../../lib/simulated-api/story/story-world.ts';
import { watchOf } from '../../support/alerts.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { PollWorld } from '../../support/worlds/poll-world.ts';

const at = Date.parse('2026-11-21T12:00:00Z');
const start = { at, everySeconds: 5 };

const requestOf = (wallet: string): ApiRequest => ({
  method: 'GET',
  path: `/api/v2/${wallet}/erc20/transfers`,
  query: new URLSearchParams({ chain: 'eth' }),
  key: null,
});

/** The hashes that the API shows for a wallet at a time. */
function shownAt(world: StoryWorld, now: number, wallet = hero): string[] {
  const { body } = world.answer(requestOf(wallet), now);
  return (body as { result: { transaction_hash: string }[] }).result.map((row) => row.transaction_hash);
}

it('the story mines nothing while a tick polls: a tick reports what was mined since the last tick', () => {
  for (const { transfer, goneAt } of storyTransfers([start])) {
    for (const time of [transfer.knownAt, goneAt].filter(Number.isFinite)) {
      const sinceTick = (time - at) % 5_000;
      expect(sinceTick).toBeGreaterThan(2_000);
      expect(sinceTick).toBeLessThan(4_500);
    }
  }
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
    const file = join(scratchFolder(), 'story.json');
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
    for (let tick = 0; tick < 9; tick++) {
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

  it('names a file that it can not read as its own', () => {
    const file = join(scratchFolder(), 'story.json');
    writeFileSync(file, 'not ours');
    expect(() => storyWorld(5, file)).toThrow(/story\.json is not what an earlier run wrote/);
  });
});
