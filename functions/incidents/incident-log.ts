import pLimit from 'p-limit';
import type { Clock } from '../runtime/clock.ts';
import { createFloodGuard } from './batcher.ts';
import { graceOf, type OpenProblem, type Problem, problemKey } from './incident.ts';
import { problemBegan, problemEnded } from './incident-message.ts';
import type { ProblemTable } from './incident-table.ts';
import type { OperationsMessage } from './operations-message.ts';

/** Tells operations of every problem once when it begins and once when it ends, whoever and however many see it. */
export interface ProblemLog {
  list(): Promise<readonly OpenProblem[]>;
  /**
   * These problems are there. Each is told at once, or when it has lasted its grace time; many at a time in one message.
   * @param open what is on record
   */
  begin(problems: readonly Problem[], open: readonly OpenProblem[]): Promise<void>;
  /** These problems are over. Told of those whose beginning was. */
  end(problems: readonly OpenProblem[]): Promise<void>;
}

export interface ProblemLogDependencies {
  readonly table: ProblemTable;
  readonly tell: (message: OperationsMessage) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

const writesAtATime = 10;

export function createProblemLog({ table, tell, clock }: ProblemLogDependencies): ProblemLog {
  /** True for the one worker who is to tell of it now. */
  const takeOn = async (problem: Problem, open: OpenProblem | undefined): Promise<boolean> => {
    const now = clock.now();
    const grace = graceOf(problem.type);
    if (open === undefined) {
      const record = { ...problem, key: problemKey(problem), since: now, told: false };
      return (await table.add({ ...record, claimedAt: grace === 0 ? now : 0 })) && grace === 0;
    }
    return !open.told && now - open.since >= grace && table.claim(open.key, now);
  };
  const tellAll = async (messages: readonly OperationsMessage[]) => {
    const guard = createFloodGuard(tell);
    for (const message of messages) await guard.tell(message);
    await guard.flush();
  };
  return {
    list: () => table.list(),
    async begin(problems, open) {
      const onRecord = new Map(open.map((problem) => [problem.key, problem]));
      const mine = await filterEach(problems, (problem) =>
        takeOn(problem, onRecord.get(problemKey(problem))),
      );
      await tellAll(mine.map((problem) => problemBegan(problem, clock.now())));
      await filterEach(mine, (problem) => table.markTold(problemKey(problem)).then(() => true));
    },
    async end(problems) {
      const mine = await filterEach(problems, ({ key }) => table.remove(key));
      const heardOf = mine.filter(({ told }) => told);
      await tellAll(heardOf.map((problem) => problemEnded(problem, problem.since, clock.now())));
    },
  };
}

async function filterEach<Item>(
  items: readonly Item[],
  keep: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const limit = pLimit(writesAtATime);
  const kept = await Promise.all(items.map((item) => limit(async () => ((await keep(item)) ? [item] : []))));
  return kept.flat();
}
