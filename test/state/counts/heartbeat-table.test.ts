import { expect, it } from 'vitest';
import { createHeartbeatTable } from '../../../functions/state/counts/heartbeat-table.ts';
import { stateTable, useEmbeddedAws } from '../../support/embedded.ts';

const embedded = useEmbeddedAws();
const answers = { returned: 50, answered: 49, late: 0 };

it("adds up the workers' counts for one tick, and keeps the last heartbeat", async () => {
  const items = stateTable(embedded.aws);
  const table = createHeartbeatTable(items, { now: () => 0 });
  await Promise.all([table.count('a', answers), table.count('a', { ...answers, late: 1 })]);
  expect(await table.answersOf('a')).toEqual({ returned: 100, answered: 98, late: 1 });
  // The item outlives the time for which a heartbeat waits for answers twice.
  expect(Number((await items.get({ wallet: '#heartbeat', chain: 'a' }))?.expiresAt)).toBe(86_400);
  expect(await table.answersOf('b')).toEqual({ returned: 0, answered: 0, late: 0 });
  expect(await table.last()).toBeNull();
  const beat = { tick: 'a', polls: 2, dueAt: 90_000, called: { at: 'then', isWell: true, answer: '200' } };
  await table.remember(beat);
  expect(await table.last()).toEqual(beat);
});
