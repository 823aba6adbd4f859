import type { Announcements } from '../incidents/announcements.ts';
import type { ProblemLog } from '../incidents/incident-log.ts';
import type { OperationsMessage } from '../incidents/operations-message.ts';
import type { OutgoingMessage } from '../queue/poll-queue.ts';
import type { DailyBudget } from '../rate/daily-quota.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { WatchlistRow } from '../wallet/watchlist-row.ts';
import type { StateKeeper } from './watch-lifecycle.ts';

/** Everything that dispatching reaches beyond its arguments, made once a cold start. */
export interface DispatchDependencies {
  readonly clock: Pick<Clock, 'now'>;
  /** The whole Watchlist as typed. */
  readonly readRows: () => Promise<readonly WatchlistRow[]>;
  readonly states: StateKeeper;
  /** Returns how many polls the queue did not take. */
  readonly send: (messages: readonly OutgoingMessage[]) => Promise<number>;
  readonly budget: DailyBudget;
  readonly problems: ProblemLog;
  readonly announcements: Announcements;
  readonly tellOperations: (message: OperationsMessage) => Promise<void>;
  /** The stack's poll interval in seconds. */
  readonly everySeconds: number;
  /** As many as one worker can make in time at its share of the plan. */
  readonly pollsPerMessage: number;
  /** The plan's calls a UTC day; null: no limit. */
  readonly callsPerDay: number | null;
  readonly log: Log;
}
