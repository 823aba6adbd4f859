import type { ActivityTable } from '../activity/activity-table.ts';
import type { OutgoingAlert } from '../alert/outgoing-alert.ts';
import type { Published, PublishOutcome } from '../alert/publish.ts';
import type { Chain } from '../chain/chains.ts';
import type { CoinLookup } from '../coin/coin-lookup.ts';
import type { Announcements } from '../incidents/announcements.ts';
import type { IncidentLog } from '../incidents/incident-log.ts';
import type { OperationsMessage } from '../incidents/operations-message.ts';
import type { PollPace } from '../rate/poll-pace.ts';
import type { TickLimiter } from '../rate/tick-limiter.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CountMetric, TimeMetric } from '../runtime/metric-names.ts';
import type { HistoryTable } from '../state/history-table.ts';
import type { NodeJournal } from '../state/node-journal.ts';
import type { StateTable } from '../state/state-table.ts';
import type { CallLimits, TransferSource } from '../transfer/source.ts';
import type { Watch } from '../wallet/watch.ts';
import type { TellContradictions } from './report/contradictions.ts';

/** What a batch of polls sets each of them. */
export interface PollLimits extends CallLimits {
  /** The wallet begins along with many others: of these, ten are announced. */
  readonly bulk: boolean;
  /** How often it is polled. */
  readonly pace: PollPace;
  /** Epoch milliseconds: what is published later than this would be cut off. */
  readonly publishUntil: number;
}

/** Everything that polling reaches beyond its arguments, made once a cold start. */
export interface PollDependencies {
  readonly clock: Clock;
  readonly source: TransferSource;
  /** Such a chain's polls read what scans have found: no call of the plan, no key. */
  readonly isReadFromNode: (chain: Chain) => boolean;
  /** What scans of those have found that is no transfer. */
  readonly journal: Pick<NodeJournal, 'events' | 'dropEvents'>;
  readonly coins: CoinLookup;
  readonly limiter: TickLimiter;
  readonly states: StateTable;
  readonly history: HistoryTable;
  /** What polls of chains with a node leave for the next ticks; absent: none has one. */
  readonly marks?: Pick<ActivityTable, 'acknowledge' | 'owe' | 'put'> | undefined;
  /** Before alerts may be left unpublished: a wallet of a chain with a node is polled again, whatever its logs show. */
  readonly owePoll: (watch: Watch) => Promise<void>;
  readonly announcements: Announcements;
  readonly incidents: IncidentLog;
  readonly tellContradictions: TellContradictions;
  /** Publishes alerts of one wallet in order, until the deadline in epoch milliseconds. */
  readonly publish: (
    alerts: readonly OutgoingAlert[],
    deadline: number,
    published: Published,
  ) => Promise<PublishOutcome>;
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  readonly count: CountMetric;
  readonly time: TimeMetric;
  readonly log: Log;
}
