import type { SQSEvent } from 'aws-lambda';
import { systemClock } from '../../../functions/clock.ts';
import { dispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { createDispatchHandler } from '../../../functions/dispatch-polls/handler.ts';
import { fixedApiKey } from '../../../functions/poll-wallets/api-key.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { createPollHandler } from '../../../functions/poll-wallets/handler.ts';
import { createCallGate, paceMargin } from '../../../functions/upstream/call-gate.ts';
import type { EmbeddedAws } from '../engine/embedded-aws.ts';
import { type ApiAddresses, callsPerSecond, functionEnvironment } from './environment.ts';
import type { SqsFunction } from './event-source.ts';

/** The deployed functions, on the embedded AWS. */
export interface LocalFunctions {
  /** One tick of the schedule. */
  readonly dispatch: (time: Date) => Promise<unknown>;
  /** As many as run at the same time, each a worker of its own. */
  readonly workers: readonly SqsFunction[];
}

/** As deployed. */
const timeout = 60_000;

/**
 * @param key of the API; null where it asks for none
 * @param count of workers: one whose call hangs leaves the queue to the others
 */
export function localFunctions(
  aws: EmbeddedAws,
  api: ApiAddresses,
  key: string | null,
  count = 1,
): LocalFunctions {
  const environment = functionEnvironment(aws, api);
  const callGate = createCallGate({ callsPerSecond: callsPerSecond * paceMargin, clock: systemClock });
  const dispatch = createDispatchHandler(() => dispatchDependencies(environment, aws));
  const workers = Array.from({ length: count }, (): SqsFunction => {
    const poll = createPollHandler(() =>
      pollDependencies(environment, { ...aws, apiKey: fixedApiKey(key, { required: false }), callGate }),
    );
    return (event: SQSEvent) => {
      const end = Date.now() + timeout;
      return poll(event, { getRemainingTimeInMillis: () => end - Date.now() });
    };
  });
  return {
    dispatch: (time) => dispatch({ time: time.toISOString() }),
    workers,
  };
}
