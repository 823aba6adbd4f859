import { describe, expect, it } from 'vitest';
import { unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import type { FakeNode } from '../support/fakes/fake-node.ts';
import { HintedWorld, stranger, walletNumber } from '../support/worlds/hinted-world.ts';

const alice = walletNumber(1);
const bob = walletNumber(2);
const both = [alice, bob];

async function reliedOn(): Promise<HintedWorld> {
  const world = new HintedWorld();
  world.watch(both);
  expect(await world.tick()).toEqual(both);
  expect(await world.tick()).toEqual([]);
  return world;
}

/** The State table can't be read. @returns a function that ends the fault */
function failLoads({ table }: HintedWorld): () => void {
  const { load } = table;
  table.load = () => Promise.reject(new Error('DynamoDB throttles'));
  return () => void Object.assign(table, { load });
}

const sound = { chainId: '0x1', lag: 0, logLag: 0, reply: null, hangs: false, refusesLogs: null };
const faults: readonly (readonly [string, Partial<FakeNode>])[] = [
  ['has no block of the last two minutes', { lag: 4 }],
  ['answers its logs by a node that is behind its head', { logLag: 1 }],
  ['answers 503', { reply: { status: 503, body: 'sorry' } }],
  ['hangs', { hangs: true }],
  ['answers for another chain', { chainId: '0x89' }],
];

describe.each(faults)('a node that %s', (_, fault) => {
  it('makes the same tick poll the whole chain ordinarily, is reported once, and hides no transfer afterwards', async () => {
    const world = await reliedOn();
    const { node } = world;
    Object.assign(node, fault);
    expect(await world.ticks(3)).toEqual([both, both, both]);
    expect(world.operations()).toEqual(['activity.unavailable began eth']);
    world.mine({ from: stranger, to: alice });
    expect(await world.ticks(2)).toEqual([both, both]);
    Object.assign(node, sound);
    // The blocks in between are scanned, and wallets seen in them keep their tails.
    expect(await world.ticks(3)).toEqual([[alice], [alice], [alice]]);
    expect(world.operations()).toEqual(['activity.unavailable began eth', 'activity.unavailable ended eth']);
  });
});

describe('a node', () => {
  it('that is removed has no incident, and its wallets are polled ordinarily', async () => {
    const world = await reliedOn();
    world.node.hangs = true;
    await world.ticks(3);
    world.parameter = null;
    expect(await world.ticks(2)).toEqual([both, both]);
    expect(world.operations()).toEqual(['activity.unavailable began eth', 'activity.unavailable ended eth']);
    // Not that it is up again.
    expect(world.dispatch.operations.at(-1)?.reason).toMatch(
      /^Its node is asked no more: its parameter is gone/,
    );
  });

  it.each([false, true])('is reported at the third tick without a record; a source: %s', async (isSource) => {
    const world = isSource ? HintedWorld.ofSource() : new HintedWorld();
    world.watch(both);
    await world.rely();
    const recover = failLoads(world);
    await world.ticks(2);
    expect(world.operations()).toEqual([]);
    await world.ticks(3);
    expect(world.operations()).toEqual(['activity.unavailable began eth']);
    const [{ whatToDo = '' } = {}] = world.dispatch.operations;
    expect(/rpc unset eth/.test(whatToDo)).toBe(!isSource);
    recover();
    await world.tick();
    expect(world.operations()).toEqual(['activity.unavailable began eth', 'activity.unavailable ended eth']);
  });

  it("is not reported for ticks that can't read its record, if one between them can", async () => {
    const world = await reliedOn();
    for (let round = 0; round < 3; round += 1) {
      const recover = failLoads(world);
      await world.tick();
      // Scans between two ticks do not count as ticks.
      for (const seconds of [15, 30, 45]) await world.between(seconds);
      await world.tick();
      recover();
      await world.tick();
    }
    expect(world.operations()).toEqual([]);
  });

  it.each([
    ['ftp://node.example.org/secret-key', 'is not https'],
    ['http://node.example.org/secret-key', 'is not https'],
    ['secret-key', 'is not a URL'],
  ])('whose parameter holds %s is reported at once, without the value', async (value, why) => {
    const world = new HintedWorld();
    world.watch(both);
    world.parameter = value;
    expect(await world.ticks(2)).toEqual([both, both]);
    expect(world.operations()).toEqual(['activity.unavailable began eth']);
    const told = JSON.stringify(world.dispatch.operations) + world.logged.join();
    expect(told).toContain(why);
    expect(told).toContain('/chainbell/rpc/eth');
    expect(told).not.toMatch(/node\.example|secret-key/);
  });

  it('that quotes its own address in an error: the address is removed', async () => {
    const world = await reliedOn();
    world.node.refusesLogs =
      'project secret-key of https://NODE.example.org/v2/SECRET-KEY is 0123456789abcdef0123456789abcdef';
    await world.ticks(3);
    const told = JSON.stringify(world.dispatch.operations) + world.logged.join();
    expect(told).toContain('refuses eth_getLogs: project [...]');
    expect(told).not.toMatch(/secret-key|node\.example|v2|0123456789abcdef/i);
    expect(JSON.stringify([world.table.record, ...world.table.marks])).not.toMatch(/secret|example/i);
  });
});

describe.each([
  ['first', false],
  ['another', true],
])('when a chain gets its %s node', (_, isSecond) => {
  it.each([
    ['1m', null, 1],
    ['5m', null, 5],
    ['20m', null, 20],
    ['1m', 200, 18],
  ])('a wallet that is behind is still polled: every %s, plan %s', async (every, callsPerDay, minutes) => {
    const world = new HintedWorld();
    world.watch(both, { every });
    world.callsPerDay = callsPerDay;
    if (isSecond) await world.ticks(2 * minutes + 2);
    world.parameter = null;
    world.outcome = (wallet) => ({ isBehind: wallet === alice });
    await world.ticks(2 * minutes + 2);
    world.parameter = 'https://other-node.example.org';
    const polled = await world.ticks(4 * minutes);
    const count = (wallet: string) => polled.flat().filter((one) => one === wallet).length;
    expect(count(alice)).toBeGreaterThanOrEqual(4);
    // The other wallet is quiet: one poll shows that it left nothing unfinished.
    expect(count(bob)).toBeLessThanOrEqual(2);
    expect(await world.counts(minutes)).toContain(1);
  });
});

it('a wallet that was behind when its chain got a node on a day without calls left is polled on the next day', async () => {
  const world = new HintedWorld();
  world.watch(both, { every: '5m' });
  world.parameter = null;
  world.outcome = (wallet) => ({ isBehind: wallet === alice });
  await world.ticks(10);
  world.dispatch.quota = { ...unlimitedQuota, isSpent: async () => true };
  world.parameter = 'https://other-node.example.org';
  expect((await world.ticks(30)).flat()).toEqual([]);
  world.dispatch.quota = unlimitedQuota;
  const polled = (await world.ticks(20)).flat();
  expect(polled.filter((one) => one === alice).length).toBeGreaterThanOrEqual(4);
  expect(polled.filter((one) => one === bob)).toHaveLength(1);
});

it('a wallet whose poll failed in a tick that could not read the record of its chain is polled on', async () => {
  const world = await reliedOn();
  const recover = failLoads(world);
  world.outcome = (wallet) => (wallet === alice ? null : {});
  expect(await world.tick()).toEqual(both);
  recover();
  expect(await world.ticks(3)).toEqual([both, [alice], [alice]]);
});

it('a missed tick, which polled nothing, and a tick by hand that is dated ahead cost no polls of quiet wallets', async () => {
  const world = await reliedOn();
  world.dispatch.now += 60_000;
  expect(await world.tick()).toEqual([]);
  world.dispatch.now += 3_600_000;
  await world.tick();
  world.dispatch.now -= 3_600_000;
  expect((await world.ticks(5)).flat().length).toBeLessThanOrEqual(2);
});

describe('a crash', () => {
  it.each(['put marks', 'put seen', 'save'])(
    'at %s costs a second poll, and the activity is seen again at the next tick',
    async (method) => {
      const world = await reliedOn();
      const carol = walletNumber(3);
      world.watch([carol]);
      world.mine({ from: stranger, to: alice });
      world.table.atWrite = (at) => {
        if (at === method) throw new Error('the function died');
      };
      expect(await world.tick()).toContain(alice);
      world.table.atWrite = () => {};
      expect(await world.tick()).toContain(alice);
      expect((await world.ticks(9)).flat().filter((one) => one === alice).length).toBeGreaterThanOrEqual(3);
    },
  );
});

it('operations hear of a wallet while the node lacks its logs from fromBlock on', async () => {
  const world = HintedWorld.ofSource();
  world.watch([bob]);
  await world.rely();
  world.watch([alice], { fromBlock: 1_000 });
  world.begins.add(alice);
  world.node.limits = { from: 1_001 };
  const polled = await world.ticks(12);
  expect(polled.flat()).not.toContain(alice);
  expect(world.operations()).toEqual(['wallet.failing began eth']);
  expect(world.dispatch.operations[0]).toMatchObject({
    wallet: alice,
    reason: expect.stringMatching(/gives no logs from block 1000 on/),
    whatToDo: expect.stringMatching(/rpc set eth.* chainbell set 0x0+1 --chain eth fromBlock= /),
  });
  const recover = failLoads(world);
  await world.tick();
  expect(world.operations()).toEqual(['wallet.failing began eth']);
  recover();
  world.node.limits = {};
  expect((await world.ticks(3)).flat()).toContain(alice);
  expect(world.operations()).toEqual(['wallet.failing began eth', 'wallet.failing ended eth']);
});
