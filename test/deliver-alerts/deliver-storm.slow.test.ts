import { describe, expect, it } from 'vitest';
import { type DeliverWorld, deliverWorld, parameters } from '../support/deliver-world.ts';

const hour = 3_600_000;
const [a, b] = ['0x1', '0x2'].map((end) => `0x${end.slice(2).padStart(40, '0')}`) as [string, string];
const seconds = (world: DeliverWorld, since: number) =>
  world.made.map(({ at }) => Math.round((at - since) / 1000));

describe('a failure', () => {
  it('is tried again after 5 s, doubling, at most a quarter of an hour, for a day; then it is a dead letter', async () => {
    const world = deliverWorld('webhook');
    world.answer(() => ({ status: 503, body: 'over capacity' }));
    world.transfers(1);
    const since = world.now();
    await world.pass(25 * hour);
    const tried = seconds(world, since);
    const waits = tried.slice(1).map((at, i) => at - (tried[i] ?? 0));
    // A message that comes back stands in line for a moment, and time-outs are whole seconds.
    const planned = [5, 10, 20, 40, 80, 160, 320, 640, ...waits.slice(8).map(() => 900)];
    expect(waits).toHaveLength(planned.length);
    for (const [i, wait] of waits.entries()) expect([wait, wait - 1]).toContain(planned[i]);
    expect(tried.at(-1)).toBeGreaterThanOrEqual(86_400);
    expect(world.dead()).toMatchObject([{ status: '503', reason: '503: over capacity' }]);
    expect(world.queue()).toEqual([]);
  });
});

describe('a queue that gives messages out in any order', () => {
  it('has them delivered in their own order', async () => {
    const world = deliverWorld('webhook');
    const taken: number[] = [];
    world.answer(({ body }) => {
      const status = world.made.length % 3 === 0 ? 500 : 200;
      if (status === 200) taken.push(Number(JSON.parse(body).transfer.amount));
      return { status };
    });
    world.transfers(24, [a, b]);
    let seed = 1;
    const shuffled = <T>(list: T[]) =>
      list
        .map((one) => {
          seed = (seed * 48_271) % 2_147_483_647;
          return [seed, one] as const;
        })
        .toSorted(([x], [y]) => x - y)
        .map(([, one]) => one);
    // The first batches make the line; by then it can't be known which message comes first.
    const began = world.now();
    world.queues.order = (visible) => (world.now() - began < 1_000 ? visible : shuffled([...visible]));
    await world.pass(2 * hour);
    for (const wallet of [0, 1]) {
      const ofWallet = taken.filter((amount) => amount % 2 === wallet);
      expect(ofWallet).toEqual(ofWallet.toSorted((x, y) => x - y));
      expect(ofWallet).toHaveLength(12);
    }
    expect(world.queue()).toEqual([]);
    expect(world.dead()).toEqual([]);
  });
});

describe('300 alerts at once', () => {
  const inWindow = (times: readonly number[], ms: number) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));

  it.each([
    [
      'telegram',
      42,
      [
        [1_000, 3],
        [60_000, 63],
      ],
      330,
    ],
    [
      'telegram',
      -42,
      [
        [1_000, 3],
        [60_000, 20],
      ],
      1_200,
    ],
    [
      'slack',
      0,
      [
        [1_000, 4],
        [60_000, 64],
      ],
      330,
    ],
    ['discord', 0, [[2_000, 5]], 170],
  ] as const)(
    'arrive at %s (chat %i) at its pace, once, in order by wallet',
    async (kind, chat, rates, longest) => {
      const parameter = kind === 'telegram' ? { ...parameters.telegram, chat } : parameters[kind];
      const world = deliverWorld(kind, { parameter });
      const wallets = Array.from({ length: 12 }, (_, i) => `0x${String(i).padStart(40, '0')}`);
      world.transfers(300, wallets);
      const since = world.now();
      await world.pass(2 * hour);
      expect(world.made).toHaveLength(300);
      expect([world.queue(), world.dead(), world.told]).toEqual([[], [], []]);
      for (let wallet = 0; wallet < wallets.length; wallet += 1) {
        const amounts = world.made.flatMap(({ body }) =>
          Array.from(body.matchAll(new RegExp(`Wallet ${wallet} received (\\d+) USDC`, 'g')), ([, amount]) =>
            Number(amount),
          ),
        );
        const once = [...new Set(amounts)];
        expect(once).toEqual(once.toSorted((x, y) => x - y));
        expect(once).toHaveLength(25);
      }
      const times = world.made.map(({ at }) => at);
      for (const [ms, most] of rates) expect(inWindow(times, ms)).toBeLessThanOrEqual(most);
      expect(((times.at(-1) ?? 0) - since) / 1000).toBeLessThan(longest);
    },
  );
});
