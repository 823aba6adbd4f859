import type { SQSEvent } from 'aws-lambda';
import { systemClock } from '../../../functions/clock.ts';
import { dispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { createDispatchHandler } from '../../../functions/dispatch-polls/handler.ts';
import { fixedApiKey } from '../../../functions/poll-wallets/api-key.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { createPollHandler } from '../../../functions/poll-wallets/handler.ts';
import { createCallGate } from '../../../functions/upstream/call-gate.ts';
import { paceWithin } from '../../../functions/upstream/worker-pace.ts';
import { readSettings } from '../../aws/settings.ts';
import { dispatchVariables, pollVariables, type WorkerShare } from '../../environment.ts';
import type { EmbeddedAws } from '../engine/embedded-aws.ts';
import type { SqsFunction } from './event-source.ts';
import { createPollReads, type PollRead } from './poll-reads.ts';

/** The deployed functions, on the embedded AWS. */
export interface LocalFunctions {
  /** One tick of the schedule. */
  readonly dispatch: (time: Date) => Promise<unknown>;
  /** As many as run at the same time, each a worker of its own. */
  readonly workers: readonly SqsFunction[];
}

/** Addresses of the API that the functions call. */
export interface ApiAddresses {
  readonly baseUrl: string;
  /** Empty: no coin lookup. */
  readonly coinBaseUrl: string;
}

/** As deployed. */
const timeout = 60_000;

/**
 * @param key of the API; null where it asks for none
 * @param count of workers: one whose call hangs leaves the queue to the others
 * @param polled told after each batch of polls how the API answered
 */
export function localFunctions(
  aws: EmbeddedAws,
  api: ApiAddresses,
  key: string | null,
  count = 1,
  polled: (reads: readonly PollRead[]) => void = () => {},
): LocalFunctions {
  // The schedule's ticks set the pace: a wallet of `every` up to a minute, the default, is due in each of them.
  const settings = readSettings({ baseUrl: api.baseUrl, coinBaseUrl: api.coinBaseUrl });
  // All workers of one process share one gate.
  const { callsPerSecond } = settings;
  const share: WorkerShare = { callsPerSecond, alertsPerSecond: 8, pollsPerMessage: 50 };
  const callGate = createCallGate({ callsPerSecond: paceWithin(callsPerSecond), clock: systemClock });
  const dispatch = createDispatchHandler(() =>
    dispatchDependencies(dispatchVariables(settings, share, aws), aws),
  );
  const workers = Array.from({ length: count }, (): SqsFunction => {
    const reads = createPollReads(systemClock.now);
    const poll = createPollHandler(async () => {
      const overrides = { ...aws, apiKey: fixedApiKey(key, { required: false }), callGate };
      const { deps, flush } = await pollDependencies(pollVariables(settings, share, aws), overrides);
      return { deps: { ...deps, source: reads.listen(deps.source) }, flush };
    });
    return async (event: SQSEvent) => {
      const end = Date.now() + timeout;
      const result = await poll(event, { getRemainingTimeInMillis: () => end - Date.now() });
      polled(reads.take());
      return result;
    };
  });
  return {
    dispatch: (time) => dispatch({ time: time.toISOString() }),
    workers,
  };
}
