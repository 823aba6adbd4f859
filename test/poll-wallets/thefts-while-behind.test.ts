import { beforeEach, describe, expect, it } from 'vitest';
import { BadRequest, NoSlot, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { exchange, usdc, watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { addressOf, emptyWorld, made, pays, pollTimes } from './story.ts';

const trusted = addressOf('7a5');
const watch = watchOf({ trustedTokens: new Set([trusted]) });
const theft = pays(exchange, 900_000_000n);

let world: PollWorld;
/** A wallet with sixty unread pages of strangers' events; a poll reads a few. @param age of the events, in milliseconds */
async function fallBehind(age = 0): Promise<void> {
  world = await emptyWorld(watch);
  world.chain.largestPage = 2;
  storm(blockAt(1), 120);
  world.advance(age);
  world.atCall = (limits) => {
    world.advance(1_500);
    if (world.now > limits.deadline) throw new NoSlot('no turn is left');
  };
  await world.poll(watch);
  world.chain.calls = 0;
}

beforeEach(() => fallBehind());

function storm(block: number, count: number): void {
  for (let i = 0; i < count; i += 1) world.chain.mine(block, { value: BigInt(i + 1) }, made);
}

/** Mines a theft below ten newer events of strangers, so that no newest page shows it. */
function steal(token: Partial<Transfer['token']> = {}): Transfer {
  const stolen = world.chain.mine(blockAt(2), theft, token);
  storm(blockAt(2) + 1, 10);
  return stolen;
}
/** Number of calls before the first alert is published. */
function callsBeforeAlert(of: PollWorld): () => number {
  let calls = 0;
  of.atAwait = (point) => {
    if (point === 'before publish') calls ||= of.chain.calls;
  };
  return () => calls;
}

const isTold = ({ transactionHash }: Transfer) => world.told().includes(String(transactionHash));

describe('a theft while a wallet is behind', () => {
  it.each([
    ['genuine by our own list', {}],
    ['trusted by the row', { ...made, address: trusted }],
  ])('of a token %s is reported by the next poll, if the API can be asked by contract', async (_, token) => {
    const stolen = steal(token);
    const { isBehind } = await world.poll(watch);
    expect([isTold(stolen), isBehind]).toEqual([true, true]);
  });

  it('is reported by the poll that falls behind, before it continues to read', async () => {
    const fresh = await emptyWorld(watch);
    fresh.chain.largestPage = 2;
    const { transactionHash } = fresh.chain.mine(blockAt(1), theft);
    for (let i = 0; i < 120; i += 1) fresh.chain.mine(blockAt(1) + 1, { value: BigInt(i + 1) }, made);
    fresh.chain.calls = 0;
    const calls = callsBeforeAlert(fresh);
    await fresh.poll(watch);
    expect(fresh.told().slice(0, 1)).toEqual([transactionHash]);
    expect(calls()).toBeLessThan(25); // the first twenty pages, and the two looks
  });

  it.each(['ignored', 'refused'] as const)(
    'waits for the read if the API has %s the requested contracts, and is reported once',
    async (byContract) => {
      world.chain.byContract = byContract;
      world.chain.askedFor.length = 0;
      const stolen = steal();
      await world.poll(watch);
      expect(isTold(stolen)).toBe(false);
      await pollTimes(world, watch, 20);
      expect(world.told().filter((hash) => hash === stolen.transactionHash)).toHaveLength(1);
      expect(world.chain.askedFor.length).toBeLessThanOrEqual(byContract === 'ignored' ? 1 : 2);
    },
  );

  it('is searched by one call a poll, with the tokens that the row trusts first', async () => {
    await world.poll(watch);
    await world.poll(watch);
    expect(world.chain.askedFor).toHaveLength(3);
    expect(world.chain.askedFor[0]).toEqual(expect.arrayContaining([trusted, usdc]));
    expect(world.chain.askedFor[0]?.[0]).toBe(trusted);
  });

  it('costs no call once the read is complete', async () => {
    await pollTimes(world, watch, 20);
    world.chain.askedFor.length = 0;
    await world.poll(watch);
    expect(world.chain.askedFor).toEqual([]);
  });
});

describe('a theft above events of strangers of which the API does not give the second page', () => {
  it.each([
    ['because it does not answer', new UpstreamUnavailable('The API answered 504', 504)],
    ['because it refuses its own cursor', new BadRequest('The API answered 400')],
  ])('is reported by the first poll, and the rest once the API gives it, %s', async (_, fault) => {
    world = await emptyWorld(watch);
    world.chain.largestPage = 10;
    storm(blockAt(1), 15);
    const stolen = world.chain.mine(blockAt(1) + 1, theft);
    const { pages } = world.chain;
    world.chain.pages = async function* (query) {
      if (query.position !== null) throw fault;
      for await (const page of pages.call(world.chain, query)) {
        yield page;
        if (page.next !== null) throw fault;
      }
    };
    await expect(world.poll(watch)).rejects.toBe(fault);
    expect(world.told()).toEqual([stolen.transactionHash]);
    await expect(world.poll(watch)).rejects.toBe(fault);
    world.chain.pages = pages;
    await pollTimes(world, watch, 20);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
  });
});
