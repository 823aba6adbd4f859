import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { createBatcher } from '../../functions/incidents/publish-operations.ts';

const messageOf = (n: number, over: Partial<OperationsMessage> = {}): OperationsMessage => ({
  version: 1,
  type: 'wallet.failing',
  state: 'began',
  wallet: `wallet ${n}`,
  chain: 'eth',
  reason: `reason ${n}`,
  whatToDo: 'Wait.',
  at: '2026-01-02T03:04:05.000Z',
  ...over,
});

let told: OperationsMessage[];
let batcher: ReturnType<typeof createBatcher>;
beforeEach(() => {
  told = [];
  batcher = createBatcher(async (message) => void told.push(message));
});

async function publish(count: number, over: Partial<OperationsMessage> = {}): Promise<void> {
  for (let n = 0; n < count; n += 1) await batcher.publish(messageOf(n, over));
}

describe('many operations messages at a time', () => {
  it('are ten single ones, and one that lists the others', async () => {
    await publish(13, { since: 'since', past: 'past' } as never);
    expect(told.map(({ wallet }) => wallet)).toEqual(Array.from({ length: 10 }, (_, n) => `wallet ${n}`));
    await batcher.flush();
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toEqual({
      ...messageOf(10),
      wallet: null,
      chain: null,
      reason: '3 more: wallet 10, eth: reason 10 | wallet 11, eth: reason 11 | wallet 12, eth: reason 12',
      whatToDo: 'For each of them do what its reason asks for.',
      part: expect.stringMatching(/^[0-9a-f]{16}$/),
      about: { detail: '3 more' },
    });
  });

  it('are 25 single ones if they are about rows', async () => {
    await publish(26, { type: 'row.attribute' });
    expect(told).toHaveLength(25);
  });

  it('are grouped by type, and by whether they began or ended', async () => {
    for (const over of [{}, { type: 'backlog' }] as const) await publish(10, over);
    await publish(40, { state: 'ended' });
    expect(told).toHaveLength(60);
    await publish(1, { state: 'ended', whatToDo: 'Nothing.' });
    await publish(2, { type: 'backlog' });
    await batcher.flush();
    expect(told.slice(60)).toMatchObject([
      { type: 'backlog', state: 'began', about: { detail: '2 more' } },
      { state: 'ended', reason: '1 more: wallet 0, eth: reason 0', whatToDo: 'Nothing.' },
    ]);
  });

  it('end by ten single ones, and the one that began them jointly, if they have its `joint`', async () => {
    await publish(12, { state: 'ended', joint: 'began' });
    await batcher.flush();
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toMatchObject({ part: 'began', about: { detail: '2 more' } });
  });

  it('with one cause end the message that began them, whatever the cause is called by then', async () => {
    for (let n = 0; n < 4; n += 1)
      batcher.share('new name', 'new name', messageOf(n, { state: 'ended', joint: 'began' }));
    await batcher.flush();
    expect(told).toMatchObject([{ part: 'began', about: { detail: '4 wallets' } }]);
  });

  it('name no wallet if they are about none', async () => {
    await publish(11, { wallet: null, chain: null });
    await batcher.flush();
    expect(told.at(-1)?.reason).toBe('1 more: reason 10');
  });

  it('are listed as far as a message has room; the others are counted', async () => {
    const reason = 'r'.repeat(1_000);
    await publish(60, { reason });
    await batcher.flush();
    const text = told.at(-1)?.reason ?? '';
    expect(text).toMatch(/^50 more: wallet 10, eth: r+ \| wallet 11, .* \| and 31 more\.$/);
    expect(text.length).toBeLessThan(20_050);
  });
});
