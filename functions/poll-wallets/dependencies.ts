import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Dispatcher } from 'undici';
import type * as z from 'zod';
import { DynamoActivity } from '../activity/activity-table.ts';
import { publishAlerts } from '../alert/publish.ts';
import { type ApiKey, createSsmApiKey } from '../api/api-key.ts';
import { createCoinSource } from '../api/coins.ts';
import { createDispatcher } from '../api/http/transport.ts';
import { createTransferSource } from '../api/transfer-source.ts';
import { isReadFromNode } from '../chain/chain-sources.ts';
import type { Chain } from '../chain/chains.ts';
import { createCoinLookup } from '../coin/coin-lookup.ts';
import { coinTypes } from '../coin/coin-types.ts';
import { createAnnouncements } from '../incidents/announcements.ts';
import { createIncidentLog } from '../incidents/incident-log.ts';
import { createIncidentTable } from '../incidents/incident-table.ts';
import { operationsOriginOf } from '../incidents/operations-origin.ts';
import { createOperationsPublisher } from '../incidents/publish-operations.ts';
import { createDefiLlama } from '../prices/defillama.ts';
import { createPriceLookup } from '../prices/price-lookup.ts';
import { callWindows } from '../rate/call-windows.ts';
import { createDailyQuota } from '../rate/daily-quota.ts';
import { createRateLimiter, createTokenBucket, withSilence } from '../rate/rate-limiter.ts';
import { createSharedCounter } from '../rate/shared-counter.ts';
import { createTickLimiter, withHeadStart } from '../rate/tick-limiter.ts';
import {
  awsClientOptions,
  type DocumentClients,
  documentClient,
  plainDocumentClient,
} from '../runtime/aws-clients.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { createLog, type Log } from '../runtime/log.ts';
import { createHeartbeatTable } from '../state/heartbeat-table.ts';
import { createHistoryTable } from '../state/history-table.ts';
import { createLateAlerts } from '../state/late-alerts.ts';
import { createNodeJournal } from '../state/node-journal.ts';
import { createStateTable } from '../state/state-table.ts';
import { createTally } from '../state/tally.ts';
import type { TransferSource } from '../transfer/source.ts';
import { createFindPeople } from '../wallet/people.ts';
import { pollEnvironment } from './environment.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import { createContradictions } from './report/contradictions.ts';
import { countPolls, type PollCounts } from './report/count-polls.ts';

/** The poll function, and `flush` for the end of an invocation. */
export interface PollFunction extends Pick<PollCounts, 'flush'> {
  readonly deps: PollDependencies;
}

/** The API or the node journal, by chain, as the settings say. Only the API needs a key. */
function sourceByChain(
  api: TransferSource,
  node: TransferSource,
  isFromNode: (chain: Chain) => boolean,
): TransferSource {
  return {
    open: () => api.open(),
    pages: (request, limits) => (isFromNode(request.chain) ? node : api).pages(request, limits),
  };
}

/** Replacements that the local run and tests pass in. */
export interface PollOverrides {
  readonly dynamodb?: DynamoDBClient;
  readonly documents?: DocumentClients;
  readonly sns?: SNSClient;
  readonly apiKey?: ApiKey;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly dispatcher?: Dispatcher;
  readonly log?: Log;
  /** False if nobody looks at metrics. */
  readonly hasMetrics?: boolean;
}

/** @throws ZodError naming the variable that is missing or wrong */
export async function pollDependencies(
  environment: Record<string, string | undefined>,
  overrides: PollOverrides = {},
): Promise<PollFunction> {
  const settings = pollEnvironment.parse(environment);
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog('poll-wallets');
  const client = overrides.dynamodb ?? new DynamoDBClient(awsClientOptions);
  const dynamodb = overrides.documents?.digits ?? documentClient(client);
  const sns = overrides.sns ?? new SNSClient(awsClientOptions);
  const { dispatcher = createDispatcher() } = overrides;
  const { limiter, source, coinSource } = createApi(settings, dynamodb, { ...overrides, clock, dispatcher });
  const { PRICE_BASE_URL } = settings;
  const priceSource =
    PRICE_BASE_URL === '' ? null : createDefiLlama({ baseUrl: PRICE_BASE_URL, dispatcher, clock });
  const pace = createTokenBucket({ perSecond: settings.WORKER_ALERTS_PER_SECOND, clock });
  const operations = createOperations(settings, dynamodb, { sns, clock });
  const table = [dynamodb, settings.STATE_TABLE, clock] as const;
  const states = createStateTable(...table);
  const journal = createNodeJournal(...table);
  const isFromNode = (chain: Chain) => isReadFromNode(chain, settings.SOURCES);
  const tally = createTally(...table);
  const stack = overrides.hasMetrics === false ? null : settings.STACK_NAME;
  const lateAlerts = createLateAlerts(...table);
  const { flush, ...counts } = countPolls(stack, tally, lateAlerts, log);
  const deps: PollDependencies = {
    clock,
    limiter,
    log,
    source: sourceByChain(source, journal.source, isFromNode),
    isReadFromNode: isFromNode,
    journal,
    coins: createCoinLookup({ source: coinSource, coinTypes: coinTypes(settings.COINS), clock, log }),
    findPeople: createFindPeople(
      dynamodb,
      { watchlist: settings.WATCHLIST_TABLE, contacts: settings.CONTACTS_TABLE },
      { clock, log },
    ),
    prices: createPriceLookup({ source: priceSource, clock, log }),
    states,
    history: createHistoryTable(
      overrides.documents?.plain ?? plainDocumentClient(client),
      settings.HISTORY_TABLE,
      settings.HISTORY_DAYS,
      clock,
    ),
    marks: new DynamoActivity(...table),
    // Only a message of ticks knows which wallets have a node: see poll-marks.ts.
    owePoll: async () => {},
    announcements: createAnnouncements(...table),
    ...operations,
    tellContradictions: createContradictions({ ...operations, states }),
    publish: (alerts, deadline, published) =>
      publishAlerts(alerts, {
        ...{ sns, topicArn: settings.ALERTS_TOPIC_ARN, pace, clock, deadline },
        published(alert) {
          tally.alert(alert.alert.type);
          published(alert);
        },
      }),
    countForHeartbeat: createHeartbeatTable(...table).count,
    ...counts,
  };
  return { deps, flush };
}

/** Both endpoints of the API share the limits of its plan. */
function createApi(
  settings: z.infer<typeof pollEnvironment>,
  dynamodb: DynamoDBDocumentClient,
  given: PollOverrides & Required<Pick<PollOverrides, 'clock' | 'dispatcher'>>,
) {
  const { clock, dispatcher, random = Math.random } = given;
  const apiKey = given.apiKey ?? createSsmApiKey(new SSMClient(awsClientOptions), settings.API_KEY_PARAMETER);
  const quota = createDailyQuota(dynamodb, settings.STATE_TABLE, settings.CALLS_PER_DAY, clock);
  const counter = createSharedCounter(dynamodb, settings.STATE_TABLE, clock);
  const paced = createRateLimiter({ windows: callWindows(settings.CALLS_PER_SECOND), counter, clock });
  const limiter = withHeadStart(createTickLimiter(withSilence(paced, clock), quota, clock), clock);
  const api = { apiKey, limiter, clock, random, dispatcher };
  return {
    limiter,
    source: createTransferSource({ ...api, baseUrl: settings.BASE_URL, apiVersion: settings.API_VERSION }),
    coinSource:
      settings.COIN_BASE_URL === ''
        ? null
        : createCoinSource({
            ...api,
            // A 429 of the coins endpoint pauses that one only; a minute without Retry-After.
            limiter: withSilence(limiter.acquire, clock, 60),
            coinBaseUrl: settings.COIN_BASE_URL,
            arrayStyle: settings.COIN_ARRAY_STYLE,
          }),
  };
}

function createOperations(
  settings: z.infer<typeof pollEnvironment>,
  dynamodb: DynamoDBDocumentClient,
  given: { readonly sns: SNSClient; readonly clock: Clock },
) {
  const publishOperations = createOperationsPublisher({
    ...given,
    topicArn: settings.OPS_TOPIC_ARN,
    origin: operationsOriginOf(settings),
  });
  const table = createIncidentTable(dynamodb, settings.STATE_TABLE);
  const incidents = createIncidentLog({ table, publish: publishOperations, clock: given.clock });
  return { incidents, publishOperations };
}
