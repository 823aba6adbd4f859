import { describe, expect, it } from 'vitest';
import { createDestinationStates } from '../../../functions/deliver-alerts/delivery/destination-state.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { deliveriesInMemory } from '../../support/fakes/deliveries-in-memory.ts';

/** Workers of one destination on one table, whose clock a test sets. */
function workers() {
  let now = 1_000_000;
  let holders = 0;
  const { documents, item } = deliveriesInMemory();
  const table = tableItems(documents, 'Deliveries');
  const states = createDestinationStates(table, { now: () => now }, () => `worker ${++holders}`);
  const pass = (ms: number) => {
    now += ms;
  };
  return { states, take: () => states.take('team', now + 60_000), pass, stored: () => item('team', 'state') };
}
const off = { status: '410', reason: '410' };

describe('the lease of a destination', () => {
  it('passes to another worker only after its holder has ended', async () => {
    const { take, pass } = workers();
    await take();
    pass(60_000);
    expect(await take()).toBeNull();
    pass(1);
    expect(await take()).not.toBeNull();
  });

  it('passes to another worker, and its silence ends, once a clock that was a day ahead is set back', async () => {
    const { take, pass } = workers();
    pass(86_400_000);
    const ahead = await take();
    await ahead?.change({ silentUntil: 1_000_000 + 86_400_000 + 60_000 });
    pass(-86_400_000);
    expect((await take())?.state.silentUntil).toBe(1_000_000);
  });

  it("lets a worker whose lease has expired neither change the state nor release another worker's lease", async () => {
    const { take, pass, stored } = workers();
    const late = await take();
    pass(60_001);
    const next = await take();
    await next?.change({ value: 'next' });
    await late?.change({ value: 'late', off });
    await late?.release();
    expect(stored()).toMatchObject({ holder: 'worker 2', state: { value: 'next', off: null } });
    expect(await take()).toBeNull();
  });

  it('is taken if the answer was lost and the SDK repeats the write', async () => {
    const { documents } = deliveriesInMemory({ repeatsWrites: true });
    const states = createDestinationStates(
      tableItems(documents, 'Deliveries'),
      { now: () => 5 },
      () => 'one',
    );
    expect(await states.take('team', 60_000)).not.toBeNull();
  });

  it('writes changes in order', async () => {
    const { documents, item } = deliveriesInMemory();
    let writes = 0;
    // The first write takes the longest.
    const slow = Object.assign(Object.create(documents), {
      async send(command: Parameters<typeof documents.send>[0]) {
        for (let ticks = writes++ === 1 ? 50 : 1; ticks > 0; ticks -= 1) await null;
        return documents.send(command);
      },
    });
    const states = createDestinationStates(tableItems(slow, 'Deliveries'), { now: () => 0 }, () => 'one');
    const lease = await states.take('team', 60_000);
    const first = lease?.change({ value: 'a' });
    for (let ticks = 10; ticks > 0; ticks -= 1) await null;
    await Promise.all([first, lease?.change({ value: 'c' })]);
    expect(item('team', 'state')).toMatchObject({ state: { value: 'c' } });
    expect(lease?.state.value).toBe('c');
  });
});
