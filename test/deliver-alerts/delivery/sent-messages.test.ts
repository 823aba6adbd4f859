import { describe, expect, it } from 'vitest';
import { createSentMessages } from '../../../functions/deliver-alerts/delivery/sent-messages.ts';
import { tableItems } from '../../../functions/runtime/table-items.ts';
import { deliveriesInMemory } from '../../support/fakes/deliveries-in-memory.ts';

const now = 1_800_000_000_500;
const message = { id: 'a1', content: '{"id":"a1"}' };

function sentTo(destination = 'team', tables = deliveriesInMemory()) {
  const table = tableItems(tables.documents, 'Deliveries');
  return { ...createSentMessages(table, destination, { now: () => now }), tables };
}

describe('the record of messages that a destination took', () => {
  it('matches a repeat whose fields are in another order', async () => {
    const { put, takenAt } = sentTo();
    const of = (content: string) => ({ id: 'a1', content });
    await put(of('{"id":"a1","wallet":{"chain":"eth","tags":[1,2]}}'), null, 'here');
    expect(await takenAt(of('{"wallet":{"tags":[1,2],"chain":"eth"},"id":"a1"}'))).toBe(now);
    expect(await takenAt(of('{"wallet":{"tags":[2,1],"chain":"eth"},"id":"a1"}'))).toBeNull();
  });

  it('expires after a week, and does not hold the content', async () => {
    const { put, tables } = sentTo();
    await put(message, '7', 'here');
    const item = tables.item('team', 'sent#a1');
    expect(item?.expiresAt).toBe(1_800_000_000 + 7 * 86_400);
    expect(item?.digest).toMatch(/^[0-9a-f]{16}$/);
  });
});
