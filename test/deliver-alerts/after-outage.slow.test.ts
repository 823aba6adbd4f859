import { expect, it } from 'vitest';
import { Random } from '../simulation/random.ts';
import { deliverWorld } from '../support/worlds/deliver-world.ts';
import { hour, idsOf, leftOf, minute } from './stories.ts';

it("lets 600 alerts of a wallet out within half an hour of a webhook's outage, in order, whatever the order of SQS", async () => {
  const world = deliverWorld('webhook');
  const random = new Random(1);
  world.teamQueue.order = (visible) =>
    visible
      .map((one) => ({ one, place: random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  world.answer(() => ({ status: 503 }));
  for (let sent = 0; sent < 600; sent += 50) {
    world.transfers(50);
    await world.pass(10 * minute);
  }
  world.answer(() => ({ status: 200 }));
  const [tried, since] = [world.made.length, world.now()];
  await world.pass(hour);
  const arrived = world.made.slice(tried);
  expect(idsOf(world).slice(tried)).toEqual(
    Array.from({ length: 600 }, (_, n) => `a${String(n).padStart(4, '0')}`),
  );
  expect(leftOf(world)).toEqual([[], []]);
  expect((arrived.at(-1)?.at ?? Number.NaN) - since).toBeLessThan(hour / 2);
}, 120_000);
