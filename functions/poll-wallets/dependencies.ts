import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import type { Dispatcher } from 'undici';
import { DynamoActivity } from '../activity/activity-table.ts';
import { publishAlerts } from '../alert/publish.ts';
import type { ApiKey } from '../api/api-key.ts';
import { createDispatcher } from '../api/http/transport.ts';
import { isReadFromNode } from '../chain/chain-sources.ts';
import type { Chain } from '../chain/chains.ts';
import { createCoinLookup } from '../coin/coin-lookup.ts';
import { coinTypes } from '../coin/coin-types.ts';
import { createAnnouncements } from '../incidents/announcements.ts';
import { createIncidentLog } from '../incidents/incident-log.ts';
import { createIncidentTable } from '../incidents/incident-table.ts';
import { createOperationsPublisher } from '../incidents/publish-operations.ts';
import { createDefiLlama } from '../prices/defillama.ts';
import { createPriceLookup } from '../prices/price-lookup.ts';
import { createTokenBucket } from '../rate/rate-limiter.ts';
import {
  awsClientOptions,
  type DocumentClients,
  documentClient,
  plainDocumentClient,
} from '../runtime/aws-clients.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { createLog, type Log } from '../runtime/log.ts';
import { tableItems } from '../runtime/table-items.ts';
import { createHeartbeatTable } from '../state/counts/heartbeat-table.ts';
import { createLateAlerts } from '../state/counts/late-alerts.ts';
import { createTally } from '../state/counts/tally.ts';
import { createHistoryTable } from '../state/history-table.ts';
import { createNodeJournal } from '../state/node-journal.ts';
import { createStateTable } from '../state/state-table.ts';
import { createFindPeople } from '../wallet/people.ts';
import { createApi } from './create-api.ts';
import { pollEnvironment } from './environment.ts';
import type { PollDependencies } from './poll-dependencies.ts';
import { createContradictions } from './report/contradictions.ts';
import { countPolls } from './report/count-polls.ts';

/** The poll function, and `flush` for the end of an invocation. */
export type PollFunction = Awaited<ReturnType<typeof pollDependencies>>;

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
) {
  const settings = pollEnvironment.parse(environment);
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog('poll-wallets');
  const client = overrides.dynamodb ?? new DynamoDBClient(awsClientOptions);
  const dynamodb = overrides.documents?.digits ?? documentClient(client);
  const table = tableItems(dynamodb, settings.STATE_TABLE);
  const sns = overrides.sns ?? new SNSClient(awsClientOptions);
  const { dispatcher = createDispatcher() } = overrides;
  const { limiter, source, coinSource } = createApi(settings, table, { ...overrides, clock, dispatcher });
  const { PRICE_BASE_URL } = settings;
  const priceSource =
    PRICE_BASE_URL === '' ? null : createDefiLlama({ baseUrl: PRICE_BASE_URL, dispatcher, clock });
  const pace = createTokenBucket({ perSecond: settings.WORKER_ALERTS_PER_SECOND, clock });
  const publishOperations = createOperationsPublisher(settings, { sns, clock });
  const incidentTable = createIncidentTable(table);
  const incidents = createIncidentLog(incidentTable, publishOperations, clock);
  const states = createStateTable(table, clock);
  const journal = createNodeJournal(table, clock);
  const watchlist = tableItems(dynamodb, settings.WATCHLIST_TABLE);
  const contacts = tableItems(dynamodb, settings.CONTACTS_TABLE);
  const isFromNode = (chain: Chain) => isReadFromNode(chain, settings.SOURCES);
  const tally = createTally(table, clock);
  const stack = overrides.hasMetrics === false ? null : settings.STACK_NAME;
  const { flush, ...counts } = countPolls(stack, tally, createLateAlerts(table, clock), log);
  const deps: PollDependencies = {
    clock,
    limiter,
    log,
    // Only the API needs a key.
    source: {
      open: source.open,
      pages: (request, limits) =>
        (isFromNode(request.chain) ? journal.source : source).pages(request, limits),
    },
    isReadFromNode: isFromNode,
    journal,
    coins: createCoinLookup(coinSource, coinTypes(settings.COINS), { clock, log }),
    findPeople: createFindPeople({ watchlist, contacts }, { clock, log }),
    prices: createPriceLookup(priceSource, { clock, log }),
    states,
    history: createHistoryTable(
      tableItems(overrides.documents?.plain ?? plainDocumentClient(client), settings.HISTORY_TABLE),
      settings.HISTORY_DAYS,
      clock,
    ),
    marks: new DynamoActivity(table, clock),
    // pollWallets sets it for each message: only the message says which wallets have a node.
    owePoll: async () => {},
    announcements: createAnnouncements(table, clock),
    incidents,
    publishOperations,
    tellContradictions: createContradictions(incidents, states),
    publish: (alerts, deadline, published) =>
      publishAlerts(alerts, {
        ...{ sns, topicArn: settings.ALERTS_TOPIC_ARN, pace, clock, deadline },
        published(alert) {
          tally.alert(alert.alert.type);
          published(alert);
        },
      }),
    countForHeartbeat: createHeartbeatTable(table, clock).count,
    ...counts,
  };
  return { deps, flush };
}
