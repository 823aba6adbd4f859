import { beforeEach, describe, expect, it } from 'vitest';
import type { JudgedTransfer } from '../../functions/poll-wallets/decide/judge-transfer.ts';
import { rationsAfter } from '../../functions/poll-wallets/decide/rations.ts';
import { type Cursor, neverPolled } from '../../functions/state/cursor.ts';
import { quietRow } from '../../functions/state/ledger-row.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { usdc, watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { addressOf, digestsOf, drop, emptyWorld, hour, made, minute, pays, pollTimes } from './story.ts';

const watch = watchOf();
const out = pays();
const real = { address: usdc };
const begin = Date.parse('2026-01-02T03:00:00.000Z');

let world: PollWorld;
beforeEach(async () => {
  world = await emptyWorld(watch);
});

const mine = (over: Partial<Transfer> = {}, token: Partial<Transfer['token']> = made) =>
  world.chain.mine(blockAt(Math.ceil((world.now - begin) / minute)), over, token);

/** One transfer a minute. */
async function drip(count: number, over: Partial<Transfer> = {}, of: Watch = watch, token: object = made) {
  for (let i = 0; i < count; i += 1) {
    mine(over, token);
    await world.poll(of);
  }
}

async function storm(count: number, over: Partial<Transfer> = {}, token: object = made): Promise<void> {
  for (let i = 0; i < count; i += 1) mine(over, token);
  await world.poll(watch);
}

/** Polls every ten minutes of the clock until this time. */
async function pollUntil(time: string, of: Watch = watch): Promise<void> {
  const end = Date.parse(`2026-01-${time}:00.000Z`);
  while (world.now < end)
    await world.poll(of, { after: Math.min(10 * minute - (world.now % (10 * minute)), end - world.now) });
}

const digests = () =>
  world.published.flatMap((one) =>
    'digest' in one ? [[one.digest.count, one.detectedAt.slice(11, 16)]] : [],
  );
const singles = () => world.published.filter((alert) => !('digest' in alert)).length;
const expectAllTold = () => expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));

describe('income in a token that anybody can make', () => {
  it('has ten single alerts a clock hour, and one digest for the others at the end of the hour', async () => {
    await drip(14);
    await pollUntil('02T03:59');
    expect([singles(), digests()]).toEqual([10, []]);
    await pollUntil('02T04:30');
    expect([singles(), digests()]).toEqual([10, [[4, '04:00']]]);
    expectAllTold();
    await drip(11);
    expect(singles()).toBe(20);
  });

  it.each([
    [29_999, begin + hour],
    [30_000, 0],
  ])('of %i transfers in its digest is due at %i: a poll has memory for no more', (count, due) => {
    const waiting = { digest: 'in1', from: 1, to: 1, due: begin + hour, hidden: 0, count: count - 1 };
    const before = { ...neverPolled.rations, in: { ...neverPolled.rations.in, waiting } };
    const row = { ...quietRow({ block: 1, order: '', key: '' }, 'waiting', begin), digest: 'in1' };
    const { waiting: after } = rationsAfter({ rations: before, version: 1 }, [], [row], begin).in;
    expect(after).toMatchObject({ count, due });
  });

  it('has no second ration if the next worker has a clock behind', () => {
    const one = { outcome: 'told', format: 'rationed', described: { direction: 'in' } } as JudgedTransfer;
    const used = (rations: Cursor['rations'], now: number) =>
      rationsAfter({ rations, version: 1 }, [one], [], now);
    const before = used(neverPolled.rations, begin);
    expect(used(before, begin - 1).in).toMatchObject({ hour: begin / hour, ofHour: 2, ofDay: 2 });
  });

  it('has thirty single alerts a UTC day', async () => {
    for (const of of ['04', '05', '06', '07', '23']) {
      await pollUntil(`02T${of}:00`);
      await drip(12);
    }
    expect(singles()).toBe(30);
    await pollUntil('03T00:00');
    await drip(12);
    expect(singles()).toBe(40);
    await pollUntil('03T01:00');
    expectAllTold();
    expect(digests().map(([count]) => count)).toEqual([2, 2, 2, 12, 12, 2]);
  });

  it('has as many single alerts as the row says, or none', async () => {
    await drip(5, {}, watchOf({ singles: 2 }));
    await pollUntil('02T04:00');
    expect([singles(), digests()]).toEqual([2, [[3, '04:00']]]);
    await drip(2, {}, watchOf({ singles: 0 }));
    await pollUntil('02T05:00');
    expect([singles(), digests().slice(1)]).toEqual([2, [[2, '05:00']]]);
  });

  it('has no effect on outgoing transfers, whose digest comes in ten minutes', async () => {
    await drip(11);
    await drip(12, out);
    expect([singles(), digests()]).toEqual([20, []]);
    await pollUntil('02T04:00');
    expect(digests()).toEqual([
      [2, '03:30'],
      [1, '04:00'],
    ]);
    expectAllTold();
  });

  it('is reported at once in a storm, and in a second storm of the same hour at the end of the hour', async () => {
    await storm(14);
    expect([singles(), digests()]).toEqual([0, [[14, '03:02']]]);
    await storm(12);
    await storm(13);
    expect(digests()).toHaveLength(1);
    await pollUntil('02T04:00');
    expect(digests().slice(1)).toEqual([[25, '04:00']]);
    expectAllTold();
  });

  it('includes waiting transfers if a storm is reported at once', async () => {
    await drip(13);
    await storm(11);
    expect([singles(), digests()]).toEqual([10, [[14, '03:15']]]);
    expectAllTold();
  });

  it("goes into a digest at once if the hour would be over at the wallet's next poll", async () => {
    await drip(10);
    for (let i = 0; i < 4; i += 1) mine();
    await world.poll(watch, { pace: { everySeconds: 21_600, askedSeconds: 60, callsPerDay: 800 } });
    expect([singles(), digests()]).toEqual([10, [[4, '03:12']]]);
  });
});

describe('value in a surely real token', () => {
  it('has an alert of its own for each transfer that comes in, unless it is less than a cent', async () => {
    await drip(15, { value: 10_000n }, watch, real);
    expect(singles()).toBe(15);
    for (const value of [9_999n, 1n, 0n]) await storm(4, { value }, real);
    expect(singles()).toBe(25);
    await pollUntil('02T04:00');
    expect(digests()).toEqual([[2, '04:00']]);
    expectAllTold();
  });

  it('is reported by the first poll that sees it in a storm, even if the hour already had its digest', async () => {
    await storm(12);
    for (let polls = 0; polls < 2; polls += 1) await storm(11, { value: 2_000_000n }, real);
    expect(digests()).toEqual([
      [12, '03:02'],
      [11, '03:03'],
      [11, '03:04'],
    ]);
  });

  it('has an alert of its own if it goes out, even once the ration is used up', async () => {
    await drip(12, out);
    const singly = singles();
    await storm(1, { ...out, value: 1n }, real);
    expect(singles()).toBe(singly + 1);
  });
});

it("what a wallet's own transaction sends in an unlisted token is not lost in a storm that strangers make up", async () => {
  const vault = { ...made, address: addressOf('b'), symbol: 'vault' };
  mine({ ...out, value: 1n, sentBy: watch.wallet }, vault);
  await storm(40, out);
  const alone = world.published.flatMap((alert) => ('transfer' in alert ? alert.transfer.token.symbol : []));
  expect([alone, digests()]).toEqual([['vault'], [[40, '03:02']]]);
});

describe('a transfer that waits for its digest', () => {
  it('is in no digest once the chain has dropped it, and is not taken back', async () => {
    await drip(13);
    drop(world, world.chain.transfers.at(-2));
    await pollUntil('02T04:10');
    expect([singles(), digests()]).toEqual([10, [[2, '04:00']]]);
    expectAllTold();
  });

  it('is in the digest once if the chain has dropped it and mined it again', async () => {
    await drip(13);
    const dropped = drop(world);
    await pollTimes(world, watch, 3);
    world.chain.transfers.push({ ...dropped, blockNumber: dropped.blockNumber + 3 });
    await pollUntil('02T04:10');
    expect(digests()).toEqual([[3, '04:00']]);
    expectAllTold();
  });

  it('is in the digest in the block where it stands by then', async () => {
    await drip(11);
    const moved = drop(world);
    const blockNumber = moved.blockNumber + 4;
    world.chain.transfers.push({ ...moved, blockNumber, blockHash: `0x${'7'.repeat(64)}` });
    await pollUntil('02T04:10');
    expect(digestsOf(world.published)).toMatchObject([
      {
        ...{ count: 1, fromBlock: blockNumber, toBlock: blockNumber },
        // Its row has only the beginning of the new block's hash.
        largest: [{ blockNumber, blockHash: null }],
      },
    ]);
    expectAllTold();
  });

  it('is taken back like any other once the digest is out', async () => {
    await pollUntil('02T03:47');
    await drip(12);
    await pollUntil('02T04:00');
    const { transactionHash } = drop(world);
    await pollTimes(world, watch, 2);
    expect(digests()).toEqual([[2, '04:00']]);
    expect(world.published.at(-1)).toMatchObject({
      type: 'transfer.reverted',
      transfer: { transactionHash },
    });
  });

  it.each([
    ['whatever the row filters by then', () => pollUntil('02T04:00', watchOf({ direction: 'out' }))],
    ['by the first poll after a pause of the row', () => world.poll(watch, { after: 30 * hour })],
    [
      'while the API is away',
      async () => {
        world.chain.fault = new Error('The API is away.');
        while (digests().length === 0 && world.now < begin + 2 * hour)
          await world.poll(watch).catch(() => {});
      },
    ],
  ])('is reported %s', async (_when, polls) => {
    await drip(12);
    await polls();
    expect(digests()).toMatchObject([[2, expect.anything()]]);
    expectAllTold();
  });

  it('is reported together with the count of hidden transfers', async () => {
    await drip(10);
    mine({ possibleSpam: true }, { ...made, verified: false });
    await drip(2);
    await pollUntil('02T04:00');
    expect(digestsOf(world.published)).toMatchObject([{ count: 2, hidden: 1 }]);
  });
});

describe('a digest', () => {
  it('leaves out the rows of an abandoned batch, also those that are written after their blocks are settled', async () => {
    await drip(11);
    const dropped = mine();
    const { put } = world.deps.history;
    const late: (() => Promise<void>)[] = [];
    world.deps.history.put = async (...of) => {
      late.push(() => put(...of));
      throw new Error('died');
    };
    await expect(world.poll(watch)).rejects.toThrow('died');
    world.deps.history.put = put;
    drop(world, dropped);
    await drip(1);
    await pollUntil('02T03:40');
    for (const land of late) await land();
    await pollUntil('02T04:00');
    expect(digests()).toEqual([[2, '04:00']]);
  });
});
