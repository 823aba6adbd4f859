import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { party, treasury, watchOf } from '../support/alerts.ts';
import { MinuteWorld } from '../support/minute-world.ts';
import { blockAt } from '../support/poll-world.ts';

const friend = '0xab5801a7d398351b8be11c439e05c5b3259aec9b' as Address;
/** Four digits alike at each end. */
const imitation = '0xab58999999999999999999999999999999999c9b' as Address;
/** Two digits alike at each end: chance. */
const stranger = `0xab${'0'.repeat(36)}9b` as Address;
const fakeUsdt = '0x1234567890123456789012345678901234567890' as Address;

let world: MinuteWorld;
beforeEach(() => {
  world = new MinuteWorld();
});

/** Something happens on the chain, and the wallet is polled. */
async function then(over: Parameters<typeof world.chain.mine>[1], token = {}, watch = watchOf()) {
  await world.step(watch, [over, token]);
  return world.published.map(({ type }) => type);
}

const sends = (from: Address, value: bigint) => ({ from: party(from), to: party(treasury), value });

describe('the story of a poisoned history', () => {
  it.each(['hide', 'mark', 'show'] as const)(
    'warns exactly as it should under the policy %s',
    async (spam) => {
      const watch = watchOf({ spam });
      await world.poll(watch);
      await then({ from: party(treasury), to: party(friend), value: 500_000_000n }, {}, watch);
      world.published.length = 0;

      await then(sends(imitation, 0n), {}, watch);
      expect(world.published).toMatchObject([
        {
          type: 'wallet.poisoning',
          lookalike: { address: imitation, imitates: friend, samePrefix: 4, sameSuffix: 3 },
          transfer: { value: '0' },
        },
      ]);
      // Once for each imitating address, whatever it sends next.
      await then(sends(imitation, 100n), {}, watch);
      await then(
        sends(imitation, 500_000_000n),
        { address: fakeUsdt, symbol: 'USDT', verified: false },
        watch,
      );
      expect(world.published.filter(({ type }) => type === 'wallet.poisoning')).toHaveLength(1);
      // A transfer of nothing that looks as if the wallet had sent it to the imitation.
      await then({ from: party(treasury), to: party(imitation), value: 0n }, {}, watch);
      expect(world.published.filter(({ type }) => type === 'wallet.poisoning')).toHaveLength(1);

      world.published.length = 0;
      await then(sends(friend, 500_000_000n), {}, watch);
      await then(sends(stranger, 0n), {}, watch);
      expect(world.published.map(({ type }) => type)).toEqual(['transfer.received', 'transfer.received']);
      expect(world.published.map((alert) => alert.verdict?.spam)).toEqual([false, false]);
    },
  );

  it('keeps the transfer itself in History', async () => {
    await world.poll(watchOf());
    await then({ from: party(treasury), to: party(friend), value: 500_000_000n });
    await then(sends(imitation, 0n));
    const hidden = [...world.history.values()].filter(({ status }) => status === 'hidden');
    expect(hidden).toMatchObject([
      {
        alert: {
          type: 'transfer.received',
          verdict: {
            spam: true,
            reasons: expect.arrayContaining([expect.objectContaining({ rule: 'address-poisoning' })]),
          },
        },
      },
    ]);
  });

  it('warns of an imitation of somebody who was paid before the watch began, also a row of outgoing transfers only', async () => {
    world.chain.mine(blockAt(-5), { from: party(treasury), to: party(friend), value: 7_000_000n });
    await world.poll(watchOf({ direction: 'out' }));
    expect(await then(sends(imitation, 0n), {}, watchOf({ direction: 'out' }))).toEqual([
      'wallet.watching',
      'wallet.poisoning',
    ]);
  });

  it('warns of the imitation also if the first poll failed', async () => {
    world.chain.mine(blockAt(-5), { from: party(treasury), to: party(friend), value: 7_000_000n });
    world.chain.fault = new UpstreamUnavailable('time-out', null);
    await world.pollEach(watchOf());
    world.chain.fault = null;
    await then({ value: 8_000_000n });
    world.published.length = 0;
    expect(await then(sends(imitation, 0n))).toEqual(['wallet.poisoning']);
  });

  it('does not let a fake token plant an imitation among the paid addresses', async () => {
    await world.poll(watchOf());
    await then({ from: party(treasury), to: party(friend), value: 500_000_000n });
    await then(
      { from: party(treasury), to: party(imitation), value: 500_000_000n },
      { address: fakeUsdt, symbol: 'USDT', verified: false },
    );
    const { counterparties } = await world.states.readAddresses(watchOf());
    expect(counterparties.map(({ address }) => address)).toEqual([friend]);
    expect(world.published.at(-1)).toMatchObject({ type: 'wallet.poisoning' });
  });
});
