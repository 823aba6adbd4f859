import type { DispatchEnvironment } from '../../../functions/dispatch-polls/environment.ts';
import type { PollEnvironment } from '../../../functions/poll-wallets/environment.ts';
import type { EmbeddedAws } from '../engine/embedded-aws.ts';

/** Variables of a function's environment, as text. */
type Variables<Environment> = Readonly<Record<keyof Environment, string>>;

/** The stack's default. */
export const callsPerSecond = 10;

/** Addresses of the API that the functions call. */
export interface ApiAddresses {
  readonly baseUrl: string;
  readonly coinBaseUrl: string;
}

/** The environment of both functions, as the stack would set it. */
export function functionEnvironment(
  aws: EmbeddedAws,
  api: ApiAddresses,
): Variables<PollEnvironment & DispatchEnvironment> {
  return {
    WATCHLIST_TABLE: aws.tables.watchlist,
    STATE_TABLE: aws.tables.state,
    HISTORY_TABLE: aws.tables.history,
    ALERTS_TOPIC_ARN: aws.alertsTopicArn,
    OPS_TOPIC_ARN: aws.opsTopicArn,
    POLLS_QUEUE_URL: aws.pollsQueueUrl,
    BASE_URL: api.baseUrl,
    API_VERSION: 'v2',
    COIN_BASE_URL: api.coinBaseUrl,
    COIN_ARRAY_STYLE: 'brackets',
    COINS: '{}',
    API_KEY_PARAMETER: 'CHAINBELL_API_KEY',
    // Of all workers together: in one process they share one gate.
    WORKER_CALLS_PER_SECOND: String(callsPerSecond),
    WORKER_ALERTS_PER_SECOND: '8',
    HISTORY_DAYS: '90',
    STACK_NAME: 'Chainbell',
    // The schedule's ticks set the pace: a wallet of `every` up to a minute is due in each of them.
    EVERY_SECONDS: '60',
    POLLS_PER_MESSAGE: '50',
    CALLS_PER_DAY: '',
  };
}
