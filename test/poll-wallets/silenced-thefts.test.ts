import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { watchOf } from '../support/alerts.ts';
import { type Happening, MinuteWorld } from '../support/worlds/minute-world.ts';
import { friend, pays, sends, imitation as thief, times } from './story.ts';

/** Ways in which a thief might suppress the alert of a theft of unlisted tokens, by making it look like a lure. */
const lookalike = (n: number) => parseAddress(`0xab58${n.toString(16).padStart(32, '3')}ec9b`);
const unlisted = (n: number) => ({
  address: parseAddress(`0x${(0x7777 + n).toString(16).padStart(40, '5')}`),
  name: `Harbor Protocol ${n}`,
  symbol: `HRBR${n}`,
  decimals: 18,
  verified: null,
});
const some = 123_456n * 10n ** 18n + 7n;
const taken = (n: number, to = thief): Happening => [pays(to, some), unlisted(n)];
const theft = times(8, (n) => taken(n));
const allEight = times(8, (n) => `transfer.sent HRBR${n}`);
const allButFirst = ['wallet.poisoning HRBR0', ...allEight.slice(1)];

let world: MinuteWorld;
beforeEach(() => {
  world = new MinuteWorld();
});

/** @returns a summary of the alerts */
async function told(watch: Watch, ...happenings: readonly Happening[]) {
  return (await world.step(watch, ...happenings)).map((alert) =>
    'transfer' in alert ? `${alert.type} ${alert.transfer.token.symbol}` : alert.type,
  );
}

describe.each(['hide', 'mark', 'show'] as const)('a theft of unlisted tokens, under %s', (spam) => {
  const watch = watchOf({ spam });
  const known = { lookalike: { imitates: friend } };
  const dust = (n: number): Happening => [sends(lookalike(n), 1n)];

  it.each<[string, readonly Happening[][], readonly string[], object]>([
    ["the receiver's dust had caused a warning", [[[pays(friend)]], [[sends(thief, 1n)]]], allEight, known],
    [
      "the day's ten warnings were used up",
      [[[pays(friend)]], ...times(4, (i) => times(3, (k) => dust(10 * i + k)))],
      allEight,
      known,
    ],
    [
      'the receiver caused no warning, from the second token on',
      [[[pays(friend)]]],
      allButFirst,
      { verdict: { spam: false } },
    ],
    ['the receiver resembles one that a made-up token names as paid', [[taken(99, friend)]], allButFirst, {}],
  ])('is reported if %s', async (_why, before, alerts, first) => {
    await world.poll(watch);
    for (const happenings of before) await told(watch, ...happenings);
    expect(await told(watch, ...theft)).toEqual(alerts);
    expect(world.published.at(-8)).toMatchObject(first);
  });
});

it('an honest counterparty is not hidden by a made-up payment to an address that resembles it', async () => {
  const watch = watchOf();
  await world.poll(watch);
  await told(watch, taken(99));
  await told(watch, [sends(friend, 0n)]);
  expect(await told(watch, taken(1, friend), taken(2, friend))).toEqual([
    'transfer.sent HRBR1',
    'transfer.sent HRBR2',
  ]);
  expect(await told(watch, [sends(friend, some), unlisted(3)])).toEqual(['transfer.received HRBR3']);
});
