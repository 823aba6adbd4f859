import { describe, expect, it } from 'vitest';
import type { DestinationState } from '../../../functions/deliver-alerts/delivery/destination-state.ts';
import { createFailing } from '../../../functions/deliver-alerts/delivery/failing.ts';
import type { OpenIncident } from '../../../functions/incidents/incident.ts';
import type { OperationsMessage } from '../../../functions/incidents/operations-message.ts';

const start = Date.parse('2026-01-02T03:04:05.000Z');
const queueArn = 'arn:aws:sqs:us-east-1:123456789012:Chainbell-team';
const nothing: DestinationState = {
  ...{ value: null, off: null, silentUntil: 0, movedTo: null },
  ...{ failures: null, failing: null },
};

/** A worker's reports about `team`, at times that a test sets. @param saves number of saves that DynamoDB takes */
function trouble(saves = Number.POSITIVE_INFINITY) {
  let now = start;
  let saved = 0;
  let state = nothing;
  const told: OperationsMessage[] = [];
  const open = new Map<string, OpenIncident>();
  const lease = {
    get state() {
      return state;
    },
    async change(change: Partial<DestinationState>) {
      state = { ...state, ...change };
      saved += 1;
      if (saved > saves) throw new Error('DynamoDB is away');
    },
    async release() {},
  };
  const failing = createFailing({ name: 'team', queueArn }, lease, {
    publishOperations: async (message) => void told.push(message),
    incidents: {
      add: async (incident) => open.set(incident.key, incident).size > 0,
      has: async (key) => open.has(key),
      remove: async (key) => void open.delete(key),
    },
    clock: { now: () => now, sleep: async () => {} },
    log: { info() {}, warn() {}, error() {} },
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...failing, told, open, pass, state: () => state };
}

it.each([0, 1, 2, 3, 4, 5, 6])(
  'a worker ends without an error only if DynamoDB took all its saves, not %d',
  async (saves) => {
    const { tryFailed, delivered } = trouble(saves);
    const work = async () => {
      for (let n = 0; n < 3; n += 1) await tryFailed('503');
      await delivered(start);
    };
    if (saves < 6) await expect(work()).rejects.toThrow('DynamoDB is away');
    else await work();
  },
);

describe('destination.failing', () => {
  it('says which destination, why, and what to do', async () => {
    const { begin, told, state } = trouble();
    await begin('410: gone');
    expect(told).toEqual([
      {
        ...{ version: 1, type: 'destination.failing', state: 'began', destination: 'team' },
        ...{ wallet: null, chain: null, part: expect.stringMatching(/^[0-9a-f]{16}$/), reason: '410: gone' },
        whatToDo: expect.stringMatching(/destination set team\. .*redrive team$/),
        ...{ at: '2026-01-02T03:04:05.000Z', since: start, about: { detail: 'team' } },
      },
    ]);
    expect(state().failing).toEqual({ since: start, reason: '410: gone', published: true });
  });

  it.each([
    ['two failures within a minute', [0, 59_999], []],
    ['a failure a minute after the first', [0, 60_000], ['began']],
    ['the third failure, however soon', [0, 1, 2], ['began']],
    ['one more, which tells nothing new', [0, 1, 2, 3], ['began']],
  ])('begins, or not, by %s', async (_what, times, states) => {
    const { tryFailed, told, pass } = trouble();
    let passed = 0;
    for (const time of times) {
      pass(time - passed);
      passed = time;
      await tryFailed('503');
    }
    expect(told.map(({ state }) => state)).toEqual(states);
    expect(told.map(({ since }) => since)).toEqual(states.map(() => start));
  });

  it('that the daily check ended begins anew with the next failure, and lasts since then', async () => {
    const { tryFailed, told, open, pass } = trouble();
    for (let n = 0; n < 3; n += 1) await tryFailed('503');
    open.clear();
    pass(86_400_000);
    await tryFailed('503');
    expect(told.map(({ since }) => since)).toEqual([start, start + 86_400_000]);
  });

  it("is an open problem of the stack from beginning to end, under the destination's name", async () => {
    const { begin, delivered, open } = trouble();
    await begin('410: gone');
    expect(open.get(`destination.failing#${queueArn}`)).toMatchObject({
      type: 'destination.failing',
      reason: 'team: 410: gone',
      since: start,
      published: true,
    });
    await delivered(start + 1);
    expect(open.size).toBe(0);
  });

  it.each([
    ['before it', -1, ['began']],
    ['at the same moment', 0, ['began', 'ended']],
    ['after it', 1, ['began', 'ended']],
  ])('ends, or does not end, by a message that was taken %s', async (_what, after, states) => {
    const { begin, delivered, told, state } = trouble();
    await begin('410: gone');
    await delivered(start + after);
    expect(told.map((message) => message.state)).toEqual(states);
    expect(state().failing === null).toBe(states.length === 2);
  });
});
