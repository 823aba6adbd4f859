import type { Log } from '../../runtime/log.ts';
import type { DailyRecord, DailyRecords } from './daily-records.ts';

/** Tasks by the name that their records have. */
export type DailyTasks = Readonly<Record<string, () => Promise<void>>>;

/**
 * Does each task once a UTC day, in their order. What fails is logged, holds up no other task, and is tried again by a later
 * tick. Never throws.
 */
export type DoDaily = (tick: Date, tasks: DailyTasks) => Promise<void>;

const minute = 60_000;
/** A task that failed waits 1, 4, 16, 64 and 256 minutes: one that is broken all day costs six tries. */
const patience = (tries: number) => 4 ** tries * minute;

/** A day's tasks are done by the first tick of the day that can, and by one of two ticks at the same moment. */
export function createDaily(records: DailyRecords, log: Pick<Log, 'error'>): DoDaily {
  /** By task: the day on which it is known to be done, so that no other tick of the day reads its record. */
  const doneOn = new Map<string, string>();

  async function doOne(
    name: string,
    task: () => Promise<void>,
    before: DailyRecord | null,
    tick: Date,
  ): Promise<void> {
    const day = dayOf(tick);
    const step = stepOf(before, tick);
    if (step === 'wait') return;
    const tries = before?.day === day && !before.isDone ? before.tries : 0;
    const done = { saves: (before?.saves ?? 0) + 1, day, isDone: true, tries: 0, againAt: 0 };
    const begun = { ...done, isDone: false, tries: tries + 1, againAt: tick.getTime() + patience(tries) };
    if (step === 'do') {
      if (!(await records.write(name, begun))) return; // another tick does it
      await task();
      await records.write(name, { ...done, saves: begun.saves + 1 });
    } else if (step === 'begin') await records.write(name, done);
    doneOn.set(name, day);
  }

  return async (tick, tasks) => {
    const due = Object.entries(tasks).filter(
      ([name]) => isMidnight(tick) || doneOn.get(name) !== dayOf(tick),
    );
    if (due.length === 0) return;
    const failed = (name: string) => (error: unknown) =>
      log.error('error: a daily check failed; a later tick makes it again', { name, error: String(error) });
    const read = await records.read(due.map(([name]) => name)).catch(failed('all'));
    if (read === undefined) return;
    for (const [name, task] of due) await doOne(name, task, read.get(name) ?? null, tick).catch(failed(name));
  };
}

function stepOf(before: DailyRecord | null, tick: Date): 'wait' | 'do' | 'begin' | 'done' {
  // Also a second time, done or failed: so a person has it done by hand.
  if (isMidnight(tick)) return 'do';
  const isToday = before?.day === dayOf(tick);
  if (isToday && !before.isDone && tick.getTime() < before.againAt) return 'wait';
  // The stack is new, and its subscribers are only just asked to confirm: the next day is soon enough.
  if (before === null) return 'begin';
  return isToday && before.isDone ? 'done' : 'do';
}

function dayOf(tick: Date): string {
  return tick.toISOString().slice(0, 10);
}

function isMidnight(tick: Date): boolean {
  return tick.getUTCHours() === 0 && tick.getUTCMinutes() === 0;
}
