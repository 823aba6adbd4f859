import { describe, expect, it } from 'vitest';
import type { ApprovalEvent, NodeEvent } from '../../functions/node/node-event.ts';
import type { Watch, WatchedKind } from '../../functions/wallet/watch.ts';
import {
  approvalEvent,
  balanceEvent,
  controlEvent,
  exchange,
  gold,
  treasury,
  watchOf,
} from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { diesAt, lives, pollTimes, typesOf } from './story.ts';

const watch = watchOf();
const strange = { ...approvalEvent().token, ...gold };
const approved = (over: Partial<ApprovalEvent> = {}) => approvalEvent({ blockNumber: blockAt(0), ...over });
const low = balanceEvent({ key: 'native 0', blockNumber: blockAt(1) });

/** A world whose chain is read from its node, with the wallet's events in the journal. */
async function worldWith(events: NodeEvent[], of: Watch = watch): Promise<PollWorld> {
  return Object.assign(await begunWorld(of), { isFromNode: true, events });
}
/** That world after one poll. */
async function polledWith(events: NodeEvent[], of: Watch = watch): Promise<PollWorld> {
  const world = await worldWith(events, of);
  await world.poll(of);
  return world;
}
const told = ({ published }: PollWorld) =>
  typesOf(published.filter(({ type }) => type !== 'wallet.watching'));

describe('events that a node showed', () => {
  it('are reported once, in chain order with the transfers, and then deleted', async () => {
    const revoked = approved({ key: 'k2', isGranted: false, value: '0', unlimited: false });
    const delegated = controlEvent({ after: exchange, blockNumber: blockAt(1) });
    const world = await worldWith([approved(), revoked, low, delegated]);
    for (const minutes of [0, 2]) world.chain.mine(blockAt(minutes));
    await world.poll(watch);
    const balance = { token: { address: null, symbol: 'ETH' }, amount: '0.05', minimum: '0.1' };
    const nowhere = { transactionHash: null, explorerUrl: null };
    const control = { what: 'delegation', before: null, after: exchange, ...nowhere };
    expect(world.published.slice(1)).toMatchObject([
      { type: 'transfer.received', transfer: { blockNumber: blockAt(0) } },
      { type: 'approval.granted' },
      { type: 'approval.revoked' },
      { type: 'balance.low', balance, restores: null },
      { type: 'control.changed', control },
      { type: 'transfer.received', transfer: { blockNumber: blockAt(2) } },
    ]);
    expect(world.events).toEqual([]);
    await world.poll(watch);
    expect(world.published).toHaveLength(7);
  });

  it.each([-3, 3, 11 * watch.chain.reorgBlocks])('are reported once if %i blocks away', async (blocks) => {
    const world = await polledWith([approved()]);
    world.events = [approved({ blockNumber: blockAt(0) + blocks })];
    await world.poll(watch);
    expect(told(world)).toEqual(['approval.granted']);
  });

  it.each([
    ['', [approved()]],
    [' of many hours', [approved(), { ...low, blockNumber: blockAt(600), scannedTo: blockAt(600) }]],
  ])('%s are not reported again if they were reported and not deleted', async (_which, events) => {
    const world = await worldWith(events);
    diesAt(world, 'before drop');
    await expect(world.poll(watch)).rejects.toThrow('died');
    const once = told(world);
    await lives(world).poll(watch);
    expect(once).toHaveLength(events.length);
    expect(told(world)).toEqual(once);
  });

  it('are reported even if a poll dies at any await, and repeated only with the same id', async () => {
    let nth = 1;
    for (; ; nth += 1) {
      const world = await worldWith([approved(), approved({ key: 'k2' })]);
      if (!(await world.dies(nth, () => world.poll(watch, { after: 600_000 })))) break;
      await pollTimes(world, watch, 3);
      const [, ...granted] = world.published;
      expect(new Set(granted.map(({ id }) => id)).size).toBe(2);
      expect(granted.length).toBeLessThanOrEqual(4);
    }
    expect(nth).toBeGreaterThan(6);
  });

  it('of weeks, which a paused row gathered, are reported by several polls: one could not write them all', async () => {
    const forged = { token: strange, sentByWallet: false };
    const gathered = Array.from({ length: 3_000 }, (_, n) => approved({ key: `forged ${n}`, ...forged }));
    const world = await worldWith([...gathered, low]);
    expect(await world.poll(watch)).toMatchObject({ isBehind: true });
    expect([world.history.size, told(world)]).toEqual([2_000, []]);
    expect(await world.poll(watch)).toMatchObject({ isBehind: false });
    expect([world.history.size, told(world), world.events]).toEqual([3_000, ['balance.low'], []]);
  });

  it('of a new wallet are reported after its announcement', async () => {
    const world = Object.assign(new PollWorld(), { isFromNode: true, events: [approved()] });
    await world.poll(watch);
    world.chain.mine(blockAt(3));
    await world.poll(watch);
    expect(typesOf(world.published)).toEqual(['wallet.watching', 'approval.granted', 'transfer.received']);
  });

  it('are left out if the row does not ask for them: it may have been paused, or mistyped, when they were scanned', async () => {
    const events = [approved(), controlEvent({ blockNumber: blockAt(1) }), low];
    const toldTo = async (...kinds: readonly WatchedKind[]) =>
      told(await polledWith(events, watchOf({ kinds: new Set(kinds) })));
    expect(await toldTo('native')).toEqual(['balance.low']);
    expect(await toldTo('approvals')).toEqual(['approval.granted', 'balance.low']);
    expect(await toldTo('control')).toEqual(['control.changed', 'balance.low']);
    const ignoring = watchOf({ ignoreTokens: new Set([approvalEvent().token.address]) });
    expect(told(await polledWith(events, ignoring))).toEqual(['control.changed', 'balance.low']);
  });
});

it('a balance has the names of the list, not those of its contract; once it is restored, the alert of its fall ends', async () => {
  const fell = { ...low, token: { ...approvalEvent().token, name: null, symbol: 'x' } };
  const world = await polledWith([fell, { ...fell, key: 'native 7', fell: low.key }]);
  const [, fall, restored] = world.published;
  expect(fall).toMatchObject({
    type: 'balance.low',
    balance: { token: { name: 'USD Coin', symbol: 'USDC' } },
  });
  expect(restored).toMatchObject({ type: 'balance.restored', restores: fall?.id });
});

describe('an approval', () => {
  it.each([
    ['hide', false, []],
    ['hide', null, []],
    ['hide', true, ['approval.granted']],
    ['mark', false, ['approval.granted']],
    ['show', false, ['approval.granted']],
  ] as const)('of an unknown token, under %s, sent by the wallet: %s', async (spam, sentByWallet, types) => {
    const row = watchOf({ spam });
    const world = await polledWith([approved({ token: strange, sentByWallet })], row);
    expect(told(world)).toEqual(types);
    const marked = spam !== 'show' || sentByWallet;
    expect(world.published.slice(1)).toMatchObject(types.map(() => ({ marked })));
    const hidden = world.history.values().filter(({ status }) => status === 'hidden');
    const rules = Array.from(hidden, ({ alert }) => alert?.verdict?.reasons[0]?.rule);
    expect(rules).toEqual(types.length === 0 ? ['unasked-approval'] : []);
    for (let polls = 0; polls < 3; polls += 1) await world.poll(row, { after: 400_000 });
    expect(told(world)).toEqual(types);
  });

  it('of a token that the row trusts needs no other proof', async () => {
    const row = watchOf({ trustedTokens: new Set([strange.address]) });
    const world = await polledWith([approved({ token: strange, sentByWallet: null })], row);
    expect(world.published[1]).toMatchObject({ type: 'approval.granted', verdict: { spam: false } });
  });

  it("that Permit2 keeps is no stranger's invention, whatever the token and whoever sent the wallet's signature", async () => {
    const world = await polledWith([approved({ of: 'permit2', token: strange, sentByWallet: false })]);
    expect(world.published.slice(1)).toMatchObject([{ severity: 'critical', verdict: { spam: false } }]);
  });

  it('from before the watch is not reported: a scan after a re-org reads those blocks too', async () => {
    const blockTimestamp = '2026-01-02T02:40:00.000Z';
    const world = await polledWith([approved({ blockNumber: blockAt(-20), blockTimestamp })]);
    expect(told(world)).toEqual([]);
    expect(world.events).toEqual([]);
  });

  it('of a real token has the names and decimals of our list, whatever its contract says', async () => {
    const token = { ...approvalEvent().token, symbol: 'Fake', decimals: 18 };
    const world = await polledWith([approved({ token, value: '5000000', unlimited: false })]);
    const approval = { amount: '5', token: { symbol: 'USDC', decimals: 6 } };
    expect(world.published[1]).toMatchObject({ approval });
  });

  const later = approved({ key: 'k2', blockNumber: approved().blockNumber + 1 });

  it('that is unlimited is critical if its spender was never approved before, and names the spender', async () => {
    const small = approved({ key: 'k0', value: '1', unlimited: false });
    const world = await worldWith([small, approved(), later]);
    world.people = new Map([[exchange, { name: 'Router', isOwn: false }]]);
    await world.poll(watch);
    world.events = [
      approved({ key: 'k3' }),
      approved({ key: 'k4' }),
      approved({ key: 'k5', spender: treasury }),
    ];
    await world.poll(watch);
    const granted = world.published.filter((alert) => 'approval' in alert);
    const severities = ['warning', 'critical', 'warning', 'warning', 'warning', 'critical'];
    expect(granted.map(({ severity }) => severity)).toEqual(severities);
    const contacts = granted.map(({ approval }) => approval.spender.contact);
    expect(contacts).toEqual([...Array(5).fill('Router'), null]);
  });

  it('that a stranger may have made up does not make a spender known', async () => {
    const forged = approved({ token: strange, sentByWallet: false });
    const world = await polledWith([forged, later], watchOf({ spam: 'mark' }));
    expect(world.published.slice(1)).toMatchObject([{ severity: 'info' }, { severity: 'critical' }]);
  });

  it('of an unknown token, which a contract that the wallet calls can make up, makes its spender known only for such tokens', async () => {
    const made = (key: string, over: Partial<ApprovalEvent> = {}) =>
      approved({ key, token: strange, sentByWallet: true, ...over });
    const world = await polledWith([made('k0', { value: '1', unlimited: false }), later]);
    world.events = [made('k3', { blockNumber: later.blockNumber + 1 })];
    await world.poll(watch);
    const severities = world.published.slice(1).map(({ severity }) => severity);
    expect(severities).toEqual(['warning', 'critical', 'warning']);
  });

  it.each([1, 6])('that may be made up, %i a poll, gets the alerts that the row allows', async (aPoll) => {
    const row = watchOf({ spam: 'show', singles: 4 });
    const world = await worldWith([], row);
    world.advance(3_600_000);
    const pollForged = async (name: string, blockNumber: number) => {
      const blockTimestamp = new Date(world.now).toISOString();
      const keys = Array.from({ length: aPoll }, (_, n) => `${name} ${n}`);
      const token = { ...strange, symbol: 'TRAP' };
      world.events = keys.map((key) =>
        approved({ key, token, sentByWallet: false, blockNumber, blockTimestamp }),
      );
      await world.poll(row);
    };
    for (let minute = 0; minute < 8; minute += 1) await pollForged(`${minute}`, blockAt(60 + minute));
    expect(told(world)).toHaveLength(4);
    expect(world.history.size).toBe(8 * aPoll - 4);
    world.events = [approved({ blockNumber: blockAt(69) })];
    await world.poll(row);
    expect(told(world)).toHaveLength(5);
    world.advance(3_600_000);
    await pollForged('an hour later', blockAt(130));
    expect(told(world)).toHaveLength(5 + Math.min(aPoll, 4));
  });

  it('that is revoked does not make its spender known', async () => {
    const revoked = approved({ isGranted: false, value: '0', unlimited: false });
    const world = await polledWith([revoked, later]);
    expect(world.published.at(-1)).toMatchObject({ type: 'approval.granted', severity: 'critical' });
  });
});
