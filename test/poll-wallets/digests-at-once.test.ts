import { beforeEach, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { pollEach } from '../../functions/poll-wallets/poll-each.ts';
import { neverPolled } from '../../functions/state/cursor.ts';
import { watchOf } from '../support/alerts.ts';
import { begunCursor } from '../support/reads.ts';
import { PollWorld } from '../support/worlds/poll-world.ts';
import { addressOf, times } from './story.ts';

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

it('leaves digests to the next poll once the time is over', async () => {
  const polled = await pollAll(20_000);
  expect(read).toBe(2);
  expect(polled.map(({ cursor }) => cursor.rations.in.waiting?.count)).toEqual([undefined, undefined, 4_000]);
});
