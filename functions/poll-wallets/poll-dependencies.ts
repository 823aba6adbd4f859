import type { ActivityTable } from '../activity/activity-table.ts';
import type { OutgoingAlert, Published, PublishOutcome } from '../alert/publish.ts';
import type { Chain } from '../chain/chains.ts';
import type { EpochMilliseconds } from '../chain/units.ts';
import type { CoinLookup } from '../coin/coin-lookup.ts';
import type { Announcements } from '../incidents/announcements.ts';
import type { IncidentLog } from '../incidents/incident-log.ts';
import type { OperationsMessage } from '../incidents/operations-message.ts';
import type { PriceLookup } from '../prices/price-lookup.ts';
import type { PollActivity } from '../queue/poll-message.ts';
import type { PollPace } from '../rate/poll-pace.ts';
import type { TickLimiter } from '../rate/tick-limiter.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CountMetric, TimeMetric } from '../runtime/metric-names.ts';
import type { HeartbeatTable } from '../state/counts/heartbeat-table.ts';
import type { LateAlerts } from '../state/counts/late-alerts.ts';
import type { HistoryTable } from '../state/history-table.ts';
import type { NodeJournal } from '../state/node-journal.ts';
import type { StateTable } from '../state/state-table.ts';
import type { CallLimits, TransferSource } from '../transfer/source.ts';
import type { FindPeople } from '../wallet/people.ts';
import type { Watch } from '../wallet/watch.ts';
import type { createContradictions } from './report/contradictions.ts';

/** What a batch sets for each of its polls. */
export interface PollLimits extends CallLimits {
  /** The wallet was added in a bulk import, of which ten wallets are announced. */
  readonly bulk: boolean;
  /** By watch key, for chains that have a node. */
  readonly activity?: Readonly<Record<string, PollActivity>> | undefined;
  readonly pace: PollPace;
  /** After this time Lambda would cut the publishing off. */
  readonly publishUntil: EpochMilliseconds;
}

export interface PollDependencies {
  readonly clock: Clock;
  readonly source: TransferSource;
  /** Such polls need no API key and no call of the plan. */
  readonly isReadFromNode: (chain: Chain) => boolean;
  readonly journal: Pick<NodeJournal, 'events' | 'dropEvents'>;
  readonly coins: CoinLookup;
  /** Finds the names of addresses in alerts. */
  readonly findPeople: FindPeople;
  readonly prices: PriceLookup;
  readonly limiter: TickLimiter;
  readonly states: StateTable;
  readonly history: HistoryTable;
  /** Tells the next ticks which wallets were polled and which need another poll. Of chains with a node only. */
  readonly marks: Pick<ActivityTable, 'acknowledge' | 'owe' | 'put'>;
  /** Called before a crash could leave alerts unpublished: the wallet is then polled again, whatever its logs show. */
  readonly owePoll: (watch: Watch) => Promise<void>;
  readonly announcements: Announcements;
  readonly incidents: IncidentLog;
  readonly tellContradictions: ReturnType<typeof createContradictions>;
  /** Publishes alerts of one wallet in order, until the deadline. */
  readonly publish: (
    alerts: readonly OutgoingAlert[],
    deadline: EpochMilliseconds,
    published: Published,
  ) => Promise<PublishOutcome>;
  readonly countForHeartbeat: HeartbeatTable['count'];
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  readonly count: CountMetric;
  readonly time: TimeMetric;
  readonly late: LateAlerts['add'];
  readonly log: Log;
}

/** One poll of one wallet: what all polls share, and this one's row and limits. */
export interface Poll extends PollDependencies {
  readonly watch: Watch;
  readonly limits: PollLimits;
}
