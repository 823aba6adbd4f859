import * as z from 'zod';
import { dayMs, dayOf, minuteMs } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { Table } from '../runtime/table-items.ts';

export interface PeriodicTask {
  readonly run: () => Promise<void>;
  /** A UTC day such as `2026-01-02`; for an hourly task an hour such as `2026-01-02T03`. */
  readonly periodOf: (tick: Date) => string;
  /** Whether this tick does the task even if it is done: a person may send such a tick by hand. */
  readonly isAsked: (tick: Date) => boolean;
}

const isMidnight = (tick: Date) => tick.getUTCHours() === 0 && tick.getUTCMinutes() === 0;
const task =
  (periodOf: PeriodicTask['periodOf'], isAsked = isMidnight) =>
  (run: PeriodicTask['run']): PeriodicTask => ({ run, periodOf, isAsked });

export const hourly = task((tick) => tick.toISOString().slice(0, '2026-01-02T03'.length));
export const daily = task((tick) => dayOf(tick.getTime()));
/** A week begins on Monday, whose date names it. */
export const weekly = task(
  (tick) => dayOf(mondayOf(tick).getTime()),
  (tick) => isMidnight(tick) && tick.getUTCDay() === 1,
);

export function mondayOf(time: Date): Date {
  const days = Math.floor(time.getTime() / dayMs);
  // The first day of the epoch was a Thursday.
  return new Date((days - ((days + 3) % 7)) * dayMs);
}

export type PeriodicTasks = Readonly<Record<string, PeriodicTask>>;

/** Milliseconds before another try: 1, 4, 16, 64, 256 minutes. */
const backOff = (tries: number) => 4 ** tries * minuteMs;

const partition = '#daily';

const taskRecord = z.object({
  /** Count of writes: each is conditional on it. */
  saves: z.coerce.number(),
  period: z.string(),
  /** The number of tries in that period that did not finish; 0: the task is done. */
  tries: z.coerce.number(),
  /** Epoch milliseconds of the first tick that may try it again. */
  againAt: z.coerce.number(),
});

type TaskRecord = Readonly<z.infer<typeof taskRecord>>;

/** Does each task once in its period, in order, at the first tick that can. Never throws: a later tick tries again. */
export function createTaskRunner(table: Table, log: Pick<Log, 'error'>) {
  /** The period in which each task was done, so that this process need not read its record. */
  const doneIn = new Map<string, string>();

  async function readRecords(): Promise<ReadonlyMap<string, TaskRecord>> {
    const records = new Map<string, TaskRecord>();
    for await (const item of table.query(partition)) {
      const { data } = taskRecord.safeParse(item);
      const chain = String(item.chain);
      // Without the unreadable record, on which no conditional write could succeed, the task begins anew.
      if (data === undefined) await table.remove({ wallet: partition, chain });
      else records.set(chain, data);
    }
    return records;
  }

  /** False: another tick has written the record since it was read. */
  function write(name: string, record: TaskRecord): Promise<boolean> {
    const before = { if: 'saves = :read', values: { read: record.saves - 1 } };
    const guard = record.saves === 1 ? { if: 'attribute_not_exists(saves)' } : before;
    return table.put({ wallet: partition, chain: name, ...record }, guard);
  }

  async function runOnce(
    name: string,
    { run, periodOf, isAsked }: PeriodicTask,
    before: TaskRecord | undefined,
    tick: Date,
  ): Promise<void> {
    const period = periodOf(tick);
    const ofPeriod = before?.period === period ? before : null;
    if (!isAsked(tick) && tick.getTime() < (ofPeriod?.againAt ?? 0)) return;
    const done = { saves: (before?.saves ?? 0) + 1, period, tries: 0, againAt: 0 };
    if (isAsked(tick) || (before !== undefined && ofPeriod?.tries !== 0)) {
      const tries = ofPeriod?.tries ?? 0;
      const again = { tries: tries + 1, againAt: tick.getTime() + backOff(tries) };
      if (!(await write(name, { ...done, ...again }))) return; // another tick does it
      await run();
      await write(name, { ...done, saves: done.saves + 1 });
      // A new stack's subscribers have only just been asked to confirm.
    } else if (before === undefined) await write(name, done);
    doneIn.set(name, period);
  }

  return async (tick: Date, tasks: PeriodicTasks): Promise<void> => {
    const due = Object.entries(tasks).filter(
      ([name, { periodOf, isAsked }]) => isAsked(tick) || doneIn.get(name) !== periodOf(tick),
    );
    if (due.length === 0) return;
    const failed = (name: string) => (error: unknown) =>
      log.error('error: a check failed; a later tick makes it again', { name, error: String(error) });
    const records = await readRecords().catch(failed('all'));
    if (records === undefined) return;
    for (const [name, one] of due) await runOnce(name, one, records.get(name), tick).catch(failed(name));
  };
}
