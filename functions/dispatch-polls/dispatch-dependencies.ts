import type { Clock } from '../clock.ts';
import type { Announcements } from '../operations/announcements.ts';
import type { Log } from '../operations/log.ts';
import type { OperationsMessage } from '../operations/operations-message.ts';
import type { ProblemLog } from '../operations/problem-log.ts';
import type { DailyBudget } from '../upstream/daily-budget.ts';
import type { WatchlistRow } from '../wallet/watchlist-row.ts';
import type { OutgoingMessage } from './poll-queue.ts';
import type { StateKeeper } from './state-keeper.ts';

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
