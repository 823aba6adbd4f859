import { describe, expect, it } from 'vitest';
import type { DestinationState } from '../../../functions/deliver-alerts/delivery/destination-state.ts';
import { findTarget } from '../../../functions/deliver-alerts/delivery/target.ts';

const chat = JSON.stringify({ token: '1234:abcdefghij', chat: 42 });
const settings = { allowLoopback: false };

/** What a worker finds in the parameter, after another one has left this state. */
async function find(value: string | null, before: Partial<DestinationState> = {}) {
  let state = { value: null, off: null, silentUntil: 0, movedTo: null, ...before } as DestinationState;
  const lease = {
    get state() {
      return state;
    },
    async change(change: Partial<DestinationState>) {
      state = { ...state, ...change };
    },
  };
  const secrets = { ...settings, readSecret: async () => value };
  const target = await findTarget({ name: 'team', kind: 'telegram' }, lease, secrets);
  return { target, state };
}

const chatOf = (target: Awaited<ReturnType<typeof find>>['target']) => {
  if (typeof target === 'string') return target;
  const said = { headline: 'x', lines: [], link: null, tone: 'in' } as const;
  return JSON.parse(target.service.callOf({ id: 'a', content: '', now: 0, chat: said }, null).body).chat_id;
};

describe("a destination's parameter", () => {
  it('is known again by a mark that reveals nothing of it', async () => {
    const { state } = await find(chat);
    expect(state.value).toMatch(/^[0-9a-f]{32}$/);
    expect((await find(`${chat} `)).state.value).not.toBe(state.value);
  });

  const left = { off: { status: '410', reason: 'gone' }, silentUntil: 9, movedTo: -1001 };

  it('keeps what is known of it while its value stays', async () => {
    const { state } = await find(chat);
    const again = await find(chat, { ...left, value: state.value });
    expect(again.state).toMatchObject(left);
    expect(chatOf(again.target)).toBe(-1001);
    expect(again.target).toMatchObject({ fingerprint: state.value, place: `${state.value}-1001` });
  });

  it('begins with a clean slate if it has another value', async () => {
    const { target, state } = await find(chat, { ...left, value: 'before' });
    expect(state).toMatchObject({ off: null, silentUntil: 0, movedTo: null });
    expect(chatOf(target)).toBe(42);
    expect(target).toMatchObject({ place: state.value });
  });

  it('forgets nothing while it is missing', async () => {
    const { target, state } = await find(null, { ...left, value: 'before' });
    expect(target).toBe('The SSM parameter /chainbell/destinations/team is missing.');
    expect(state).toMatchObject({ ...left, value: 'before' });
  });
});
