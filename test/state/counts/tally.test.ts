import { expect, it } from 'vitest';
import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { createTally, monthTo, percentilesOf, readTally } from '../../../functions/state/counts/tally.ts';
import { createReadItems } from '../../../functions/state/state-items.ts';
import { stateTable, useEmbeddedAws } from '../../support/embedded.ts';

const embedded = useEmbeddedAws();

it("adds up workers' counts of several days, and writes nothing without counts", async () => {
  const readItems = createReadItems(stateTable(embedded.aws), { sleep: async () => {} });
  const tallyOn = (day: string) => createTally(stateTable(embedded.aws), { now: () => Date.parse(day) });
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
  for (const day of ['2025-12-31', ...days.slice(1)]) {
    const tally = tallyOn(day);
    for (const type of ['transfer.sent', 'transfer.sent', 'wallet.watching']) tally.alert(type);
    tally.hidden(7);
    for (const seconds of [0, 41.2, 42, 1_234]) tally.latency(seconds);
    await Promise.all([tally.flush(), tally.flush()]);
  }
  await tallyOn('2026-01-01').flush();
  expect(await readTally(readItems, days)).toEqual({
    alerts: { 'transfer.sent': 4, 'wallet.watching': 2 },
    hidden: 14,
    seconds: new Map([
      [0, 2],
      [42, 4],
      [1_200, 2],
    ]),
  });
  expect(await readItems([{ wallet: '#tally', chain: '2026-01-01' }])).toEqual(new Map());
});

it('keeps counts whose write failed for the next flush', async () => {
  const { dynamodb, tables } = embedded.aws;
  const documents = documentClient(dynamodb);
  let isAway = true;
  const failing = Object.assign(Object.create(documents), {
    send: (command: never) => (isAway ? Promise.reject(new Error('throttled')) : documents.send(command)),
  });
  const tally = createTally(tableItems(failing, tables.state), { now: () => Date.parse('2026-02-01') });
  tally.hidden(3);
  await expect(tally.flush()).rejects.toThrow('throttled');
  isAway = false;
  tally.hidden(1);
  await tally.flush();
  const readItems = createReadItems(stateTable(embedded.aws), { sleep: async () => {} });
  expect((await readTally(readItems, ['2026-02-01'])).hidden).toBe(4);
});

it('a month is the thirty days up to a time, and half, 95 % and 99 % of the alerts have their seconds', () => {
  const days = monthTo(Date.parse('2026-03-01T23:59:59Z'));
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-01-31', '2026-03-01']);
  expect(percentilesOf(new Map())).toBeNull();
  const counts = new Map([
    [90, 1],
    [3, 45],
    [5, 4],
    [2, 50],
  ]);
  expect(percentilesOf(counts)).toEqual({ p50: 2, p95: 3, p99: 5 });
});
