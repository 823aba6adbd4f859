import { beforeEach, describe, expect, it } from 'vitest';
import { createHeartbeat } from '../../functions/dispatch-polls/heartbeat.ts';
import type { HeartbeatTable, LastBeat, TickAnswers } from '../../functions/state/counts/heartbeat-table.ts';
import { exchange, treasury } from '../support/alerts.ts';
import { DispatchWorld, nodeOf, opening } from '../support/worlds/dispatch-world.ts';

const secret = 'https://monitor.example.org/ping/hush';

/** Ticks with a monitor, and workers whose counts a test sets. */
class BeatWorld extends DispatchWorld {
  url: string | null = secret;
  answer = '200';
  takesNotes = true;
  /** Calls of the monitor. */
  readonly beats: boolean[] = [];
  readonly counted = new Map<string, TickAnswers>();
  last: LastBeat | null = null;
  /** The names of the last tick in its messages. */
  get names(): (string | undefined)[] {
    return this.messages.map(({ heartbeat }) => heartbeat);
  }
  private readonly table: HeartbeatTable = {
    count: async (tick, more) => void this.counted.set(tick, more),
    answersOf: async (tick) => this.counted.get(tick) ?? { returned: 0, answered: 0, late: 0 },
    last: async () => this.last,
    remember: async (beat) => {
      // As late as a real write: without an await, the call would end after the tick.
      await new Promise(setImmediate);
      if (!this.takesNotes) throw new Error('throttled');
      this.last = beat;
    },
  };
  private readonly heartbeat = createHeartbeat({
    table: this.table,
    readUrl: async () => this.url,
    call: async (_url, isWell) => {
      this.beats.push(isWell);
      return this.answer;
    },
    clock: { now: () => this.now },
    log: { warn: (message) => void this.warnings.push(message) },
  });

  /** One tick, and the answers of its polls. */
  async beat(
    answers: Partial<TickAnswers> | null,
    over: Parameters<DispatchWorld['tick']>[0] = {},
  ): Promise<void> {
    this.messages.length = 0;
    await this.tick({ heartbeat: this.heartbeat, ...over });
    const [name] = this.names;
    if (answers !== null && name !== undefined)
      await this.table.count(name, { returned: 2, answered: 2, late: 0, ...answers });
  }
}

let world: BeatWorld;
beforeEach(() => {
  world = new BeatWorld();
  world.rows = [treasury, exchange].map((wallet) => ({ wallet, chain: 'eth' }));
});

const nodeAway = (isReadFromNode: boolean, isLasting: boolean) =>
  nodeOf({
    isReadFromNode: isReadFromNode,
    wasReliable: false,
    hints: { isReliable: false },
    health: { isLasting, isReadFromNode },
  });

describe('the heartbeat', () => {
  it("goes out once the previous tick's polls are answered", async () => {
    await world.beat({});
    expect(world.beats).toEqual([]);
    await world.beat({});
    await world.beat({});
    expect(world.beats).toEqual([true, true]);
    expect(world.last?.called).toEqual({
      at: new Date(world.now).toISOString(),
      isWell: true,
      answer: '200',
    });
  });

  it.each<[string, Partial<TickAnswers>, boolean[]]>([
    ['not one poll was answered', { answered: 0 }, [false]],
    ['one of two wallets fails', { answered: 1 }, [true]],
    ['an alert waits', { late: 1 }, [false]],
    ['an alert waits, whatever the last poll brings', { returned: 1, late: 1 }, [false]],
    ['the last poll has not come back', { returned: 1, answered: 1 }, []],
  ])('says how it is if %s', async (_, answers, beats) => {
    await world.beat(answers);
    await world.beat({});
    expect(world.beats).toEqual(beats);
  });

  it.each([
    [1, []],
    [0, [false]],
  ])('waits for answers until %d ms before they are due', async (early, beats) => {
    world.last = { tick: 'before', polls: 2, dueAt: world.now + 60_000 + early, called: null };
    await world.beat(null);
    expect(world.beats).toEqual(beats);
  });

  it('waits for polls that may still be answered, and reports when they are not', async () => {
    await world.beat(null);
    await world.beat(null);
    expect([world.beats, world.names]).toEqual([[], [undefined]]);
    await world.beat({});
    expect(world.beats).toEqual([false]);
    await world.beat({});
    expect(world.beats).toEqual([false, true]);
  });

  it.each([0, 1])('waits for the message with the longest delay, at any place: %i', async (first) => {
    const rows = [
      { wallet: treasury, chain: 'eth', every: '15s' },
      { wallet: exchange, chain: 'eth' },
    ];
    world.rows = first === 0 ? rows : rows.toReversed();
    await world.beat(null);
    expect((world.last?.dueAt ?? 0) - world.now).toBe(45_000 + 90_000);
  });

  it('reports a failed tick, and the tick still fails', async () => {
    await world.beat({});
    const readRows = () => Promise.reject(new Error('no Watchlist'));
    await expect(world.beat(null, { readRows })).rejects.toThrow('no Watchlist');
    world.refuses = 1;
    await expect(world.beat(null)).rejects.toThrow('SQS refused');
    expect(world.beats).toEqual([false, false]);
  });

  it.each([
    ['refuses the key, even if chains that are read from a node answer', 'key.refused', [false, false]],
    ['left one of many batches unanswered, which may be a blip', 'api.unavailable', [true]],
  ] as const)('reports, or not, that the API %s', async (_, type, beats) => {
    const { incidents } = world.dependencies();
    await incidents.begin([{ type, wallet: null, chain: null, reason: '', whatToDo: '' }], []);
    await world.beat({}, { incidents });
    await world.beat({}, { incidents });
    expect(world.beats).toEqual(beats);
  });

  it('reports that a chain is not read because its node is away, although no poll fails', async () => {
    for (const lasts of [false, true, false])
      await world.beat(null, { activity: opening(nodeAway(true, lasts)) });
    expect(world.beats).toEqual([false, true]);
  });

  it('reports success while a node beside the API is away, because its wallets are polled without it', async () => {
    const activity = opening(nodeAway(false, true));
    for (let tick = 0; tick < 2; tick += 1) await world.beat({}, { activity });
    expect(world.beats).toEqual([true]);
  });

  it('does not recover after a tick without polls', async () => {
    await world.beat(null);
    world.rows = [];
    await world.beat(null);
    for (let tick = 0; tick < 3; tick += 1) await world.beat(null);
    expect(world.beats).toEqual([false, false, false]);
    // The last call is what doctor shows.
    expect(world.last?.called).toMatchObject({ at: new Date(world.now).toISOString(), isWell: false });
    world.rows = [{ wallet: treasury, chain: 'eth' }];
    await world.beat({ returned: 1, answered: 1 });
    await world.beat({});
    expect(world.beats.at(-1)).toBe(true);
  });

  it('starts again after a pause in which the answers expired', async () => {
    await world.beat({});
    world.now += 2 * 86_400_000;
    world.counted.clear();
    await world.beat({});
    expect(world.beats).toEqual([]);
    await world.beat({});
    expect(world.beats).toEqual([true]);
  });

  it('turns to a failure within a quarter of an hour if nothing can be written, and fails no tick', async () => {
    await world.beat({});
    world.takesNotes = false;
    const began = world.now;
    while (world.now < began + 900_000) await world.beat(null);
    expect([world.beats.at(0), world.beats.at(-1)]).toEqual([true, false]);
  });

  it('goes out with an empty Watchlist, to prove that ticks run', async () => {
    world.rows = [];
    await world.beat(null);
    await world.beat(null);
    expect(world.beats).toEqual([true]);
  });

  it('counts nothing without a URL', async () => {
    world.url = null;
    await world.beat({});
    await world.beat({});
    expect([world.beats, world.names, world.last]).toEqual([[], [undefined], null]);
  });

  it('fails no tick, and its URL is in no log', async () => {
    world.answer = 'no answer within 5 seconds';
    await world.beat({});
    await world.beat({});
    expect(world.last?.called?.answer).toBe(world.answer);
    expect(world.warnings).toEqual(['the monitor took no heartbeat']);
    const heartbeat = createHeartbeat({
      table: { ...({} as HeartbeatTable), last: () => Promise.reject(new Error('throttled')) },
      readUrl: async () => secret,
      call: async () => '200',
      clock: { now: () => world.now },
      log: { warn: (message, of) => void world.warnings.push(message, JSON.stringify(of)) },
    });
    await world.beat(null, { heartbeat });
    expect(world.warnings.slice(1).join()).toMatch(/^the heartbeat is left out of this tick,.*throttled/);
    expect(world.warnings.join()).not.toContain('hush');
  });
});
