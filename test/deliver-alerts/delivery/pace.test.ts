import { describe, expect, it } from 'vitest';
import { createPace } from '../../../functions/deliver-alerts/delivery/pace.ts';
import { createSharedCounter } from '../../../functions/rate/shared-counter.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { deliveriesInMemory } from '../../support/fakes/deliveries-in-memory.ts';

const chat = { name: 'chat', burst: 3, intervalMs: 1_000 };
const token = { name: 'token', burst: 1, intervalMs: 300 };

/** Workers that share a table and take turns, each at the clock's current time. */
function paced(lanes = [chat]) {
  const { documents } = deliveriesInMemory();
  const turns: number[] = [];
  const worker = () => {
    let now = 1_000_000;
    const pass = (ms: number) => {
      now += ms;
    };
    const clock = { now: () => now, sleep: async (ms: number) => pass(ms) };
    const pace = createPace(createSharedCounter(tableItems(documents, 'Deliveries'), clock), clock);
    const take = async (deadline = 2_000_000, isUrgent = false) => {
      const later = await pace.take(lanes, deadline, isUrgent);
      if (later === null) turns.push(now - 1_000_000);
      return later;
    };
    return { take, pass };
  };
  return { worker, turns };
}

describe('the pace of a chat', () => {
  it('reserves the last call of a burst for an urgent message, which does not wait for others of its worker', async () => {
    const { worker, turns } = paced();
    const { take } = worker();
    await take();
    await take();
    expect(await take(1_000_500)).toBe(1_001_000);
    expect(await take(1_000_500, true)).toBeNull();
    expect(turns).toEqual([0, 0, 0]);
    expect(await take(1_000_500, true)).toBe(1_001_000);
    const { worker: another } = paced();
    const order: string[] = [];
    const { take: takeOne } = another();
    await Promise.all([
      ...['a', 'b', 'c', 'd'].map((who) => takeOne().then(() => order.push(who))),
      takeOne(2_000_000, true).then(() => order.push('urgent')),
    ]);
    expect(order.indexOf('urgent')).toBeLessThan(2);
  });

  it('goes on at once after the clock was set back: a local run would deliver nothing for as long', async () => {
    const { take, pass } = paced().worker();
    pass(86_400_000);
    await take(90_000_000);
    pass(-86_400_000);
    expect(await take()).toBeNull();
  });

  it('returns the time of a turn that would be too late, without taking it', async () => {
    const { worker, turns } = paced();
    const { take } = worker();
    for (let i = 0; i < 2; i += 1) await take();
    expect(await take(1_000_999)).toBe(1_001_000);
    expect(await take(1_000_999)).toBe(1_001_000);
    expect(await take(1_001_000)).toBeNull();
    expect(turns).toEqual([0, 0, 1_000]);
  });

  it('is the slowest of all lanes that count', async () => {
    const { worker, turns } = paced([token, chat]);
    const { take } = worker();
    for (let i = 0; i < 5; i += 1) await take();
    expect(turns).toEqual([0, 300, 1_000, 2_000, 3_000]);
  });
});
