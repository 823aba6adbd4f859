import type { Dispatcher } from 'undici';
import { fixedApiKey } from '../../../functions/api/api-key.ts';
import { createTransferSource } from '../../../functions/api/transfer-source.ts';
import type { PollDependencies, PollLimits } from '../../../functions/poll-wallets/poll-dependencies.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import type { TransferSource } from '../../../functions/transfer/source.ts';
import { HistoryInMemory } from '../../../lib/cli/replay/tables-in-memory.ts';

const log = { info() {}, warn() {}, error() {} };
const unpaced = { acquire: async () => {}, answered() {} };

/** What one worker polls with: all but the states and the source is there and costs nothing. */
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
    journal: { events: async () => [], dropEvents: async () => {} },
    coins: { find: async () => () => null },
    findPeople: async () => new Map(),
    prices: { find: async () => () => null },
    history: new HistoryInMemory(),
    owePoll: async () => {},
    announcements: {
      claim: async () => true,
      unsummarised: async () => null,
      claimSummary: async () => true,
      markSummarised: async () => {},
    },
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

/** The API as a worker asks it, with all limits on its replies. */
export function sourceAt(baseUrl: string, dispatcher: Dispatcher): TransferSource {
  return createTransferSource({
    baseUrl,
    apiVersion: 'v2',
    apiKey: fixedApiKey('a-key', { required: true }),
    limiter: unpaced,
    clock: systemClock,
    random: Math.random,
    dispatcher,
  });
}

/** The limits of a poll that begins now. */
export function soon(): PollLimits {
  const deadline = Date.now() + 30_000;
  return {
    deadline,
    publishUntil: deadline,
    bulk: false,
    pace: { everySeconds: 60, askedSeconds: 60, callsPerDay: null },
  };
}
