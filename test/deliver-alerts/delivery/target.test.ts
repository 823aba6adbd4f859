import { describe, expect, it } from 'vitest';
import { findTarget } from '../../../functions/deliver-alerts/delivery/target.ts';

/** A worker that remembers one value of the parameter while SSM has another. */
function worker(remembered: string, inSsm: string) {
  let kept: string | null = remembered;
  const parameterOf = (path: string) => ({
    value: JSON.stringify({ url: `https://hooks.example.org/${path}` }),
    fingerprint: path,
  });
  const parameters = {
    async read() {
      kept ??= inSsm;
      return parameterOf(kept);
    },
    forget() {
      kept = null;
    },
  };
  const nothing = { silent: null, failures: null, failing: null, moved: null };
  const changes: unknown[] = [];
  const find = async (state: {
    value: string;
    off: { fingerprint: string; status: string; reason: string } | null;
  }) => {
    const lease = {
      state: { ...nothing, ...state },
      change: async (change: unknown) => void changes.push(change),
    };
    const target = await findTarget({ name: 'team', kind: 'slack' }, lease, parameters, false);
    return target.service === null ? target.reason : target.fingerprint;
  };
  return { find, changes };
}

describe("a destination's parameter", () => {
  it('is the remembered value while the previous worker read the same', async () => {
    const { find, changes } = worker('old', 'new');
    expect(await find({ value: 'old', off: null })).toBe('old');
    expect(changes).toEqual([]);
  });

  it('is read again if another worker has read another value, which all then know', async () => {
    const { find, changes } = worker('old', 'new');
    expect(await find({ value: 'new', off: null })).toBe('new');
    expect(changes).toEqual([{ value: 'new' }]);
  });

  it('is read again while the destination is switched off', async () => {
    const off = { fingerprint: 'old', status: '410', reason: '410' };
    expect(await worker('old', 'new').find({ value: 'old', off })).toBe('new');
  });

  it.each([
    ['the value that it moved from', 'now', -1001, 'now-1001'],
    ['another value', 'before', 42, 'now'],
  ])('names the chat, moved by Telegram only for %s', async (_what, fingerprint, chat, place) => {
    const value = JSON.stringify({ token: '1234:abcdefghij', chat: 42 });
    const parameters = { read: async () => ({ value, fingerprint: 'now' }), forget() {} };
    const state = { value: 'now', off: null, silent: null, failures: null, failing: null };
    const lease = { state: { ...state, moved: { fingerprint, chat: -1001 } }, change: async () => {} };
    const target = await findTarget({ name: 'team', kind: 'telegram' }, lease, parameters, false);
    const message = {
      id: 'a',
      content: '',
      now: 0,
      chat: { headline: 'x', lines: [], link: null, tone: 'in' },
    } as const;
    const body = target.service?.callOf(message, null).body ?? '{}';
    expect([JSON.parse(body).chat_id, 'place' in target && target.place]).toEqual([chat, place]);
  });
});
