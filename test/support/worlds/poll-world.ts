import pLimit from 'p-limit';
import type { Alert } from '../../../functions/alert/alert.ts';
import type { OperationsMessage } from '../../../functions/incidents/operations-message.ts';
import type { NodeEvent } from '../../../functions/node/node-event.ts';
import type { PollDependencies, PollLimits } from '../../../functions/poll-wallets/dependencies.ts';
import { type PollResult, pollEach } from '../../../functions/poll-wallets/poll-each.ts';
import type { PollOutcome } from '../../../functions/poll-wallets/poll-outcome.ts';
import { pollWallet } from '../../../functions/poll-wallets/poll-wallet.ts';
import { createPriceLookup } from '../../../functions/prices/defillama.ts';
import type { PollMessage, PollPace } from '../../../functions/queue/poll-message.ts';
import type { CountMetricName } from '../../../functions/runtime/metric-names.ts';
import type { TickAnswers } from '../../../functions/state/counts/heartbeat-table.ts';
import type { BatchRow } from '../../../functions/state/ledger-row.ts';
import type { CallLimits, PageRequest, SourcePage } from '../../../functions/transfer/source.ts';
import type { People } from '../../../functions/wallet/people.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { historyInMemory } from '../../../lib/cli/replay/tables-in-memory.ts';
import { expectValidAlert } from '../alert-schema.ts';
import { MemoryActivity } from '../fakes/memory-activity.ts';
import { MemoryChain } from '../fakes/memory-chain.ts';
import { memoryStates } from '../fakes/memory-states.ts';
import { pageSource } from '../fakes/page-source.ts';

/** The block mined this many minutes after a world begins (five blocks a minute). */
export const blockAt = (minutes: number) => 1_000_000 + minutes * 5;

const quiet = { info() {}, warn() {}, error() {} };

/** The pace of a stack without settings. */
export const everyMinute: PollPace = { everySeconds: 60, askedSeconds: 60, callsPerDay: null };

type PollOver = Partial<PollLimits & Pick<PollDependencies, 'bulk' | 'pace'>>;

/** One worker, its tables and the chain it polls, in memory and in virtual time. */
export class PollWorld {
  now = Date.parse('2026-01-02T03:00:00.000Z');
  readonly chain = new MemoryChain({
    millisecondsPerBlock: 12_000,
    known: { block: 1_000_000, time: this.now },
  });
  readonly states = memoryStates(() => this.now);
  readonly ledger = historyInMemory();
  readonly published: Alert[] = [];
  readonly operations: OperationsMessage[] = [];
  /** Whether the chain is read from a node, whose scans leave transfers and other news for the polls. */
  isFromNode = false;
  events: NodeEvent[] = [];
  /** The contacts, and the labels of watched wallets. */
  people: People = new Map();
  /** Sums, by metric. */
  readonly counted = new Map<CountMetricName, number>();
  /** The counts of polls for the heartbeat. */
  readonly counts: TickAnswers[] = [];
  /** Seconds from block to SNS, one entry for each alert. */
  readonly latencies: number[] = [];
  /** Number of alerts that SNS takes before it refuses. */
  snsTakes = Number.POSITIVE_INFINITY;
  begun = 0;
  /** Called before and after the effect of each await that reaches beyond the poll; throw here to simulate a crash. */
  atAwait: (point: string) => void = () => {};
  /** Called before each call to the API; throw here to prevent the call. */
  atCall: (limits: CallLimits) => void = () => {};
  /** Size in bytes of the largest saved item. */
  largestItem = 0;

  readonly deps: PollDependencies = {
    clock: { now: () => this.now, sleep: async () => {} },
    oneAtATime: pLimit(1),
    storms: pLimit(4),
    mostHeld: 60_000,
    source: pageSource((query, limits) => this.pages(query, limits), { now: () => this.now }),
    isReadFromNode: () => this.isFromNode,
    journal: {
      events: () => this.reach('events', async () => [...this.events]),
      dropEvents: (_, events) =>
        this.reach('drop', async () => {
          this.events = this.events.filter((one) => !events.includes(one));
        }),
    },
    coins: { find: () => this.reach('coins', async () => () => null) },
    findPeople: () => this.reach('people', async () => this.people),
    prices: createPriceLookup(null, {
      clock: { now: () => this.now, sleep: async () => {} },
      log: quiet,
    }),
    limiter: {
      begin: async () => ({ signal: new AbortController().signal }),
      acquire: async () => {},
      answered() {},
    },
    countForHeartbeat: async (_tick, more) => void this.counts.push(more),
    states: {
      readItems: (keys) => this.states.readItems(keys),
      save: (watch, cursor) =>
        this.reach('save', async () => {
          const saved = await this.states.save(watch, cursor);
          this.largestItem = Math.max(this.largestItem, JSON.stringify(saved).length);
          return saved;
        }),
      readAddresses: (watch) => this.reach('read addresses', () => this.states.readAddresses(watch)),
      saveAddresses: (watch, known) => this.reach('fold', () => this.states.saveAddresses(watch, known)),
    },
    history: {
      rowsFrom: (...of) => this.reach('query', () => this.ledger.rowsFrom(...of)),
      rowsAbove: (...of) => this.reach('query', () => this.ledger.rowsAbove(...of)),
      takenBack: (...of) => this.reach('query', () => this.ledger.takenBack(...of)),
      put: (...of) => this.reach('history', () => this.ledger.put(...of)),
      rowsOf: (...of) => this.reach('query', () => this.ledger.rowsOf(...of)),
      remove: (...of) => this.reach('remove', () => this.ledger.remove(...of)),
      alertAt: (...of) => this.reach('find', () => this.ledger.alertAt(...of)),
      hold: (...of) => this.reach('hold', () => this.ledger.hold(...of)),
      held: (...of) => this.reach('query', () => this.ledger.held(...of)),
    },
    owePoll: async () => {},
    marks: new MemoryActivity(),
    announcements: {
      claim: () =>
        this.reach('announce', async () => {
          this.begun += 1;
          return this.begun <= 10;
        }),
    },
    incidents: { list: async () => [], find: async () => [], begin: async () => {}, end: async () => {} },
    reportContradictions: async () => {},
    bulk: false,
    pace: everyMinute,
    publish: async (alerts, _deadline, published) => {
      let count = 0;
      for (const one of alerts) {
        if (this.published.length >= this.snsTakes)
          return { published: count, failure: new Error('SNS throttles') };
        await this.reach('publish', async () => {
          expectValidAlert(one.alert);
          this.published.push(one.alert);
        });
        count += 1;
        published(one);
      }
      return { published: count, failure: null };
    },
    publishOperations: async (message) => {
      this.operations.push(message);
    },
    count: (name, count) => void this.counted.set(name, (this.counted.get(name) ?? 0) + count),
    time: (_name, seconds) => void this.latencies.push(seconds),
    log: quiet,
  };

  advance(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** Polls at a time, by default a minute after the last poll. */
  async poll(
    watch: Watch,
    {
      after = 60_000,
      bulk = false,
      pace = everyMinute,
      ...over
    }: PollOver & { readonly after?: number } = {},
  ): Promise<PollOutcome> {
    this.now += after;
    const limits = this.limits(over);
    return pollWallet(watch, this.states.stateOf(watch, this.now), { ...this.deps, bulk, pace }, limits);
  }

  limits(over: Partial<PollLimits> = {}): PollLimits {
    const { now } = this;
    return { deadline: now + 30_000, publishUntil: now + 45_000, ...over };
  }

  /** Polls now through pollEach, which records a failed first poll. */
  async pollEach(
    watch: Watch,
    { bulk = false, pace = everyMinute, ...over }: PollOver = {},
    activity?: Parameters<typeof pollEach>[3],
  ): Promise<PollResult | undefined> {
    const cursor = this.states.stateOf(watch, this.now);
    const [result] = await pollEach(
      [{ watch, cursor }],
      { ...this.deps, bulk, pace },
      this.limits(over),
      activity,
    );
    return result;
  }

  /** Runs `work`; the function dies at its nth await. @returns false if there were fewer awaits */
  async dies(nth: number, work: () => Promise<unknown>): Promise<boolean> {
    const died = new Error('the function died');
    let awaits = 0;
    this.atAwait = () => {
      awaits += 1;
      if (awaits === nth) throw died;
    };
    const error = await work().catch((thrown: unknown) => thrown);
    this.atAwait = () => {};
    return error === died;
  }

  /** The dispatcher's message for a poll of these rows within a minute. */
  message(rows: PollMessage['rows'], change: Partial<PollMessage> = {}): PollMessage {
    const deadline = this.now + 60_000;
    return { version: 1, tick: '1', deadline, bulk: false, pace: everyMinute, rows, ...change };
  }

  /** The History rows with alerts that readers see, by the alert's id. */
  get history(): ReadonlyMap<string, BatchRow> {
    const rows = this.ledger.rows.values().flatMap((of) => of.values());
    const read = rows.filter(
      ({ status, alert }) => alert !== null && status !== 'message' && status !== 'unwanted',
    );
    return new Map(Array.from(read, (row) => [row.alert?.id ?? '', row]));
  }

  /** Transaction hashes of the published alerts, including repeats. */
  told(): string[] {
    return this.published.flatMap((alert) =>
      'transfer' in alert ? [String(alert.transfer.transactionHash)] : [],
    );
  }

  private async reach<Result>(point: string, effect: () => Promise<Result>): Promise<Result> {
    this.atAwait(`before ${point}`);
    const result = await effect();
    this.atAwait(`after ${point}`);
    return result;
  }

  /** The API's pages of the chain. */
  async *pages(query: PageRequest, limits: CallLimits): AsyncGenerator<SourcePage> {
    this.chain.atCall = () => this.atCall(limits);
    for await (const page of this.chain.pages(query)) {
      this.atAwait('read page');
      yield page;
    }
  }
}

/** A world in which this wallet's watch has begun: it has one old transfer, and `wallet.watching` was published. */
export async function begunWorld(watch: Watch): Promise<PollWorld> {
  const world = new PollWorld();
  world.chain.mine(blockAt(-10));
  await world.poll(watch);
  return world;
}

/** A begun world with one more reported transfer: its alert is the only one in `published`. */
export async function toldWorld(watch: Watch): Promise<PollWorld> {
  const world = await begunWorld(watch);
  world.chain.mine(blockAt(1));
  await world.poll(watch);
  world.published.splice(0, 1);
  return world;
}
