import { describe, expect, it } from 'vitest';
import type { DestinationState } from '../../../functions/deliver-alerts/delivery/destination-state.ts';
import { findTarget, rememberSecrets } from '../../../functions/deliver-alerts/delivery/target.ts';

const chat = JSON.stringify({ token: '1234:abcdefghij', chat: 42 });

/** A worker's view of the parameter, after another worker left this state. */
async function find(
  value: string | null,
  before: Partial<DestinationState> = {},
  readSecret: Parameters<typeof findTarget>[2]['readSecret'] = async () => value,
) {
  const clean = { value: null, off: null, silentUntil: 0, movedTo: null, failures: null };
  let state: DestinationState = { ...clean, ...before };
  const lease = {
    get state() {
      return state;
    },
    async change(change: Partial<DestinationState>) {
      state = { ...state, ...change };
    },
  };
  const secrets = { allowLoopback: false, readSecret };
  const target = await findTarget({ name: 'team', kind: 'telegram' }, lease, secrets);
  return { target, state };
}

const chatOf = (target: Awaited<ReturnType<typeof find>>['target']) => {
  if (target.service === null) return target.reason;
  const said = { headline: 'x', lines: [], link: null, tone: 'in' } as const;
  const message = { id: 'a', content: '', topicArn: '', alert: null, now: 0, chat: said };
  return JSON.parse(target.service.callOf(message, null).body).chat_id;
};

describe("a destination's parameter", () => {
  it('is recognised by a hash that reveals nothing of it', async () => {
    const { state } = await find(chat);
    expect(state.value).toMatch(/^[0-9a-f]{32}$/);
    expect((await find(`${chat} `)).state.value).not.toBe(state.value);
  });

  const left = { off: { status: '410', reason: 'gone' }, silentUntil: 9, movedTo: -1001 };

  it("resets the destination's state if its value changes", async () => {
    const { target, state } = await find(chat, { ...left, value: 'before' });
    expect(state).toMatchObject({ off: null, silentUntil: 0, movedTo: null });
    expect(chatOf(target)).toBe(42);
    expect(target).toMatchObject({ place: state.value });
  });

  it('changes no state while it is missing', async () => {
    const { target, state } = await find(null, { ...left, value: 'before' });
    expect(target).toMatchObject({ reason: 'The SSM parameter /chainbell/destinations/team is missing.' });
    expect(state).toMatchObject({ ...left, value: 'before' });
  });

  it('is unusable, and not only unread, under a KMS key that the function may not use', async () => {
    const name = 'AccessDeniedException';
    const denied = async () => Promise.reject(Object.assign(new Error('The ciphertext refers to'), { name }));
    const { target, state } = await find(null, { ...left, value: 'before' }, denied);
    const reason = `The SSM parameter /chainbell/destinations/team can't be used: its KMS key must be alias/aws/ssm (${name}).`;
    expect(target).toMatchObject({ reason });
    expect(state).toMatchObject({ ...left, value: 'before' });
    const away = async () => Promise.reject(new Error('SSM is away'));
    await expect(find(null, {}, away)).rejects.toThrow('SSM is away');
  });
});

describe("a worker's cache of parameters", () => {
  const next = JSON.stringify({ token: '5678:abcdefghij', chat: 7 });
  const off = { status: '401', reason: 'Unauthorized' };
  const failures = { count: 1, since: 0 };

  /** The same for a worker that read the parameter before, `ms` milliseconds later, after another worker left this state. */
  async function known(from: string | null, to: string | null, ms: number, left: Partial<DestinationState>) {
    let [stored, now, reads] = [from, 0, 0];
    const remembered = rememberSecrets(
      async () => {
        reads += 1;
        return stored;
      },
      { now: () => now },
    );
    await remembered('team', false);
    [stored, now, reads] = [to, ms, 0];
    const { target } = await find(to, left, remembered);
    return [chatOf(target), reads];
  }

  it('saves reads for ten seconds', async () => {
    const { value } = (await find(chat)).state;
    expect(await known(chat, next, 9_999, { value })).toEqual([42, 0]);
    expect(await known(chat, next, 10_000, { value })).toEqual([7, 2]);
  });

  it('is dropped once another worker has read a new value, and while the destination is off', async () => {
    const [before, after] = [(await find(chat)).state, (await find(next)).state];
    expect(await known(chat, next, 1, after)).toEqual([7, 1]);
    expect(await known(chat, next, 1, { ...before, off })).toEqual([7, 2]);
  });

  it('also saves reads of a missing parameter, unless another worker already delivers with it', async () => {
    const missing = expect.stringContaining('is missing');
    expect(await known(null, null, 9_999, { failures })).toEqual([missing, 0]);
    expect(await known(null, chat, 1, (await find(chat)).state)).toEqual([42, 1]);
  });

  it('keeps no failed read, and a known value while SSM gives no answer, unless another worker knows better', async () => {
    let [isBroken, now] = [true, 0];
    const remembered = rememberSecrets(
      async () => {
        if (isBroken) throw new Error('ThrottlingException');
        return chat;
      },
      { now: () => now },
    );
    await expect(remembered('team', false)).rejects.toThrow('ThrottlingException');
    isBroken = false;
    expect(await remembered('team', false)).toBe(chat);
    [isBroken, now] = [true, 60_000];
    await expect(remembered('team', true)).rejects.toThrow('ThrottlingException');
    expect(await remembered('team', false)).toBe(chat);
  });
});
