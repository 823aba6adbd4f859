import { describe, expect, it } from 'vitest';
import type { DestinationState } from '../../../functions/deliver-alerts/delivery/destination-state.ts';
import { createIncidentReports } from '../../../functions/deliver-alerts/delivery/incident-reports.ts';
import { createIncidentLog } from '../../../functions/incidents/incident-log.ts';
import type { OperationsMessage } from '../../../functions/incidents/operations-message.ts';
import { LaggingTable } from '../../support/fakes/lagging-table.ts';

const start = Date.parse('2026-01-02T03:04:05.000Z');
const queueArn = 'arn:aws:sqs:us-east-1:123456789012:Chainbell-team';

/** A worker's reports about `team`, at times that a test sets. @param saves number of saves that DynamoDB takes */
function trouble(saves = Number.POSITIVE_INFINITY) {
  let now = start;
  let saved = 0;
  let state: DestinationState = { value: null, off: null, silentUntil: 0, movedTo: null, failures: null };
  const told: OperationsMessage[] = [];
  const clock = { now: () => now };
  const incidents = createIncidentLog(
    new LaggingTable().opened,
    async (message) => void told.push(message),
    clock,
  );
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
  const failing = createIncidentReports({ name: 'team', queueArn }, lease, {
    incidents,
    clock,
    log: { error() {} },
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...failing, told, incidents, pass, state: () => state };
}

it.each([0, 1, 2, 3, 4])(
  'a worker fails unless DynamoDB takes all four of its saves (here %d)',
  async (saves) => {
    const { tryFailed, delivered } = trouble(saves);
    const work = async () => {
      for (let n = 0; n < 3; n += 1) await tryFailed('503');
      await delivered(start);
    };
    if (saves < 4) await expect(work()).rejects.toThrow('DynamoDB is away');
    else await work();
  },
);

describe('destination.failing', () => {
  it('says which destination, why, and what to do; until it ends it is an open problem of the stack', async () => {
    const { begin, delivered, told, incidents } = trouble();
    await begin('410: gone');
    expect(told).toEqual([
      {
        ...{ version: 1, type: 'destination.failing', state: 'began', destination: 'team' },
        ...{ wallet: null, chain: null, part: expect.stringMatching(/^[0-9a-f]{16}$/), reason: '410: gone' },
        whatToDo: expect.stringMatching(/destination set team\. .*redrive team$/),
        ...{ at: '2026-01-02T03:04:05.000Z', since: start, about: { detail: 'team' } },
      },
    ]);
    expect(await incidents.list()).toMatchObject([
      { key: `destination.failing#${queueArn}`, destination: 'team', reason: '410: gone', published: true },
    ]);
    await delivered(start + 1);
    expect(await incidents.list()).toEqual([]);
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
  });

  it('that the daily check ended begins anew with the next failure, and lasts since then', async () => {
    const { tryFailed, told, incidents, pass } = trouble();
    for (let n = 0; n < 3; n += 1) await tryFailed('503');
    await incidents.end(await incidents.list());
    pass(86_400_000);
    await tryFailed('503');
    expect(told.map(({ state, since }) => [state, since])).toEqual([
      ['began', start],
      ['ended', start],
      ['began', start + 86_400_000],
    ]);
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
    expect(state().failures === null).toBe(states.length === 2);
  });
});
