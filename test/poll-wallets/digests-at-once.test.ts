import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { pollEach } from '../../functions/poll-wallets/poll-each.ts';
import { neverPolled } from '../../functions/state/cursor.ts';
import { NoSlot } from '../../functions/transfer/source-errors.ts';
import { watchOf } from '../support/alerts.ts';
import { begunCursor } from '../support/reads.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { addressOf, pays, spam, times } from './story.ts';

/** Wallets whose digests are due at the end of the same hour. */
const watches = times(3, (n) => watchOf({ wallet: parseAddress(addressOf(`${n + 1}`)) }));
const { rations } = neverPolled;
const waiting = { digest: 'in1', from: 1, to: 1, due: 0, hidden: 0, count: 4_000 };
const due = begunCursor({ rations: { ...rations, in: { ...rations.in, waiting } } });

let world: PollWorld;
let reading = 0;
let most = 0;
let read = 0;

beforeEach(() => {
  world = new PollWorld();
  [reading, most, read] = [0, 0, 0];
});

/** @param takes the time that the worker takes to read one wallet's digest, in ms */
async function pollAll(takes = 0) {
  const rowsOf = async () => {
    read += 1;
    reading += 1;
    most = Math.max(most, reading);
    await Promise.resolve();
    world.advance(takes);
    reading -= 1;
    return [];
  };
  const polls = watches.map((watch) => ({ watch, cursor: due }));
  const deps = { ...world.deps, history: { ...world.deps.history, rowsOf } };
  return pollEach(polls, deps, world.limits());
}

it('reads the transfers of one wallet at a time: those of fifty wallets do not fit into the memory', async () => {
  const polled = await pollAll();
  expect([read, most]).toEqual([3, 1]);
  expect(polled.map(({ cursor }) => cursor.rations.in.waiting)).toEqual([null, null, null]);
});

it('does not wait for a day after the clock was set back by one', async () => {
  const late = { ...waiting, due: world.now + 86_400_000 };
  const cursor = begunCursor({ rations: { ...rations, in: { ...rations.in, waiting: late } } });
  const [watch = watchOf()] = watches;
  const polled = await pollEach([{ watch, cursor }], world.deps, world.limits());
  expect(polled[0]?.cursor.rations.in.waiting).toBeNull();
});

describe('wallets that have a storm at once', () => {
  const names = ['polygon', 'bsc', 'avalanche', 'fantom', 'arbitrum', 'eth'];
  const stormy = names.map((name) => watchOf({ chain: findChain(name) }));
  let most = 0;

  /** @param takes ms that the rows of one wallet take */
  async function pollStorms(takes: number, alsoMine = () => {}) {
    for (const watch of stormy) await world.poll(watch);
    for (let i = 0; i < 150; i += 1) world.chain.mine(blockAt(1) + i, ...spam);
    alsoMine();
    let writing = 0;
    most = 0;
    const put: typeof world.deps.history.put = async (...of) => {
      writing += 1;
      most = Math.max(most, writing);
      await world.deps.history.put(...of);
      world.advance(takes);
      writing -= 1;
    };
    const polls = stormy.map((watch) => ({ watch, cursor: world.states.stateOf(watch, world.now) }));
    const deps = { ...world.deps, history: { ...world.deps.history, put } };
    world.advance(120_000);
    return pollEach(polls, deps, { ...world.limits(), deadline: world.now + 10_000 });
  }

  it('have the rows of four wallets written at a time: all at once would outlast the batches', async () => {
    const polled = await pollStorms(0);
    expect(polled.map(({ outcome }) => outcome?.hidden)).toEqual(Array(6).fill(150));
    expect(most).toBe(4);
  });

  it('wait for nobody with a theft', async () => {
    await pollStorms(0, () => world.chain.mine(blockAt(1), pays()));
    expect(most).toBeGreaterThan(4);
  });

  it('wait for the next poll once the time is over', async () => {
    const polled = await pollStorms(4_000);
    expect(polled.map(({ outcome }) => outcome?.hidden)).toEqual([150, 150, 150, 150, undefined, undefined]);
    expect(polled[4]?.error).toBeInstanceOf(NoSlot);
  });
});

it('leaves digests to the next poll once the time is over', async () => {
  const polled = await pollAll(20_000);
  expect(read).toBe(2);
  expect(polled.map(({ cursor }) => cursor.rations.in.waiting?.count)).toEqual([undefined, undefined, 4_000]);
});
