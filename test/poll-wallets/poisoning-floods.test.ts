import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { toKnownAddressesItem } from '../../functions/state/known-addresses.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { party, treasury, watchOf } from '../support/alerts.ts';
import { type Happening, MinuteWorld } from '../support/minute-world.ts';
import { blockAt } from '../support/poll-world.ts';

const friend = parseAddress('0xab5801a7d398351b8be11c439e05c5b3259aec9b');
const other = parseAddress('0x11cd0123456789abcdef0123456789abcdef77ee');
const fake = { address: parseAddress('0x1234567890123456789012345678901234567890'), verified: false };

/** The nth imitation of an address, four digits alike at each end. */
function imitationOf(address: Address, n: number): Address {
  return parseAddress(`${address.slice(0, 6)}${(n + 0x8000).toString(16).repeat(8)}${address.slice(-4)}`);
}

let world: MinuteWorld;
beforeEach(() => {
  world = new MinuteWorld();
});

async function begin(watch: Watch) {
  await world.poll(watch);
  for (const to of [friend, other])
    world.chain.mine(blockAt(0), { from: party(treasury), to: party(to), value: 500_000_000n });
  await next(watch);
}

/** These addresses send a transfer of nothing, and the wallet is polled. @returns what is reported */
async function next(watch: Watch, senders: readonly Address[] = [], token: object = fake) {
  const sent = senders.map(
    (sender): Happening => [{ from: party(sender), to: party(treasury), value: 0n }, token],
  );
  return (await world.step(watch, ...sent)).map((alert) =>
    alert.type === 'wallet.poisoning' ? [alert.lookalike?.address, alert.others] : alert.type,
  );
}

function many(count: number, from = 0, address = friend): Address[] {
  return Array.from({ length: count }, (_, i) => imitationOf(address, from + i));
}

const rows: readonly Partial<Watch>[] = [{}, { direction: 'out' }, { spam: 'mark' }, { spam: 'show' }];

describe('a contract that names hundreds of imitations', () => {
  it.each(inject('thorough') ? rows : rows.slice(0, 1))(
    'makes three warnings a poll, the last with the rest, and none when repeated: %o',
    async (row) => {
      const watch = watchOf(row);
      await begin(watch);
      const senders = many(700);
      expect(await next(watch, senders)).toEqual([
        [senders[0], 0],
        [senders[1], 0],
        [senders[2], 697],
      ]);
      for (let again = 0; again < 3; again += 1) {
        const told = await next(watch, senders.slice(again * 200, again * 200 + 200));
        expect(told.filter((one) => one !== 'transfers.digest')).toEqual([]);
      }
      const { warnedOf } = await world.states.readAddresses(watch);
      expect(warnedOf.size).toBe(700);
    },
  );

  it('causes ten messages a day at most, and unreported imitations are reported the next day', async () => {
    const watch = watchOf();
    await begin(watch);
    const told: unknown[][] = [];
    for (let poll = 0; poll < 6; poll += 1) told.push(await next(watch, many(20, poll * 20)));
    expect(told.map((alerts) => alerts.length)).toEqual([3, 3, 3, 1, 0, 0]);
    expect(told[3]).toEqual([[imitationOf(friend, 60), 19]]);
    const hidden = [...world.history.values()].filter(({ status }) => status === 'hidden');
    expect(hidden).toHaveLength(120);

    world.minute += 24 * 60;
    world.advance(24 * 60 * 60_000);
    // Imitations of the first day's polls were reported, those beyond the ten were not.
    expect(await next(watch, many(120))).toEqual([
      [imitationOf(friend, 80), 0],
      [imitationOf(friend, 81), 0],
      [imitationOf(friend, 82), 37],
    ]);
    expect(await next(watch, many(120))).toEqual([]);
  });

  it("can't displace remembered imitations, use up the memory for other warnings, or outgrow the item", async () => {
    const watch = watchOf();
    await begin(watch);
    for (let day = 0; day < 9; day += 1) {
      await next(watch, many(450, day * 450));
      world.minute += 24 * 60;
      world.advance(24 * 60 * 60_000);
    }
    // Reported warnings stay; those beyond the bound are summed up in one.
    expect(await next(watch, many(600))).toEqual([]);
    expect(await next(watch, many(100, 5_000))).toEqual([]);
    expect(await next(watch, [imitationOf(other, 1)])).toEqual([[imitationOf(other, 1), 0]]);
    const item = toKnownAddressesItem(await world.states.readAddresses(watch));
    expect(JSON.stringify(item.warnedOf).length).toBeGreaterThan(10_000);
    expect(JSON.stringify(item).length).toBeLessThan(40_000);
  });

  it('is reported once though the poll dies at any moment', async () => {
    for (let crashAt = 1; crashAt < 12; crashAt += inject('thorough') ? 1 : 3) {
      world = new MinuteWorld();
      world.chain.mine(blockAt(-10));
      const watch = watchOf();
      await begin(watch);
      world.published.length = 0;
      await world.dies(crashAt, () => next(watch, many(50)));
      world.advance(60_000);
      await next(watch, many(50));
      const warnings = world.published.filter(({ type }) => type === 'wallet.poisoning');
      expect(new Set(warnings.map(({ id }) => id)).size).toBe(3);
      const others = new Map(warnings.map((alert) => [alert.id, 'others' in alert ? alert.others : 0]));
      expect([...others.values()].reduce((sum, count) => sum + count, 3)).toBe(50);
    }
  });
});
