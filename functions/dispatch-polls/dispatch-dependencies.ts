import type { Activity } from '../activity/activity.ts';
import type { Chain } from '../chain/chains.ts';
import type { EpochMilliseconds, Seconds } from '../chain/units.ts';
import type { Announcements } from '../incidents/announcements.ts';
import type { IncidentLog } from '../incidents/incident-log.ts';
import type { OperationsMessage } from '../incidents/operations-message.ts';
import type { OutgoingMessage } from '../queue/poll-queue.ts';
import type { DailyQuota } from '../rate/daily-quota.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { UnderstoodRow } from '../wallet/read-watchlist.ts';
import type { CallSpread } from './call-spread.ts';
import type { Heartbeat, Send } from './heartbeat.ts';
import type { DoPeriodic } from './periodic-tasks.ts';
import type { WatchLifecycle } from './rows/watch-lifecycle.ts';
import type { Subscriptions } from './subscriptions/subscription-incidents.ts';
import type { SummaryDependencies } from './summary/send-summary.ts';

export interface DispatchDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly readRows: () => Promise<readonly UnderstoodRow[]>;
  /** Rows that this process read within the last minute, else read now. */
  readonly recentRows: () => Promise<readonly UnderstoodRow[]>;
  readonly states: WatchLifecycle;
  readonly send: Send;
  /** Wakes this function between two ticks; null: only ticks ask nodes. */
  readonly wakeUps: {
    readonly everySeconds: Seconds;
    readonly send: (messages: readonly OutgoingMessage[]) => Promise<unknown>;
  } | null;
  readonly quota: DailyQuota;
  readonly incidents: IncidentLog;
  readonly announcements: Pick<Announcements, 'summarise'>;
  readonly doPeriodic: DoPeriodic;
  readonly publishOperations: (message: OperationsMessage) => Promise<void>;
  readonly everySeconds: Seconds;
  readonly isReadFromNode: (chain: Chain) => boolean;
  /** Absent: no chain has a node. */
  readonly activity?: Activity | undefined;
  /** Absent in the local run. */
  readonly heartbeat?: Heartbeat | undefined;
  /** Between two polls of a wallet without activity in its node's logs. */
  readonly sweepSeconds: Seconds;
  /** @param now epoch milliseconds */
  readonly spread: (now: EpochMilliseconds) => CallSpread;
  /** The plan's calls a UTC day; null: no limit. */
  readonly callsPerDay: number | null;
  /** Absent in the local run. */
  readonly subscriptions?: Subscriptions | undefined;
  readonly summary?: SummaryDependencies | undefined;
  readonly log: Log;
}
