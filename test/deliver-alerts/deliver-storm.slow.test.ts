import { expect, it } from 'vitest';
import { deliverWorld, parameters } from '../support/worlds/deliver-world.ts';
import { hour, leftOf, walletsOf } from './stories.ts';

const inWindow = (times: readonly number[], ms: number) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));

it.each([
  ['telegram', 42, { 1000: 3, 60000: 63 }, 330],
  ['telegram', -42, { 1000: 3, 60000: 20 }, 1_200],
  ['slack', 0, { 1000: 4, 60000: 64 }, 330],
  ['discord', 0, { 2000: 5 }, 170],
] as const)(
  '300 alerts at once arrive at %s (chat %i) at its pace, once, in order by wallet',
  async (kind, chat, most, longest) => {
    const parameter = kind === 'telegram' ? { ...parameters.telegram, chat } : parameters[kind];
    const world = deliverWorld(kind, { parameter });
    world.transfers(300, walletsOf(12));
    const since = world.now();
    await world.pass(2 * hour);
    expect(world.made).toHaveLength(300);
    expect([...leftOf(world), world.told]).toEqual([[], [], []]);
    for (let wallet = 0; wallet < 12; wallet += 1) {
      const received = new RegExp(`Wallet ${wallet} received (\\d+) USDC`, 'g');
      const amounts = world.made.flatMap(({ body }) =>
        Array.from(body.matchAll(received), ([, amount]) => Number(amount)),
      );
      const once = [...new Set(amounts)];
      expect(once).toEqual(once.toSorted((x, y) => x - y));
      expect(once).toHaveLength(25);
    }
    const times = world.made.map(({ at }) => at);
    for (const [ms, calls] of Object.entries(most))
      expect(inWindow(times, Number(ms))).toBeLessThanOrEqual(calls);
    expect(((times.at(-1) ?? 0) - since) / 1000).toBeLessThan(longest);
  },
);
