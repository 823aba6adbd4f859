import { expect, it } from 'vitest';
import { createLateAlerts, readLateAlerts } from '../../../functions/state/counts/tally.ts';
import { exchange, treasury, watchOf } from '../../support/alerts.ts';
import { stateTable, useEmbeddedAws } from '../../support/embedded.ts';

const embedded = useEmbeddedAws();

it('adds up the late alerts of several days by wallet, with the most frequent reason', async () => {
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03T23:59', '2026-01-04']) {
    const late = createLateAlerts(stateTable(embedded.aws), { now: () => Date.parse(`${day}Z`) });
    late.add(watchOf({ wallet: exchange }), 'storm');
    for (const reason of ['API', 'plan', 'API'] as const) late.add(watchOf(), reason);
    await Promise.all([late.flush(), late.flush()]);
  }
  expect(await readLateAlerts(stateTable(embedded.aws), ['2026-01-02', '2026-01-03'])).toEqual([
    { wallet: treasury, chain: '0x1', alerts: 6, reason: 'API' },
    { wallet: exchange, chain: '0x1', alerts: 2, reason: 'storm' },
  ]);
});
