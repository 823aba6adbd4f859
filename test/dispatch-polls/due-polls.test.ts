import { describe, expect, it } from 'vitest';
import { duePolls } from '../../functions/dispatch-polls/due-polls.ts';
import { stretchFactor } from '../../functions/dispatch-polls/fit-to-plan.ts';
import { inMessages } from '../../functions/dispatch-polls/poll-queue.ts';
import { pollMessage } from '../../functions/poll-wallets/poll-message.ts';
import { treasury, watchOf } from '../support/alerts.ts';

const start = Date.parse('2026-01-02T00:00:00.000Z');
const minute = (n: number) => new Date(start + n * 60_000);
const walletOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as typeof treasury;
const rowOf = (n: number, over = {}) => ({
  row: { wallet: walletOf(n), chain: 'eth', ...over },
  watch: watchOf({ wallet: walletOf(n) }),
});

describe('a wallet is due', () => {
  it('in every tick up to one minute, also in a second tick of the same minute', () => {
    for (const n of [0, 0, 1, 2]) expect(duePolls(rowOf(1), 60, false, minute(n))).toHaveLength(1);
  });

  it('several times a minute below that, spread by delays', () => {
    expect(duePolls(rowOf(1), 15, false, minute(0)).map(({ delay }) => delay)).toEqual([0, 15, 30, 45]);
  });

  it.each([2, 5, 60, 1_440])('once in every %i minutes above that', (interval) => {
    const due = Array.from(
      { length: interval * 3 },
      (_, n) => duePolls(rowOf(7), interval * 60, false, minute(n)).length,
    );
    const at = due.flatMap((polls, n) => (polls > 0 ? [n] : []));
    expect(at).toHaveLength(3);
    expect(new Set(at.map((n) => n % interval)).size).toBe(1);
  });

  it('at the next tick when it was never polled, whatever its interval', () => {
    for (let n = 0; n < 60; n += 1) expect(duePolls(rowOf(3), 86_400, true, minute(n))).toHaveLength(1);
  });

  it('evenly: no minute has more than its share of a thousand wallets', () => {
    const perMinute = Array.from({ length: 60 }, (_, n) =>
      Array.from(
        { length: 1_000 },
        (_, wallet) => duePolls(rowOf(wallet), 3_600, false, minute(n)).length,
      ).reduce((sum, polls) => sum + polls, 0),
    );
    expect(perMinute.reduce((sum, polls) => sum + polls, 0)).toBe(1_000);
    expect(Math.max(...perMinute)).toBeLessThan((1_000 / 60) * 2.5);
  });

  it('with a stretched interval that is no whole number of minutes, as often as that says', () => {
    const day = Array.from(
      { length: 1_440 },
      (_, n) => duePolls(rowOf(9), 60 * 2.25, false, minute(n)).length,
    );
    expect(day.reduce((sum, polls) => sum + polls, 0)).toBe(640);
  });
});

describe('the plan', () => {
  it('stretches nothing where the polls fit', () => {
    expect(stretchFactor([rowOf(1)], 60, null)).toBe(1);
    expect(stretchFactor([rowOf(1)], 60, 1_800)).toBe(1);
  });

  it('stretches all intervals by one factor, with a fifth in reserve', () => {
    expect(stretchFactor([rowOf(1)], 60, 800)).toBe(1_440 / 640);
    expect(stretchFactor([rowOf(1), rowOf(2)], 30, 800)).toBe((4 * 1_440) / 640);
  });
});

describe('messages to the queue', () => {
  const polls = (count: number, over = {}) =>
    Array.from({ length: count }, (_, n) => duePolls(rowOf(n, over), 60, false, minute(0))).flat();

  it('hold up to fifty wallets', () => {
    const messages = inMessages(polls(120), minute(0), start);
    expect(messages.map((message) => message.polls)).toEqual([50, 50, 20]);
  });

  it('stay below the size that SQS takes, however long the rows', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, (_, n) => walletOf(n)));
    for (const { body } of inMessages(polls(20, { tokens }), minute(0), start)) {
      expect(Buffer.byteLength(body)).toBeLessThan(256 * 1_024);
    }
  });

  it('carry rows as typed, sets as lists', () => {
    const [message] = inMessages(polls(1, { tokens: new Set([treasury]) }), minute(0), start);
    expect(pollMessage.parse(JSON.parse(message?.body ?? '')).rows).toEqual([
      { wallet: walletOf(0), chain: 'eth', tokens: [treasury] },
    ]);
  });

  it('are stale soon', () => {
    const [message] = inMessages(polls(1), minute(0), start);
    expect(pollMessage.parse(JSON.parse(message?.body ?? '')).deadline).toBe(start + 90_000);
  });
});
