import { expect, it } from 'vitest';
import type { ApprovalEvent, NodeEvent } from '../../functions/node/node-event.ts';
import { VersionConflict } from '../../functions/state/cursor.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import {
  approvalEvent,
  balanceEvent,
  controlEvent,
  exchange,
  gold,
  treasury,
  watchOf,
} from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const strange = { ...approvalEvent().token, ...gold };
const approved = (over: Partial<ApprovalEvent> = {}) => approvalEvent({ blockNumber: blockAt(0), ...over });
const low = balanceEvent({ key: 'native 0', blockNumber: blockAt(1) });

/** A world whose chain is read from its node, with news of that wallet in the journal. */
async function worldWith(events: NodeEvent[], of: Watch = watch): Promise<PollWorld> {
  return Object.assign(await begunWorld(of), { isFromNode: true, events });
}

const types = (world: PollWorld) => world.published.map(({ type }) => type);

it('events that a node showed are reported once, in chain order with the transfers, and then deleted', async () => {
  const revoked = approved({ key: 'k2', isGranted: false, value: '0', unlimited: false });
  const delegated = controlEvent({ after: exchange, blockNumber: blockAt(1) });
  const world = await worldWith([approved(), revoked, low, delegated]);
  for (const minutes of [0, 2]) world.chain.mine(blockAt(minutes));
  await world.poll(watch);
  const balance = { token: { address: null, symbol: 'ETH' }, amount: '0.05', minimum: '0.1' };
  const control = {
    what: 'delegation',
    before: null,
    after: exchange,
    transactionHash: null,
    explorerUrl: null,
  };
  expect(world.published.slice(1)).toMatchObject([
    { type: 'transfer.received', transfer: { blockNumber: blockAt(0) } },
    { type: 'approval.granted' },
    { type: 'approval.revoked' },
    { type: 'balance.low', balance },
    { type: 'control.changed', control },
    { type: 'transfer.received', transfer: { blockNumber: blockAt(2) } },
  ]);
  expect(world.events).toEqual([]);
  await world.poll(watch);
  expect(world.published).toHaveLength(7);
});

it.each([-3, 3])(
  'an event that a scan finds again, %i blocks from where it was, is reported once',
  async (blocks) => {
    const world = await worldWith([approved()]);
    await world.poll(watch);
    world.events = [approved({ blockNumber: blockAt(0) + blocks })];
    await world.poll(watch);
    expect(types(world)).toEqual(['wallet.watching', 'approval.granted']);
  },
);

it('a balance that falls once more is reported once more', async () => {
  const world = await worldWith([low]);
  await world.poll(watch);
  world.events = [low, { ...low, key: 'native 7', blockNumber: blockAt(2) }];
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'balance.low', 'balance.low']);
  expect(new Set(world.published.map(({ id }) => id)).size).toBe(3);
});

it('a new wallet is announced before its approvals', async () => {
  const world = Object.assign(new PollWorld(), { isFromNode: true, events: [approved()] });
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted']);
  world.chain.mine(blockAt(3));
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted', 'transfer.received']);
});

it('is reported whenever a poll dies, and repeated only with the same id', async () => {
  let nth = 1;
  for (; ; nth += 1) {
    const world = await worldWith([approved(), approved({ key: 'k2' })]);
    if (!(await world.dies(nth, () => world.poll(watch, { after: 600_000 })))) break;
    for (let polls = 0; polls < 3; polls += 1) await world.poll(watch);
    const granted = world.published.filter(({ type }) => type === 'approval.granted');
    expect(new Set(granted.map(({ id }) => id)).size).toBe(2);
    expect(granted.length).toBeLessThanOrEqual(4);
  }
  expect(nth).toBeGreaterThan(6);
});

it('events that were reported and not deleted are not reported again', async () => {
  const world = await worldWith([approved()]);
  world.atAwait = (point) => {
    if (point === 'before drop') throw new Error('the function died');
  };
  await expect(world.poll(watch)).rejects.toThrow('died');
  world.atAwait = () => {};
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted']);
});

it('of many hours is not reported again, even if it was not deleted', async () => {
  const world = await worldWith([approved(), { ...low, blockNumber: blockAt(600), scannedTo: blockAt(600) }]);
  world.atAwait = (point) => {
    if (point === 'before drop') throw new Error('the function died');
  };
  await expect(world.poll(watch)).rejects.toThrow('died');
  world.atAwait = () => {};
  await world.poll(watch);
  expect(types(world)).toEqual(['wallet.watching', 'approval.granted', 'balance.low']);
});

it('only one of two workers reports it', async () => {
  const world = await worldWith([approved()]);
  const both = await Promise.allSettled([1, 2].map(() => world.poll(watch, { after: 0 })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const reason = expect.any(VersionConflict);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason });
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
    const world = await worldWith([approved({ token: strange, sentByWallet })], row);
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

it('a token that the row trusts needs no other proof', async () => {
  const row = watchOf({ trustedTokens: new Set([strange.address]) });
  const world = await worldWith([approved({ token: strange, sentByWallet: null })], row);
  await world.poll(row);
  expect(world.published[1]).toMatchObject({ type: 'approval.granted', verdict: { spam: false } });
});

it('names and decimals of a real token are those of our list, whatever its contract says', async () => {
  const token = { ...approvalEvent().token, symbol: 'Fake', decimals: 18 };
  const world = await worldWith([approved({ token, value: '5000000', unlimited: false })]);
  await world.poll(watch);
  expect(world.published[1]).toMatchObject({
    approval: { amount: '5', token: { symbol: 'USDC', decimals: 6 } },
  });
});

it('an unlimited approval is critical until its spender was approved once, and names the spender', async () => {
  const world = await worldWith([approved(), approved({ key: 'k2' })]);
  world.people = new Map([[exchange, { name: 'Router', isOwn: false }]]);
  await world.poll(watch);
  world.events = [approved({ key: 'k3' }), approved({ key: 'k4', spender: treasury })];
  await world.poll(watch);
  const granted = world.published.filter((alert) => 'approval' in alert);
  expect(granted.map(({ severity }) => severity)).toEqual(['critical', 'warning', 'warning', 'critical']);
  const contacts = granted.map(({ approval }) => approval.spender.contact);
  expect(contacts).toEqual(['Router', 'Router', 'Router', null]);
});

it('a balance that is back ends the alert of its fall', async () => {
  const world = await worldWith([low, { ...low, key: 'native 7', fell: low.key }]);
  await world.poll(watch);
  const [, fall, restored] = world.published;
  expect(fall).toMatchObject({ type: 'balance.low', restores: null });
  expect(restored).toMatchObject({ type: 'balance.restored', restores: fall?.id });
});

it('an approval that a stranger may have made up does not make a spender known', async () => {
  const row = watchOf({ spam: 'mark' });
  const world = await worldWith(
    [approved({ token: strange, sentByWallet: false }), approved({ key: 'k2' })],
    row,
  );
  await world.poll(row);
  expect(world.published.slice(1).map(({ severity }) => severity)).toEqual(['info', 'critical']);
});

it('a storm behind any number of approvals is settled like any other', async () => {
  const world = await worldWith(
    Array.from({ length: 5 }, (_, n) => approved({ key: `k${n}`, blockNumber: blockAt(1) })),
  );
  await world.poll(watch);
  for (let i = 0; i < 250; i += 1) world.chain.mine(blockAt(2) + (i % 5));
  const { blockNumber } = world.chain.mine(blockAt(3));
  for (let minutes = 0; minutes < 15; minutes += 1) await world.poll(watch);
  expect(world.states.stateOf(watch).settled).toBe(blockNumber);
});
