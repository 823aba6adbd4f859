import { describe, expect, it } from 'vitest';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { type Announcement, publishAll } from '../../functions/incidents/publish-operations.ts';

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

const many = (count: number, over: Partial<OperationsMessage> = {}, cause?: string): Announcement[] =>
  Array.from({ length: count }, (_, n) => ({ message: messageOf(n, over), cause }));

/** What is published of these. */
async function toldOf(announced: readonly Announcement[]): Promise<OperationsMessage[]> {
  const told: OperationsMessage[] = [];
  await Promise.all(publishAll(announced, async (message) => void told.push(message)).values());
  return told;
}

describe('many operations messages at a time', () => {
  it('are ten single ones, and one that lists the others', async () => {
    const told = await toldOf(many(13, { since: 'since', past: 'past' } as never));
    expect(told.slice(0, 10).map(({ wallet }) => wallet)).toEqual(
      Array.from({ length: 10 }, (_, n) => `wallet ${n}`),
    );
    expect(told.slice(10)).toEqual([
      {
        ...messageOf(10),
        wallet: null,
        chain: null,
        reason: '3 more: wallet 10, eth: reason 10 | wallet 11, eth: reason 11 | wallet 12, eth: reason 12',
        whatToDo: 'For each of them do what its reason asks for.',
        part: expect.stringMatching(/^[0-9a-f]{16}$/),
        about: { detail: '3 more' },
      },
    ]);
  });

  it('are 25 single ones if they are about rows', async () => {
    const told = await toldOf(many(26, { type: 'row.attribute' }));
    expect(told.filter(({ wallet }) => wallet !== null)).toHaveLength(25);
  });

  it('are grouped by type, and by whether they began or ended', async () => {
    const ended = many(41, { state: 'ended', whatToDo: 'Nothing.' });
    const told = await toldOf([...many(10), ...many(12, { type: 'backlog' }), ...ended]);
    expect(told.filter(({ wallet }) => wallet === null)).toMatchObject([
      { type: 'backlog', state: 'began', about: { detail: '2 more' } },
      { state: 'ended', reason: '1 more: wallet 40, eth: reason 40', whatToDo: 'Nothing.' },
    ]);
  });

  it('end by ten single ones, and the one that began them jointly, if they have its `joint`', async () => {
    const told = await toldOf(many(12, { state: 'ended', joint: 'began' }));
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toMatchObject({ part: 'began', about: { detail: '2 more' } });
  });

  it('with one cause are one message, whose `part` each of them learns', async () => {
    const told: OperationsMessage[] = [];
    const parts = publishAll(many(4, {}, 'cause'), async (message) => void told.push(message));
    expect(new Set(await Promise.all(parts.values()))).toEqual(new Set(told.map(({ part }) => part)));
    expect(told).toMatchObject([{ reason: expect.stringMatching(/^cause For 4 wallets: /) }]);
  });

  it('with one cause end the message that began them, whatever the cause is called by then', async () => {
    const told = await toldOf(many(4, { state: 'ended', joint: 'began' }, 'new name'));
    expect(told).toMatchObject([{ part: 'began', about: { detail: '4 wallets' } }]);
  });

  it('are refused one by one: the others are published', async () => {
    const publish = ({ wallet }: OperationsMessage) =>
      wallet === 'wallet 1' ? Promise.reject(new Error('refused')) : Promise.resolve();
    const outcomes = await Promise.allSettled(publishAll(many(3), publish).values());
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('name no wallet if they are about none', async () => {
    const told = await toldOf(many(11, { wallet: null, chain: null }));
    expect(told.at(-1)?.reason).toBe('1 more: reason 10');
  });

  it('are listed as far as a message has room; the others are counted', async () => {
    const told = await toldOf(many(60, { reason: 'r'.repeat(1_000) }));
    const text = told.at(-1)?.reason ?? '';
    expect(text).toMatch(/^50 more: wallet 10, eth: r+ \| wallet 11, .* \| and 31 more\.$/);
    expect(text.length).toBeLessThan(20_050);
  });
});
