import pLimit from 'p-limit';
import type { Dispatcher } from 'undici';
import { type ActivityTable, createActivityTable } from '../activity/activity-table.ts';
import { type OnPublished, type OutgoingAlert, publishAlerts } from '../alert/publish.ts';
import { type ApiKey, createSsmApiKey } from '../api/api-key.ts';
import { createCoinSource } from '../api/coins.ts';
import { createTransferSource } from '../api/transfer-source.ts';
import { isReadFromNode } from '../chain/chain-sources.ts';
import type { Chain } from '../chain/chains.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import { createCoinLookup } from '../coin/coin-lookup.ts';
import { coinTypes } from '../coin/coin-types.ts';
import { createDispatcher } from '../http/transport.ts';
import { createAnnouncements } from '../incidents/announcements.ts';
import { createIncidentLog } from '../incidents/incident-log.ts';
import { createOperationsPublisher } from '../incidents/publish-operations.ts';
import { createDefiLlama, createPriceLookup } from '../prices/defillama.ts';
import type { PollActivity, PollPace } from '../queue/poll-message.ts';
import { callWindows } from '../rate/call-windows.ts';
import { createDailyQuota } from '../rate/daily-quota.ts';
import { createRateLimiter, createTokenBucket, withSilence } from '../rate/rate-limiter.ts';
import { createSharedCounter } from '../rate/shared-counter.ts';
import { createTickLimiter, withHeadStart } from '../rate/tick-limiter.ts';
import { documentClient, plainDocumentClient } from '../runtime/aws-clients.ts';
import { type Replacements, startUp } from '../runtime/start-up.ts';
import { type Table, tableItems } from '../runtime/table-items.ts';
import { createHeartbeatTable } from '../state/counts/heartbeat-table.ts';
import { createTally, type Tally } from '../state/counts/tally.ts';
import { createHistoryTable } from '../state/history-table.ts';
import { createNodeJournal } from '../state/node-journal.ts';
import { createStateTable } from '../state/state-table.ts';
import type { CallLimits, TransferSource } from '../transfer/source.ts';
import { createFindPeople } from '../wallet/people.ts';
import type { Watch } from '../wallet/watch.ts';
import { type PollEnvironment, pollEnvironment } from './environment.ts';
import { createContradictionReports } from './report/contradictions.ts';
import { countPolls } from './report/count-polls.ts';

export type PollFunction = Awaited<ReturnType<typeof pollDependencies>>;

/** Shared by all polls of a worker. */
export type SharedDependencies = PollFunction['deps'];

/** Shared by the polls of one message. */
export interface PollDependencies extends SharedDependencies {
  /** Called before a crash could leave alerts unpublished: the wallet is then polled again, whatever its chain's logs show. */
  owePoll(watch: Watch): Promise<void>;
  /** The wallets were added in a bulk import, of which ten wallets are announced. */
  readonly bulk: boolean;
  readonly pace: PollPace;
}

/** Set by a batch for each of its polls. */
export interface PollLimits extends CallLimits {
  /** After this time Lambda would cut the publishing off. */
  readonly publishUntil: EpochMilliseconds;
}

export interface Poll extends PollDependencies {
  readonly watch: Watch;
  /** The last block whose coin the chain's node has shown: later ones are not settled. Null or absent: no coin is read. */
  readonly coinThrough?: PollActivity['coinThrough'];
  readonly limits: PollLimits;
  readonly turn: StormTurn;
}

/** A poll with many transfers or rows works on them in its turn, and keeps the turn until it ends. */
export interface StormTurn {
  /** @throws TurnMissed at the deadline */
  take(): Promise<void>;
  /** The poll has found a theft, which waits for nobody. */
  skip(): void;
  end(): void;
}

interface PollOverrides extends Replacements {
  readonly apiKey?: ApiKey;
  readonly random?: () => number;
  readonly mostHeld?: number | undefined;
  readonly dispatcher?: Dispatcher;
  /** False if nobody looks at metrics. */
  readonly hasMetrics?: boolean;
}

/** `flush` ends an invocation. @throws ZodError naming the variable that is missing or wrong */
export async function pollDependencies(
  environment: Record<string, string | undefined>,
  overrides: PollOverrides = {},
) {
  const settings = pollEnvironment.parse(environment);
  const { clock, log, sns, ssm, dynamodb } = startUp('poll-wallets', overrides);
  const { digits = documentClient(dynamodb), plain = plainDocumentClient(dynamodb) } =
    overrides.documents ?? {};
  const table = tableItems(digits, settings.STATE_TABLE);
  const { dispatcher = createDispatcher() } = overrides;
  const apiKey = overrides.apiKey ?? createSsmApiKey(ssm, settings.API_KEY_PARAMETER);
  const api = createApi(settings, table, { ...overrides, apiKey, clock, dispatcher });
  const { PRICE_BASE_URL: baseUrl } = settings;
  const priceSource = baseUrl === '' ? null : createDefiLlama({ baseUrl, dispatcher, clock });
  const publishOperations = createOperationsPublisher(settings, { sns, clock });
  const incidents = createIncidentLog(table, publishOperations, clock);
  const states = createStateTable(table, clock);
  const journal = createNodeJournal(table, clock);
  const people = {
    watchlist: tableItems(digits, settings.WATCHLIST_TABLE),
    contacts: tableItems(digits, settings.CONTACTS_TABLE),
  };
  const history = tableItems(plain, settings.HISTORY_TABLE);
  const isFromNode = (chain: Chain) => isReadFromNode(chain, settings.SOURCES);
  const ofChain: TransferSource = {
    open: api.source.open, // only the API needs a key
    pages: (request, limits) =>
      (isFromNode(request.chain) ? journal.source : api.source).pages(request, limits),
  };
  const marks: Pick<ActivityTable, 'acknowledge' | 'add' | 'owe' | 'put'> = createActivityTable(table, clock);
  const tally = createTally(table, clock);
  const stack = overrides.hasMetrics === false ? null : settings.STACK_NAME;
  const { flush, ...counts } = countPolls(stack, tally, log);
  const deps = {
    clock,
    limiter: api.limiter,
    log,
    source: ofChain,
    /** Polls of a chain that is read from its node need no API key and no call of the plan. */
    isReadFromNode: isFromNode,
    journal: { events: journal.events, dropEvents: journal.dropEvents },
    coins: createCoinLookup(api.coinSource, coinTypes(settings.COINS), { clock, log }),
    findPeople: createFindPeople(people, { clock, log }),
    prices: createPriceLookup(priceSource, { clock, log }),
    states,
    /** Runs one task at a time, because each may fill much of the worker's memory. */
    oneAtATime: pLimit(1),
    /** The turns of storms: the transfers and rows of four wallets fit into the memory, those of fifty do not. */
    storms: pLimit(4),
    /** Transfers that a read of several polls may hold: four such reads fit too. One block may have more. */
    mostHeld: overrides.mostHeld ?? 60_000,
    history: createHistoryTable(history, settings.HISTORY_DAYS, clock),
    /** Tells the next ticks which wallets were polled and which need another poll. Of chains with a node only. */
    marks,
    announcements: { claim: createAnnouncements(table, clock).claim },
    incidents,
    publishOperations,
    reportContradictions: createContradictionReports(incidents),
    publish: createPublish(settings, { sns, clock, tally }),
    countForHeartbeat: createHeartbeatTable(table, clock).count,
    ...counts,
  };
  return { deps, flush };
}

type ApiNeeds = PollOverrides & Required<Pick<PollOverrides, 'apiKey' | 'clock' | 'dispatcher'>>;

/** Both endpoints of the API share the limits of its plan. */
function createApi(settings: PollEnvironment, table: Table, given: ApiNeeds) {
  const { apiKey, clock, dispatcher, random = Math.random } = given;
  const quota = createDailyQuota(table, settings.CALLS_PER_DAY, clock);
  const counter = createSharedCounter(table, clock);
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
            // A 429 of the coins endpoint pauses coin lookups only: for a minute if it has no Retry-After.
            limiter: withSilence(limiter.acquire, clock, 60),
            coinBaseUrl: settings.COIN_BASE_URL,
            arrayStyle: settings.COIN_ARRAY_STYLE,
          }),
  };
}

type PublishNeeds = Required<Pick<PollOverrides, 'sns' | 'clock'>> & { readonly tally: Tally };

function createPublish(settings: PollEnvironment, { sns, clock, tally }: PublishNeeds) {
  const pace = createTokenBucket({ perSecond: settings.WORKER_ALERTS_PER_SECOND, clock });
  const { ALERTS_TOPIC_ARN: topicArn, STACK_NAME: stackName } = settings;
  const how = { sns, topicArn, stackName, pace, clock };
  return (alerts: readonly OutgoingAlert[], deadline: EpochMilliseconds, onPublished: OnPublished) => {
    const counting: OnPublished = (sent) => {
      tally.alert(sent.alert.type);
      onPublished(sent);
    };
    return publishAlerts(alerts, { ...how, deadline, onPublished: counting });
  };
}
