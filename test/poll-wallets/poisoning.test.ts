import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { usdc, watchOf } from '../support/alerts.ts';
import { type Happening, MinuteWorld } from '../support/worlds/minute-world.ts';
import { blockAt } from '../support/worlds/poll-world.ts';
import { addressOf, friend, imitation, made, pays, sends, times, typesOf } from './story.ts';

/** Two digits alike at each end: no more than chance. */
const stranger = parseAddress(`0xab${'0'.repeat(36)}9b`);
/** A second address of the same friend, with ten equal digits: people make such vanity addresses. */
const vanity = parseAddress('0xab580777777777777777777777777777777aec9b');

let world: MinuteWorld;
beforeEach(() => {
  world = new MinuteWorld();
});
const told = (watch: Watch, ...happenings: readonly Happening[]) => world.step(watch, ...happenings);
const warning = { type: 'wallet.poisoning' };
const shout = { type: 'transfer.sent', lookalike: { address: imitation, imitates: friend } };

/** The watch begins, and the wallet pays the friend. */
async function begin(watch = watchOf(), token = {}): Promise<Watch> {
  await world.poll(watch);
  await told(watch, [pays(friend), token]);
  return watch;
}
const paid = async (watch: Watch) =>
  (await world.states.readAddresses(watch)).counterparties.map(({ address }) => address);

describe('an imitation', () => {
  it.each(['hide', 'mark', 'show'] as const)('causes one warning, under the policy %s', async (policy) => {
    const watch = await begin(watchOf({ spam: policy }));
    const lookalike = { address: imitation, imitates: friend, samePrefix: 4, sameSuffix: 4 };
    expect(await told(watch, [sends(imitation, 0n)])).toMatchObject([
      { ...warning, lookalike, transfer: { value: '0' } },
    ]);
    const rules = expect.arrayContaining([expect.objectContaining({ rule: 'address-poisoning' })]);
    const hidden = world.history.values().filter(({ status }) => status === 'hidden');
    expect([...hidden]).toMatchObject([{ alert: { verdict: { spam: true, reasons: rules } } }]);
    const more: Happening[] = [
      [sends(imitation, 100n)],
      [sends(imitation), { ...made, verified: false }],
      [pays(imitation, 0n)], // looks as if the wallet had sent it
    ];
    for (const one of more) expect(typesOf(await told(watch, one))).not.toContain('wallet.poisoning');
    const honest = { type: 'transfer.received', verdict: { spam: false } };
    expect(await told(watch, [sends(friend)], [sends(stranger, 0n)])).toMatchObject([honest, honest]);
  });

  it('causes a warning if its original was paid before the watch, even if the row wants only outgoing transfers', async () => {
    world.chain.mine(blockAt(-5), pays(friend));
    const watch = watchOf({ direction: 'out' });
    await world.poll(watch);
    expect(await told(watch, [sends(imitation, 0n)])).toMatchObject([warning]);
  });
});

describe('money that the wallet sends to an imitation', () => {
  it.each<Partial<Watch>>([
    {},
    { spam: 'mark' },
    { spam: 'show' },
    { direction: 'in' },
    { minAmount: { byToken: new Map(), otherwise: '1000000' } },
    { tokens: new Set([addressOf('12')]) },
    { ignoreTokens: new Set([usdc]) },
  ])('is reported as such each time, warned of before or not, if the row says %o', async (row) => {
    for (const isWarned of [true, false]) {
      world = new MinuteWorld();
      const watch = await begin(watchOf(row));
      if (isWarned) expect(await told(watch, [sends(imitation, 0n)])).toMatchObject([warning]);
      for (const value of [900_000_000n, 900_000_000n, 1n])
        expect(await told(watch, [pays(imitation, value)])).toMatchObject([shout]);
      expect(await paid(watch)).toEqual([friend]);
    }
  });

  it('has its own alert even in a storm, after the warning and before all other alerts', async () => {
    const watch = await begin();
    const storm = times(40, (): Happening => [sends(addressOf('12'), 5_000_000n)]);
    const alerts = await told(watch, ...storm, [sends(imitation, 0n)], ...storm, [pays(imitation)]);
    expect(alerts).toMatchObject([warning, shout, { type: 'transfers.digest', digest: { count: 80 } }]);
  });

  it('is reported singly each time, but at most ten times a poll if only the API verifies its token', async () => {
    const watch = await begin();
    const many = times(40, (i) => pays(imitation, BigInt(i + 1)));
    const verified = { ...made, verified: true };
    const shouts = async (...happenings: Happening[]) =>
      (await told(watch, ...happenings)).flatMap((one) =>
        one.type === 'transfer.sent' ? [one.transfer] : [],
      );
    expect(await shouts(...many.map((one) => [one] as const))).toHaveLength(40);
    const few = await shouts(...many.map((one) => [one, verified] as const), [pays(imitation, 900_000_000n)]);
    expect(few).toHaveLength(11);
    expect(few).toContainEqual(expect.objectContaining({ amount: '900' }));
  });
});

describe('real money', () => {
  it('from an address that resembles another one is reported, with one warning', async () => {
    const watch = await begin();
    const received = { type: 'transfer.received', lookalike: { address: vanity }, verdict: { spam: false } };
    expect(await told(watch, [sends(vanity)])).toMatchObject([warning, received]);
    for (const value of [40_000_000n, 2_000_000n])
      expect(await told(watch, [sends(vanity, value)])).toMatchObject([received]);
    expect(await told(watch, [sends(vanity, 0n)])).toEqual([]); // a zero transfer is not money
  });
});
