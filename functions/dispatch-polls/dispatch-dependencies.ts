import type { Activity } from '../activity/activity.ts';
import type { Chain } from '../chain/chains.ts';
import type { Announcements } from '../incidents/announcements.ts';
import type { IncidentLog } from '../incidents/incident-log.ts';
import type { OperationsMessage } from '../incidents/operations-message.ts';
import type { OutgoingMessage } from '../queue/poll-queue.ts';
import type { DailyQuota } from '../rate/daily-quota.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { UnderstoodRow } from '../wallet/understand-row.ts';
import type { CallSpread } from './call-spread.ts';
import type { DoPeriodic } from './daily/daily-tasks.ts';
import type { Heartbeat, Send } from './heartbeat/heartbeat.ts';
import type { WatchLifecycle } from './rows/watch-lifecycle.ts';
import type { Subscriptions } from './subscriptions/subscription-check.ts';
import type { SummaryDependencies } from './summary/send-summary.ts';

/** Everything that dispatching reaches beyond its arguments, made once a cold start. */
export interface DispatchDependencies {
  readonly clock: Pick<Clock, 'now'>;
  /** The whole Watchlist. */
  readonly readRows: () => Promise<readonly UnderstoodRow[]>;
  /** The same, as the last minute's tick has read it where this process made that. */
  readonly recentRows: () => Promise<readonly UnderstoodRow[]>;
  readonly states: WatchLifecycle;
  readonly send: Send;
  /** Wakes this function between two ticks; null: nodes are asked by ticks alone. */
  readonly wakeUps: {
    readonly everySeconds: number;
    readonly send: (messages: readonly OutgoingMessage[]) => Promise<unknown>;
  } | null;
  readonly quota: DailyQuota;
  readonly incidents: IncidentLog;
  readonly announcements: Announcements;
  readonly doPeriodic: DoPeriodic;
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  /** The stack's poll interval in seconds. */
  readonly everySeconds: number;
  /** Whether all of a chain comes from its node. */
  readonly isReadFromNode: (chain: Chain) => boolean;
  /** Nodes that say which wallets are active; absent: no chain has one. */
  readonly activity?: Activity | undefined;
  /** Absent where nobody can set one, as in the local run. */
  readonly heartbeat?: Heartbeat | undefined;
  /** Seconds between two polls of a wallet that its chain's node shows nothing of. */
  readonly sweepSeconds?: number | undefined;
  /** Sends each poll for a turn within the plan's calls a second. @param now epoch milliseconds */
  readonly spread: (now: number) => CallSpread;
  /** The plan's calls a UTC day; null: no limit. */
  readonly callsPerDay: number | null;
  /** Who gets alerts and operations messages; absent where nobody can subscribe, as in the local run. */
  readonly subscriptions?: Subscriptions | undefined;
  /** Absent where the setting wants none. */
  readonly summary?: SummaryDependencies | undefined;
  readonly log: Log;
}
