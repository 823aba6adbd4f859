import { expect, it } from 'vitest';
import type { ApprovalEvent, BalanceEvent, NodeEvent } from '../../functions/node/node-event.ts';
import { VersionConflict } from '../../functions/state/cursor.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { approvalEvent, exchange, gold, treasury, watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const strange = { ...approvalEvent().token, ...gold };

class Crash extends Error {}

/** A world whose chain is read from its node, with news of that wallet in the journal. */
async function worldWith(events: readonly Partial<ApprovalEvent>[], of: Watch = watch): Promise<PollWorld> {
  const world = await begunWorld(of);
  leave(world, events);
  return world;
}

function leave(world: PollWorld, events: readonly (Partial<ApprovalEvent> | BalanceEvent)[]): NodeEvent[] {
  const left = events.map(
    (over): NodeEvent => ('fell' in over ? over : approvalEvent({ blockNumber: blockAt(0), ...over })),
  );
  const journal = {
    events: async () => [...left],
    dropEvents: async (_watch: unknown, dropped: readonly unknown[]) => {
      world.atAwait('before drop');
      for (const one of dropped) left.splice(left.indexOf(one as NodeEvent), 1);
    },
  };
  Object.assign(world.deps, { isReadFromNode: () => true, journal });
  return left;
}

const types = (world: PollWorld) => world.published.map(({ type }) => type);

it('what a node showed is reported once, before the transfers of the poll, and let go', async () => {
  const world = await begunWorld(watch);
  const left = leave(world, [{}, { key: 'k2', isGranted: false, value: '0', unlimited: false }]);
  world.chain.mine(blockAt(1));
  await world.poll(watch);
  expect(types(world).slice(1)).toEqual(['approval.granted', 'approval.revoked', 'transfer.received']);
  expect(left).toEqual([]);
  await world.poll(watch);
  expect(world.published).toHaveLength(4);
});

it.each([-3, 3])(
  'an event that a scan finds again, %i blocks from where it was, is reported once',
  async (blocks) => {
    const world = await worldWith([{}]);
    await world.poll(watch);
    leave(world, [{ blockNumber: blockAt(0) + blocks }]);
    await world.poll(watch);
    expect(types(world)).toEqual(['wallet.watching', 'approval.granted']);
  },
);

it('a wallet that begins says so before what was approved', async () => {
  const world = new PollWorld();
  leave(world, [{}]);
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted']);
  world.chain.mine(blockAt(3));
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted', 'transfer.received']);
});

it('is reported whenever a poll dies, and repeated only with the same id', async () => {
  let crashes = 0;
  for (let nth = 1; ; nth += 1) {
    const world = await worldWith([{}, { key: 'k2' }]);
    let awaits = 0;
    world.atAwait = (point) => {
      awaits += 1;
      if (awaits === nth) throw new Crash(point);
    };
    const crashed = await world.poll(watch, { after: 600_000 }).then(
      () => false,
      (error: unknown) => error instanceof Crash,
    );
    if (!crashed) break;
    crashes += 1;
    world.atAwait = () => {};
    for (let polls = 0; polls < 3; polls += 1) await world.poll(watch);
    const granted = world.published.filter(({ type }) => type === 'approval.granted');
    expect(new Set(granted.map(({ id }) => id)).size).toBe(2);
    expect(granted.length).toBeLessThanOrEqual(4);
  }
  expect(crashes).toBeGreaterThan(5);
});

it('what was reported and not let go is not reported again', async () => {
  const world = await worldWith([{}]);
  world.atAwait = (point) => {
    if (point === 'before drop') throw new Crash(point);
  };
  await expect(world.poll(watch)).rejects.toThrow(Crash);
  world.atAwait = () => {};
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted']);
});

it('of two workers one tells it', async () => {
  const world = await worldWith([{}]);
  const both = await Promise.allSettled([1, 2].map(() => world.poll(watch, { after: 0 })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: expect.any(VersionConflict),
  });
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted']);
});

it.each([
  ['hide', false, []],
  ['hide', null, []],
  ['hide', true, ['approval.granted']],
  ['mark', false, ['approval.granted']],
  ['show', false, ['approval.granted']],
] as const)(
  'under the policy %s an approval of a strange token, sent by the wallet: %s',
  async (spam, sentByWallet, told) => {
    const row = watchOf({ spam });
    const world = await worldWith([{ token: strange, sentByWallet }], row);
    await world.poll(row);
    expect(types(world).slice(1)).toEqual(told);
    const isMarked = spam !== 'show' || sentByWallet;
    expect(world.published.slice(1)).toMatchObject(told.map(() => ({ marked: isMarked })));
    const hidden = [...world.history.values()].filter(({ status }) => status === 'hidden');
    expect(hidden.map(({ alert }) => alert?.verdict?.reasons[0]?.rule)).toEqual(
      told.length === 0 ? ['unasked-approval'] : [],
    );
    for (let polls = 0; polls < 3; polls += 1) await world.poll(row, { after: 400_000 });
    expect(types(world).slice(1)).toEqual(told);
  },
);

it('a token that the row trusts needs nobody else to vouch for it', async () => {
  const row = watchOf({ trustedTokens: new Set([strange.address]) });
  const world = await worldWith([{ token: strange, sentByWallet: null }], row);
  await world.poll(row);
  expect(world.published[1]).toMatchObject({ type: 'approval.granted', verdict: { spam: false } });
});

it('names and decimals of a real token are those of our list, whatever its contract says', async () => {
  const token = { ...approvalEvent().token, symbol: 'Fake', decimals: 18 };
  const world = await worldWith([{ token, value: '5000000', unlimited: false }]);
  await world.poll(watch);
  expect(world.published[1]).toMatchObject({
    approval: { amount: '5', token: { symbol: 'USDC', decimals: 6 } },
  });
});

it('an approval without a limit is critical until its spender was approved once, and names who that is', async () => {
  const world = await worldWith([{}, { key: 'k2' }]);
  world.people = new Map([[exchange, { name: 'Router', isOwn: false }]]);
  await world.poll(watch);
  leave(world, [{ key: 'k3' }, { key: 'k4', spender: treasury }]);
  await world.poll(watch);
  const granted = world.published.filter((alert) => 'approval' in alert);
  expect(granted.map(({ severity }) => severity)).toEqual(['critical', 'warning', 'warning', 'critical']);
  expect(granted.map(({ approval }) => approval.spender.contact)).toEqual([
    'Router',
    'Router',
    'Router',
    null,
  ]);
});

it('a balance that is back ends the alert of its fall', async () => {
  const world = await begunWorld(watch);
  const { blockTimestamp, transactionHash, token } = approvalEvent();
  const balance = { kind: 'balance', token, value: '5', minimum: '1' } as const;
  const place = { blockNumber: blockAt(0), blockTimestamp, transactionHash };
  leave(world, [
    { ...balance, ...place, key: 'k1', fell: null },
    { ...balance, ...place, key: 'k2', fell: 'k1' },
  ]);
  await world.poll(watch);
  const [, low, restored] = world.published;
  expect(low).toMatchObject({ type: 'balance.low', restores: null });
  expect(restored).toMatchObject({ type: 'balance.restored', restores: low?.id });
});

it('what a stranger may have made up approves no spender', async () => {
  const row = watchOf({ spam: 'mark' });
  const world = await worldWith([{ token: strange, sentByWallet: false }, { key: 'k2' }], row);
  await world.poll(row);
  expect(world.published.slice(1).map(({ severity }) => severity)).toEqual(['info', 'critical']);
});
