import { expect, it } from 'vitest';
import { createAnnouncements } from '../../functions/incidents/announcements.ts';
import { createIncidentTable } from '../../functions/incidents/incident-table.ts';
import { LaggingTable } from '../support/lagging-table.ts';
import { virtualClock } from '../support/virtual-clock.ts';

it('an incident is on record for the next reader at once: it would be reported a second time', async () => {
  const table = new LaggingTable();
  const incidents = createIncidentTable(table.opened);
  const incident = {
    type: 'api.unavailable',
    wallet: null,
    chain: null,
    reason: 'r',
    whatToDo: 'w',
  } as const;
  await incidents.add({ key: 'api.unavailable', ...incident, since: 1, claimedAt: 2, published: false });
  expect(await incidents.list()).toMatchObject([{ key: 'api.unavailable', ...incident, since: 1 }]);
});

it('an import is summed up with all that was announced until now', async () => {
  const table = new LaggingTable();
  const clock = virtualClock();
  const announcements = createAnnouncements(table.opened, clock);
  const item = { wallet: '#announcements', chain: 'import', count: 12, lastAt: clock.now(), summarised: 0 };
  table.items.set('#announcements|import', item);
  expect(await announcements.unsummarised(0)).toBe(12);
});
