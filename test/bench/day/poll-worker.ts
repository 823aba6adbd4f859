import type { PollDependencies } from '../../../functions/poll-wallets/poll-dependencies.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import { HistoryInMemory } from '../../../lib/cli/replay/tables-in-memory.ts';

const log = { info() {}, warn() {}, error() {} };
const unpaced = { acquire: async () => {}, answered() {} };

/** The dependencies of one worker's polls: all but states and source are given here and cost nothing. */
export function pollWorker(
  own: Pick<PollDependencies, 'states' | 'source'> & Partial<PollDependencies>,
): PollDependencies {
  return {
    clock: systemClock,
    log,
    limiter: {
      ...unpaced,
      begin: async () => ({ signal: new AbortController().signal }),
      end: async () => {},
    },
    isReadFromNode: () => false,
    marks: { acknowledge: async () => {}, owe: async () => {}, put: async () => {} },
    journal: { events: async () => [], dropEvents: async () => {} },
    coins: { find: async () => () => null },
    findPeople: async () => new Map(),
    prices: { find: async () => () => null },
    history: new HistoryInMemory(),
    owePoll: async () => {},
    announcements: { claim: async () => true },
    incidents: { list: async () => [], begin: async () => {}, end: async () => {} },
    tellContradictions: async () => {},
    publish: async (alerts) => ({ published: alerts.length, failure: null }),
    publishOperations: async () => {},
    late: () => {},
    countForHeartbeat: async () => {},
    count() {},
    time() {},
    ...own,
  };
}
