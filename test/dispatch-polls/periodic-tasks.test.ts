import { beforeEach, describe, expect, it } from 'vitest';
import { createTaskRunner, daily, hourly } from '../../functions/dispatch-polls/periodic-tasks.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';

/** Two daily tasks of a stack, and between them an hourly one if a test has one, on a State table whose plain reads lag. */
class Days {
  readonly table = new LaggingTable();
  /** The tasks done, by task and tick. */
  done: string[] = [];
  readonly errors: string[] = [];
  /** Called as a task begins; throw here to make it fail. */
  atTask: (task: string, time: string) => void | Promise<void> = () => {};
  reads = 0;
  hasHourly = false;
  private functionAtWork = this.start();

  /** A function with empty memory. */
  start(): ReturnType<typeof createTaskRunner> {
    const { opened } = this.table;
    const query: typeof opened.query = (...of) => {
      this.reads += 1;
      return opened.query(...of);
    };
    const log = { error: (_: string, of?: object) => void this.errors.push(JSON.stringify(of)) };
    this.functionAtWork = createTaskRunner({ ...opened, query }, log);
    return this.functionAtWork;
  }

  /** @param times the beginnings of ISO times */
  async tick(...times: string[]): Promise<void> {
    for (const time of times) await this.tickOf(this.functionAtWork, time);
  }

  tickOf(runDueTasks: ReturnType<typeof createTaskRunner>, time: string): Promise<void> {
    const task = (name: string) => async () => {
      await this.atTask(name, time);
      this.done.push(`${name} ${time}`);
    };
    return runDueTasks(new Date(`${time}:00.000Z`), {
      first: daily(task('first')),
      ...(this.hasHourly ? { hourly: hourly(task('hourly')) } : {}),
      second: daily(task('second')),
    });
  }

  fails(name: string): void {
    this.atTask = (task) => {
      if (task === name) throw new Error('SNS is away');
    };
  }
}

let days: Days;
beforeEach(async () => {
  days = new Days();
  await days.tick('2026-01-01T12:00');
});

const both = (time: string) => [`first ${time}`, `second ${time}`];
/** The ISO times of a day's ticks, from one minute to another. */
const minutes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) =>
    new Date(Date.parse('2026-01-02T00:00:00.000Z') + (from + n) * 60_000).toISOString().slice(0, 16),
  );

describe('daily tasks', () => {
  it.each([
    ['begin with the day after the first tick of a stack', ['2026-01-01T12:01', '2026-01-01T23:59'], []],
    [
      'are done at midnight, once a day',
      ['2026-01-02T00:00', '2026-01-02T00:01', '2026-01-02T12:00', '2026-01-03T00:00'],
      ['2026-01-02T00:00', '2026-01-03T00:00'],
    ],
    [
      'are done by the first tick of the day if there was none at midnight',
      ['2026-01-02T00:07', '2026-01-02T00:08', '2026-01-05T17:31'],
      ['2026-01-02T00:07', '2026-01-05T17:31'],
    ],
    [
      "can be repeated by hand, with a tick at midnight's time",
      ['2026-01-02T00:00', '2026-01-02T10:00', '2026-01-02T00:00'],
      ['2026-01-02T00:00', '2026-01-02T00:00'],
    ],
  ])('%s', async (_, ticks, done) => {
    await days.tick(...ticks);
    expect(days.done).toEqual(done.flatMap(both));
  });

  it('are done once a day, even by functions with empty memory', async () => {
    for (const time of ['2026-01-02T00:00', '2026-01-02T00:01', '2026-01-02T09:00']) {
      days.start();
      await days.tick(time);
    }
    expect(days.done).toEqual(both('2026-01-02T00:00'));
  });

  it('are done by one of two ticks at the same moment', async () => {
    const times = ['2026-01-02T00:00', '2026-01-03T04:00'];
    for (const time of times) {
      const other = days.start();
      await Promise.all([days.tickOf(days.start(), time), days.tickOf(other, time)]);
    }
    expect(days.done.toSorted()).toEqual(times.flatMap(both).toSorted());
  });

  it('are done even if somebody broke the record of one; that task starts again', async () => {
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
  it('does not stop the others, and is retried after one minute, four, sixteen and so on', async () => {
    days.fails('first');
    const begins: number[] = [];
    for (const [minute, time] of minutes(0, 1_439).entries()) {
      const failed = days.errors.length;
      if (minute % 100 === 0) days.start();
      await days.tick(time);
      if (days.errors.length > failed) begins.push(minute);
    }
    expect(begins).toEqual([0, 1, 5, 21, 85, 341, 1365]);
    expect(days.done).toEqual(['second 2026-01-02T00:00']);
    expect(days.errors[0]).toContain('SNS is away');
    days.atTask = () => {};
    await days.tick('2026-01-03T00:00');
    expect(days.done.slice(1)).toEqual(both('2026-01-03T00:00'));
  });

  it("can be repeated by hand at once, with a tick at midnight's time", async () => {
    days.fails('second');
    await days.tick('2026-01-02T00:00');
    days.atTask = () => {};
    await days.tick('2026-01-02T00:00');
    expect(days.done).toEqual(['first 2026-01-02T00:00', ...both('2026-01-02T00:00')]);
  });

  it('is retried if the function died during it', async () => {
    days.atTask = (task) => (task === 'second' ? new Promise(() => {}) : undefined);
    void days.tick('2026-01-02T00:00');
    await new Promise((resolve) => setImmediate(resolve));
    days.start();
    days.atTask = () => {};
    await days.tick('2026-01-02T00:01', '2026-01-02T00:02');
    expect(days.done).toEqual(['first 2026-01-02T00:00', 'second 2026-01-02T00:01']);
  });

  it('is retried if its record could be neither read nor written', async () => {
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
  beforeEach(async () => {
    days.hasHourly = true;
    await days.tick('2026-01-01T22:30');
  });

  it("begins with the second hour, and is done by each hour's first tick, beside the daily ones", async () => {
    await days.tick('2026-01-01T22:31', '2026-01-01T23:04', '2026-01-01T23:05', '2026-01-02T00:00');
    await days.tick('2026-01-02T01:00');
    expect(days.done).toEqual([
      'hourly 2026-01-01T23:04',
      'first 2026-01-02T00:00',
      'hourly 2026-01-02T00:00',
      'second 2026-01-02T00:00',
      'hourly 2026-01-02T01:00',
    ]);
  });

  it('costs one read an hour', async () => {
    await days.tick(...minutes(0, 60));
    days.reads = 0;
    await days.tick(...minutes(61, 300));
    expect(days.reads).toBe(4);
  });

  it('is tried four times an hour if it fails, without repeating a daily task', async () => {
    const tried: string[] = [];
    days.atTask = (task, time) => {
      if (task !== 'hourly') return;
      tried.push(time.slice(-'03:04'.length));
      throw new Error('CloudWatch is away');
    };
    await days.tick(...minutes(0, 119));
    expect(tried).toEqual(['00:00', '00:01', '00:05', '00:21', '01:00', '01:01', '01:05', '01:21']);
    expect(days.done).toEqual(both('2026-01-02T00:00'));
  });
});
