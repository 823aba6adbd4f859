import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPeriodic,
  createTaskRecords,
  type DoPeriodic,
  daily,
  hourly,
} from '../../functions/dispatch-polls/periodic-tasks.ts';
import { createStateTable } from '../../functions/state/state-table.ts';
import { LaggingTable } from '../support/lagging-table.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** Two daily tasks of a stack, and an hourly one between them if a test has one, on a State table whose plain reads lag. */
class Days {
  readonly table = new LaggingTable();
  /** What was done, by task and tick. */
  done: string[] = [];
  readonly errors: string[] = [];
  /** Called as a task begins: a throw is its failure. */
  atTask: (task: string) => void | Promise<void> = () => {};
  reads = 0;
  hasHourly = false;
  private functionAtWork = this.start();

  /** A function with nothing in its memory. */
  start(): DoPeriodic {
    const states = createStateTable(this.table.opened, virtualClock());
    const readItems: typeof states.readItems = (...of) => {
      this.reads += 1;
      return states.readItems(...of);
    };
    const log = { error: (_: string, of?: object) => void this.errors.push(JSON.stringify(of)) };
    this.functionAtWork = createPeriodic(createTaskRecords(this.table.opened, { readItems }), log);
    return this.functionAtWork;
  }

  /** @param times ISO times without their end */
  async tick(...times: string[]): Promise<void> {
    for (const time of times) await this.tickOf(this.functionAtWork, time);
  }

  tickOf(doPeriodic: DoPeriodic, time: string): Promise<void> {
    const task = (name: string) => async () => {
      await this.atTask(name);
      this.done.push(`${name} ${time}`);
    };
    return doPeriodic(new Date(`${time}:00.000Z`), {
      first: daily(task('first')),
      ...(this.hasHourly ? { hourly: hourly(task('hourly')) } : {}),
      second: daily(task('second')),
    });
  }
}

let days: Days;
beforeEach(async () => {
  days = new Days();
  await days.tick('2026-01-01T12:00');
});

const both = (time: string) => [`first ${time}`, `second ${time}`];

describe('daily tasks', () => {
  it('begin with the day after the first tick of a stack', async () => {
    await days.tick('2026-01-01T12:01', '2026-01-01T23:59');
    expect(days.done).toEqual([]);
    await days.tick('2026-01-02T00:00', '2026-01-02T00:01', '2026-01-02T12:00', '2026-01-03T00:00');
    expect(days.done).toEqual([...both('2026-01-02T00:00'), ...both('2026-01-03T00:00')]);
  });

  it('are done by the first tick of the day if there was none at midnight', async () => {
    await days.tick('2026-01-02T00:07', '2026-01-02T00:08', '2026-01-05T17:31');
    expect(days.done).toEqual([...both('2026-01-02T00:07'), ...both('2026-01-05T17:31')]);
  });

  it('are done once a day by functions that remember nothing', async () => {
    for (const time of ['2026-01-02T00:00', '2026-01-02T00:01', '2026-01-02T09:00']) {
      days.start();
      await days.tick(time);
    }
    expect(days.done).toEqual(both('2026-01-02T00:00'));
  });

  it('are done by one of two ticks at the same moment', async () => {
    const other = days.start();
    await Promise.all([days.tick('2026-01-02T00:00'), days.tickOf(other, '2026-01-02T00:00')]);
    await Promise.all([
      days.tickOf(days.start(), '2026-01-03T04:00'),
      days.tickOf(other, '2026-01-03T04:00'),
    ]);
    expect(days.done.toSorted()).toEqual(
      [...both('2026-01-02T00:00'), ...both('2026-01-03T04:00')].toSorted(),
    );
  });

  it('are done again by hand, by a tick of midnight', async () => {
    await days.tick('2026-01-02T00:00', '2026-01-02T10:00', '2026-01-02T00:00');
    expect(days.done).toEqual([...both('2026-01-02T00:00'), ...both('2026-01-02T00:00')]);
  });

  it('are done even if somebody broke the record of one, which starts again', async () => {
    const [name = '', item = {}] =
      days.table.items.entries().find(([, { chain }]) => chain === 'first') ?? [];
    days.table.items.set(name, { ...item, saves: 'many' });
    await days.tick('2026-01-02T00:01', '2026-01-03T00:01');
    expect(days.errors).toEqual([]);
    expect(days.done).toEqual(['second 2026-01-02T00:01', ...both('2026-01-03T00:01')]);
  });

  it('cost one read a tick until they are done, and none after that', async () => {
    days.reads = 0;
    await days.tick('2026-01-02T00:01');
    expect(days.reads).toBe(1);
    await days.tick('2026-01-02T00:02', '2026-01-02T00:03');
    expect(days.reads).toBe(1);
    days.start();
    await days.tick('2026-01-02T00:04', '2026-01-02T00:05');
    expect(days.reads).toBe(2);
  });
});

describe('a daily task that fails', () => {
  it('does not keep others from being done, and is tried again after one minute, four, sixteen and so on', async () => {
    days.atTask = (task) => {
      if (task === 'first') throw new Error('SNS is away');
    };
    const begins: number[] = [];
    const at = Date.parse('2026-01-02T00:00:00.000Z');
    for (let minute = 0; minute < 1_440; minute += 1) {
      const failed = days.errors.length;
      if (minute % 100 === 0) days.start();
      await days.tick(new Date(at + minute * 60_000).toISOString().slice(0, 16));
      if (days.errors.length > failed) begins.push(minute);
    }
    expect(begins).toEqual([0, 1, 5, 21, 85, 341, 1365]);
    expect(days.done).toEqual(['second 2026-01-02T00:00']);
    expect(days.errors[0]).toContain('SNS is away');
    days.atTask = () => {};
    await days.tick('2026-01-03T00:00');
    expect(days.done.slice(1)).toEqual(both('2026-01-03T00:00'));
  });

  it('is done again by hand, by a tick of midnight, without waiting', async () => {
    days.atTask = (task) => {
      if (task === 'second') throw new Error('SNS is away');
    };
    await days.tick('2026-01-02T00:00');
    days.atTask = () => {};
    await days.tick('2026-01-02T00:00');
    expect(days.done).toEqual(['first 2026-01-02T00:00', ...both('2026-01-02T00:00')]);
  });

  it('is done by the first tick that can, and not again that day', async () => {
    days.atTask = () => {
      throw new Error('SNS is away');
    };
    await days.tick('2026-01-02T00:00');
    days.atTask = () => {};
    await days.tick('2026-01-02T00:01', '2026-01-02T00:02', '2026-01-02T03:00');
    expect(days.done).toEqual(both('2026-01-02T00:01'));
  });

  it('is tried again if the function died in the middle of it', async () => {
    days.atTask = (task) => (task === 'second' ? new Promise(() => {}) : undefined);
    void days.tick('2026-01-02T00:00');
    await new Promise((resolve) => setImmediate(resolve));
    days.start();
    days.atTask = () => {};
    await days.tick('2026-01-02T00:01', '2026-01-02T00:02');
    expect(days.done).toEqual(['first 2026-01-02T00:00', 'second 2026-01-02T00:01']);
  });

  it('is tried again if its record could be neither read nor written', async () => {
    const { client } = days.table;
    const { send } = client;
    client.send = () => Promise.reject(new Error('throttled'));
    await days.tick('2026-01-02T00:00');
    client.send = send;
    await days.tick('2026-01-02T00:01');
    expect(days.errors).toHaveLength(1);
    expect(days.done).toEqual(both('2026-01-02T00:01'));
  });
});

describe('an hourly task', () => {
  /** Minutes of the day in which it was done or failed, of ticks from one minute to another. */
  async function minutes(from: number, to: number): Promise<number[]> {
    const midnight = Date.parse('2026-01-02T00:00:00.000Z');
    const begun: number[] = [];
    const { atTask } = days;
    for (let minute = from; minute <= to; minute += 1) {
      days.atTask = (task) => {
        if (task === 'hourly') begun.push(minute);
        return atTask(task);
      };
      await days.tick(new Date(midnight + minute * 60_000).toISOString().slice(0, 16));
    }
    days.atTask = atTask;
    return begun;
  }

  beforeEach(async () => {
    days.hasHourly = true;
    await days.tick('2026-01-01T22:30');
  });

  it('begins with the second hour, and is done by the first tick of each, beside the daily ones', async () => {
    await days.tick('2026-01-01T22:31');
    expect(days.done).toEqual([]);
    await days.tick('2026-01-01T23:04', '2026-01-01T23:05', '2026-01-02T00:00', '2026-01-02T01:00');
    expect(days.done).toEqual([
      'hourly 2026-01-01T23:04',
      'first 2026-01-02T00:00',
      'hourly 2026-01-02T00:00',
      'second 2026-01-02T00:00',
      'hourly 2026-01-02T01:00',
    ]);
  });

  it('costs one read an hour', async () => {
    await minutes(0, 60);
    days.reads = 0;
    expect(await minutes(61, 300)).toEqual([120, 180, 240, 300]);
    expect(days.reads).toBe(4);
  });

  it('is tried four times an hour if it fails, and repeats no daily task', async () => {
    days.atTask = (task) => {
      if (task === 'hourly') throw new Error('CloudWatch is away');
    };
    expect(await minutes(0, 119)).toEqual([0, 1, 5, 21, 60, 61, 65, 81]);
    expect(days.done).toEqual(both('2026-01-02T00:00'));
  });

  it('is done again by hand, by a tick of midnight', async () => {
    await days.tick('2026-01-02T00:01', '2026-01-02T00:00');
    expect(days.done.filter((one) => one.startsWith('hourly'))).toEqual([
      'hourly 2026-01-02T00:01',
      'hourly 2026-01-02T00:00',
    ]);
  });
});
