import { expect, it } from 'vitest';
import { createSentMessages } from '../../../functions/deliver-alerts/delivery/sent-messages.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { deliveriesInMemory } from '../../support/fakes/deliveries-in-memory.ts';

it('the record of a message that a destination took expires after a week', async () => {
  const { documents, item } = deliveriesInMemory();
  const table = tableItems(documents, 'Deliveries');
  const { put } = createSentMessages(table, 'team', { now: () => 1_800_000_000_500 });
  await put({ id: 'a1' }, '7', 'here');
  expect(item('team', 'sent#a1')?.expiresAt).toBe(1_800_000_000 + 7 * 86_400);
});
