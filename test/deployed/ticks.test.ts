import { beforeEach, describe, expect, it } from 'vitest';
import { setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { clearWatchlist, tick } = stack;
const { api, watched, pollsOf } = await setScene();

beforeEach(() => clearWatchlist());

describe('a tick by hand', () => {
  it('runs whatever its payload is, and also as the second one in the same minute', async () => {
    const payloads = [
      {},
      'tick',
      [1],
      null,
      { time: 'soon' },
      { time: '<aws.scheduler.scheduled-time>' },
      { time: '2026-01-02T03:04:05Z' },
      { time: '2026-01-02T03:04:05Z' },
      { time: '2026-01-02T03:04:05.678+02:00' },
    ];
    const wallet = await watched();
    const polls: number[] = [];
    for (const payload of payloads) {
      api.calls = [];
      await tick(payload);
      polls.push(pollsOf(wallet).length);
    }
    expect(polls).toEqual(payloads.map(() => 1));
  });

  it("polls the wallets that are due in the minute of the payload's time", async () => {
    const [minutely, seldom] = [await watched({ every: '1m' }), await watched({ every: '5m' })];
    const before = pollsOf(minutely).length;
    const begin = Date.parse('2026-01-02T03:00:00Z');
    const pollsAfter: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      await tick({ time: new Date(begin + minute * 60_000).toISOString() });
      pollsAfter.push(pollsOf(seldom).length - 1);
    }
    expect(pollsOf(minutely)).toHaveLength(before + 10);
    const due = pollsAfter.flatMap((polls, minute) =>
      polls > (pollsAfter[minute - 1] ?? 0) ? [minute] : [],
    );
    expect(due).toHaveLength(2);
    expect((due[1] ?? 0) - (due[0] ?? 0)).toBe(5);
  });
});
