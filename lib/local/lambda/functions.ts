import type { SQSEvent } from 'aws-lambda';
import { dispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { createDispatchHandler } from '../../../functions/dispatch-polls/handler.ts';
import { fixedApiKey } from '../../../functions/poll-wallets/api-key.ts';
import { pollDependencies } from '../../../functions/poll-wallets/dependencies.ts';
import { createPollHandler } from '../../../functions/poll-wallets/handler.ts';
import type { EmbeddedAws } from '../engine/embedded-aws.ts';
import { type ApiAddresses, functionEnvironment } from './environment.ts';
import type { SqsFunction } from './event-source.ts';

/** The deployed functions, on the embedded AWS. */
export interface LocalFunctions {
  /** One tick of the schedule. */
  readonly dispatch: (time: Date) => Promise<unknown>;
  readonly poll: SqsFunction;
}

/** As deployed. */
const timeout = 60_000;

/** @param key of the API; null where it asks for none */
export function localFunctions(aws: EmbeddedAws, api: ApiAddresses, key: string | null): LocalFunctions {
  const environment = functionEnvironment(aws, api);
  const dispatch = createDispatchHandler(() => dispatchDependencies(environment, aws));
  const poll = createPollHandler(() =>
    pollDependencies(environment, { ...aws, apiKey: fixedApiKey(key, { required: false }) }),
  );
  return {
    dispatch: (time) => dispatch({ time: time.toISOString() }),
    poll: (event: SQSEvent) => {
      const end = Date.now() + timeout;
      return poll(event, { getRemainingTimeInMillis: () => end - Date.now() });
    },
  };
}
