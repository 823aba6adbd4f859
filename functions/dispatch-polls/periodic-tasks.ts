import * as z from 'zod';
import type { Log } from '../runtime/log.ts';
import type { Table } from '../runtime/table-items.ts';
import type { StateTable } from '../state/state-table.ts';

export interface PeriodicTask {
  readonly run: () => Promise<void>;
  readonly periodOf: (tick: Date) => string;
  /** Whether the tick does the task in any case, even a second time: a person may send such a tick by hand. */
  readonly isAsked: (tick: Date) => boolean;
}

const dayOf = (tick: Date) => tick.toISOString().slice(0, '2026-01-02'.length);

export const daily = (run: PeriodicTask['run']): PeriodicTask => ({
  run,
  periodOf: dayOf,
  isAsked: isMidnight,
});
export const hourly = (run: PeriodicTask['run']): PeriodicTask => ({
  run,
  periodOf: (tick) => tick.toISOString().slice(0, '2026-01-02T03'.length),
  isAsked: isMidnight,
});
/** A week begins on Monday, whose date names it. */
export const weekly = (run: PeriodicTask['run']): PeriodicTask => ({
  run,
  periodOf: (tick) => dayOf(mondayOf(tick)),
  isAsked: (tick) => isMidnight(tick) && tick.getUTCDay() === 1,
});

export function mondayOf(time: Date): Date {
  const days = Math.floor(time.getTime() / day);
  // The first day of the epoch was a Thursday.
  return new Date((days - ((days + 3) % 7)) * day);
}

export type PeriodicTasks = Readonly<Record<string, PeriodicTask>>;

/** Does each task once in its period, in order. A failure is logged, and a later tick tries again. Never throws. */
export type DoPeriodic = (tick: Date, tasks: PeriodicTasks) => Promise<void>;

const minute = 60_000;
const day = 86_400_000;
/** Milliseconds before another try: 1, 4, 16, 64, 256 minutes. */
const backOff = (tries: number) => 4 ** tries * minute;

/** Each task is done by one tick: the first of its period that can. */
export function createPeriodic(records: TaskRecords, log: Pick<Log, 'error'>): DoPeriodic {
  /** The period in which each task was done: this process reads the record no more in that period. */
  const doneIn = new Map<string, string>();

  async function doOne(
    name: string,
    { run, periodOf, isAsked }: PeriodicTask,
    before: TaskRecord | null,
    tick: Date,
  ): Promise<void> {
    const period = periodOf(tick);
    const step = isAsked(tick) ? 'do' : stepOf(before, tick, period);
    if (step === 'wait') return;
    const tries = before?.period === period && !before.isDone ? before.tries : 0;
    const done = { saves: (before?.saves ?? 0) + 1, period, isDone: true, tries: 0, againAt: 0 };
    const begun = { ...done, isDone: false, tries: tries + 1, againAt: tick.getTime() + backOff(tries) };
    if (step === 'do') {
      if (!(await records.write(name, begun))) return; // another tick does it
      await run();
      await records.write(name, { ...done, saves: begun.saves + 1 });
    } else if (step === 'begin') await records.write(name, done);
    doneIn.set(name, period);
  }

  return async (tick, tasks) => {
    const due = Object.entries(tasks).filter(
      ([name, { periodOf, isAsked }]) => isAsked(tick) || doneIn.get(name) !== periodOf(tick),
    );
    if (due.length === 0) return;
    const failed = (name: string) => (error: unknown) =>
      log.error('error: a check failed; a later tick makes it again', { name, error: String(error) });
    const read = await records.read(due.map(([name]) => name)).catch(failed('all'));
    if (read === undefined) return;
    for (const [name, task] of due) await doOne(name, task, read.get(name) ?? null, tick).catch(failed(name));
  };
}

function stepOf(before: TaskRecord | null, tick: Date, period: string): 'wait' | 'do' | 'begin' | 'done' {
  const isOfPeriod = before?.period === period;
  if (isOfPeriod && !before.isDone && tick.getTime() < before.againAt) return 'wait';
  // A new stack's subscribers are only just asked to confirm: the next period is soon enough.
  if (before === null) return 'begin';
  return isOfPeriod && before.isDone ? 'done' : 'do';
}

function isMidnight(tick: Date): boolean {
  return tick.getUTCHours() === 0 && tick.getUTCMinutes() === 0;
}

/** A partition of the State table that no wallet's address can be. */
const partition = '#daily';

const recordItem = z.object({
  /** Count of writes: each is conditional on it. */
  saves: z.coerce.number(),
  /** The period of the last try: a UTC day such as `2026-01-02`; for an hourly task an hour such as `2026-01-02T03`. */
  period: z.string(),
  isDone: z.boolean(),
  /** The number of tries in that period that did not finish. */
  tries: z.coerce.number(),
  /** Epoch milliseconds of the first tick that may try it again. */
  againAt: z.coerce.number(),
});

export type TaskRecord = Readonly<z.infer<typeof recordItem>>;

export interface TaskRecords {
  read(tasks: readonly string[]): Promise<ReadonlyMap<string, TaskRecord>>;
  /** False: another tick wrote it since it was read. */
  write(task: string, record: TaskRecord): Promise<boolean>;
}

export function createTaskRecords(table: Table, states: Pick<StateTable, 'readItems'>): TaskRecords {
  return {
    async read(tasks) {
      const known = await states.readItems(tasks.map((chain) => ({ wallet: partition, chain })));
      const records = new Map<string, TaskRecord>();
      for (const item of known.values()) {
        const { data } = recordItem.safeParse(item);
        const chain = String(item.chain);
        // Somebody broke the record: no conditional write would succeed, so the task begins anew.
        if (data === undefined) await table.remove({ wallet: partition, chain });
        else records.set(chain, data);
      }
      return records;
    },
    async write(task, record) {
      const item = { wallet: partition, chain: task, ...record };
      const before = { if: 'saves = :read', values: { read: record.saves - 1 } };
      return table.put(item, record.saves === 1 ? { if: 'attribute_not_exists(saves)' } : before);
    },
  };
}
