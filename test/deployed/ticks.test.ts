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
});
