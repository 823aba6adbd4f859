import { describe, expect, it } from 'vitest';
import { createSentMessages } from '../../../functions/deliver-alerts/delivery/sent-messages.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { deliveriesInMemory } from '../../support/fakes/deliveries-in-memory.ts';

const now = 1_800_000_000_500;
const message = { id: 'a1' };

function sentTo(destination = 'team', tables = deliveriesInMemory()) {
  const table = tableItems(tables.documents, 'Deliveries');
  return { ...createSentMessages(table, destination, { now: () => now }), tables };
}

describe('the record of messages that a destination took', () => {
  it('expires after a week', async () => {
    const { put, tables } = sentTo();
    await put(message, '7', 'here');
    const item = tables.item('team', 'sent#a1');
    expect(item?.expiresAt).toBe(1_800_000_000 + 7 * 86_400);
  });
});
