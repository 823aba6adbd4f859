import type { DispatchDependencies } from '../../functions/dispatch-polls/dispatch-dependencies.ts';
import { dispatchPolls } from '../../functions/dispatch-polls/dispatch-polls.ts';
import type { OrphanedState } from '../../functions/dispatch-polls/orphaned-states.ts';
import type { NotBegun } from '../../functions/dispatch-polls/watch-lifecycle.ts';
import type { OpenProblem } from '../../functions/incidents/incident.ts';
import { createProblemLog } from '../../functions/incidents/incident-log.ts';
import type { ProblemTable } from '../../functions/incidents/incident-table.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { pollMessage } from '../../functions/queue/poll-message.ts';
import { unlimitedBudget } from '../../functions/rate/daily-quota.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';

/** Dispatching with everything around it in memory: rows as a test puts them, every wallet polled before. */
export class DispatchWorld {
  now = Date.parse('2026-01-02T03:04:00.000Z');
  rows: WatchlistRow[] = [];
  budget = unlimitedBudget;
  /** By watch key; all others were polled before. */
  notBegun = new Map<string, NotBegun>();
  /** States whose row is gone. */
  orphans: OrphanedState[] = [];
  /** How many polls the queue does not take. */
  refuses = 0;
  readonly operations: OperationsMessage[] = [];
  readonly warnings: string[] = [];
  /** Wallets of all messages so far, as their rows have them. */
  readonly sent: string[] = [];
  private readonly problems = new Map<string, OpenProblem>();

  /** One tick, a minute after the last. */
  async tick(over: Partial<DispatchDependencies> = {}): Promise<void> {
    this.now += 60_000;
    await dispatchPolls(new Date(this.now), { ...this.dependencies(), ...over });
  }

  private dependencies(): DispatchDependencies {
    const clock = { now: () => this.now };
    const tell = async (message: OperationsMessage) => void this.operations.push(message);
    const nothing = () => {};
    return {
      clock,
      readRows: async () => this.rows,
      states: { notBegun: async () => this.notBegun, expireOrphans: async () => this.orphans },
      send: async (messages) => {
        for (const { body } of messages) {
          this.sent.push(...pollMessage.parse(JSON.parse(body)).rows.map(({ wallet }) => wallet));
        }
        return this.refuses;
      },
      budget: this.budget,
      problems: createProblemLog({ table: memoryProblems(this.problems), tell, clock }),
      announcements: {
        claim: async () => true,
        unsummarised: async () => null,
        markSummarised: async () => true,
      },
      tellOperations: tell,
      everySeconds: 60,
      pollsPerMessage: 50,
      callsPerDay: null,
      log: {
        info: nothing,
        error: nothing,
        warn: (message: string) => void this.warnings.push(message),
      },
    };
  }
}

/** The problems on record without DynamoDB: one worker alone changes them. */
function memoryProblems(problems: Map<string, OpenProblem>): ProblemTable {
  const change = (key: string, over: Partial<OpenProblem>) => {
    const problem = problems.get(key);
    if (problem !== undefined) problems.set(key, { ...problem, ...over });
    return problem !== undefined;
  };
  return {
    list: async () => [...problems.values()],
    async add(problem) {
      if (problems.has(problem.key)) return false;
      problems.set(problem.key, problem);
      return true;
    },
    claim: async (key, now) => change(key, { claimedAt: now }),
    markTold: async (key) => void change(key, { told: true }),
    remove: async (key) => problems.delete(key),
  };
}
