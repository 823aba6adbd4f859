import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { toKnownAddressesItem } from '../../functions/state/known-addresses.ts';
import { watchOf } from '../support/alerts.ts';
import { MinuteWorld } from '../support/worlds/minute-world.ts';
import { addressOf, day, friend, imitationOf, made, pays, sends, times } from './story.ts';

const other = addressOf('11cd77ee');
const watch = watchOf();

let world: MinuteWorld;
async function begin() {
  world = new MinuteWorld();
  await world.poll(watch);
  await world.step(watch, [pays(friend)], [pays(other)]);
}
beforeEach(begin);

const nextDay = () => {
  world.minute += 24 * 60;
  world.advance(day);
};
const many = (count: number, from = 0) => times(count, (i) => imitationOf(friend, from + i));

/** These addresses send zero transfers, and the wallet is polled. @returns each warning's imitation, and how many others it names */
async function next(senders: readonly Address[]) {
  const alerts = await world.step(watch, ...senders.map((sender) => [sends(sender, 0n), made] as const));
  return alerts.flatMap((alert) =>
    alert.type === 'wallet.poisoning' ? [[alert.lookalike?.address, alert.others]] : [],
  );
}

describe('a contract that names hundreds of imitations', () => {
  it("can't displace stored imitations, use up the room for other warnings, or outgrow the item", async () => {
    for (let days = 0; days < 9; days += 1) {
      await next(many(450, days * 450));
      nextDay();
    }
    // Earlier warnings stay stored; those beyond the limit are summed up in one.
    expect(await next(many(600))).toEqual([]);
    expect(await next(many(100, 5_000))).toEqual([]);
    expect(await next([imitationOf(other, 1)])).toEqual([[imitationOf(other, 1), 0]]);
    const { pack } = toKnownAddressesItem(await world.states.readAddresses(watch));
    expect(pack.length).toBeGreaterThan(10_000);
    expect(pack.length).toBeLessThan(40_000);
  });
});
