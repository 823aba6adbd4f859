import { createActivity } from '../../../functions/activity/activity.ts';
import type { Address } from '../../../functions/chain/address.ts';
import type { DispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { scanBetween } from '../../../functions/dispatch-polls/scan-between.ts';
import { type FindNode, readNode } from '../../../functions/node/node-parameters.ts';
import type { PostToNode } from '../../../functions/node/post-to-node.ts';
import { createPollMarks } from '../../../functions/poll-wallets/poll-marks.ts';
import { idleOutcome, type PollOutcome } from '../../../functions/poll-wallets/poll-outcome.ts';
import { type PollMessage, pollMessage } from '../../../functions/queue/poll-message.ts';
import type { OutgoingMessage } from '../../../functions/queue/poll-queue.ts';
import { neverPolled } from '../../../functions/state/cursor.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import { FakeNode } from '../fakes/fake-node.ts';
import { MemoryActivity } from '../fakes/memory-activity.ts';
import { DispatchWorld } from './dispatch-world.ts';

export const walletNumber = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as Address;
export const stranger = `0x${'7'.repeat(40)}` as Address;
/** A chain without a node: its wallets are polled beside those of the chain that has one. */
export const nodelessChain = 'base';
const start = { since: '2026-01-01T00:00:00.000Z', block: 0, timedTo: 0 };

/** Dispatching with a chain's node, and workers whose polls end as a test says: all in memory, and by ticks only. */
export class HintedWorld {
  readonly dispatch = new DispatchWorld();
  readonly table = new MemoryActivity();
  readonly node = new FakeNode(1_000, this.dispatch.now);
  /** The parameter's value; null if there is none. */
  parameter: string | null = 'https://node.example.org/v2/secret-key';
  sweepSeconds = 21_600;
  /** The plan's calls a day. */
  callsPerDay: number | null = null;
  /** Whether transfers are read from the node; takes effect at the next cold start. */
  isReadFromNode = false;
  /** Further settings of the stack. */
  settings: Partial<DispatchDependencies> = {};
  /** How a poll ends; null if it fails. */
  outcome: (wallet: Address) => Partial<PollOutcome> | null = () => ({});
  /** Wallets that had no poll yet. */
  readonly begins = new Set<Address>();
  /** False: messages are sent, but no worker runs. */
  works = true;
  readonly logged: string[] = [];
  /** The wallets polled in the last tick, in the order of the messages. */
  order: Address[] = [];
  /** Wallets with finds, if the node is the source. They are stored nowhere. */
  readonly found: Address[] = [];
  readonly waiting: PollMessage[] = [];
  private readonly post: PostToNode;
  private activity: ReturnType<typeof createActivity>;

  /** @param post replaces the node's own post function */
  constructor(post?: PostToNode) {
    this.post = post ?? this.node.post;
    this.activity = this.startActivity();
  }

  /** A world whose node is the source of transfers. */
  static ofSource(): HintedWorld {
    const world = new HintedWorld();
    world.isReadFromNode = true;
    world.restart();
    return world;
  }

  /** A cold start of the dispatch function. */
  restart(): void {
    this.activity = this.startActivity();
  }

  watch(wallets: readonly Address[], over: Record<string, unknown> = {}): void {
    this.dispatch.rows = [
      ...this.dispatch.rows,
      ...wallets.map((wallet) => ({ wallet, chain: 'eth', ...over })),
    ];
  }

  /** Mines the node's newest block, with these transfers. */
  mine(...transfers: Parameters<FakeNode['mine']>[0]): number {
    return this.node.mine(transfers, this.dispatch.now + 60_000).number;
  }

  /** A tick a minute after the last one, and its polls. @returns the polled wallets, one entry a poll */
  async tick({ mines = true } = {}): Promise<Address[]> {
    if (mines) this.mine();
    const begun = this.dispatch.rows
      .filter(({ wallet }) => this.begins.has(wallet as Address))
      .map((row) => readRow(row));
    this.dispatch.notBegun = new Map(begun.map((watch) => [watchKey(watch), { minutes: 0, bulk: false }]));
    this.order = [];
    await this.dispatch.tick(this.over());
    return this.worked();
  }

  /** A scan between two ticks, this many seconds after the last tick, and its polls. @returns the polled wallets */
  async between(seconds: number, late = 0): Promise<Address[]> {
    this.order = [];
    const tick = this.dispatch.now;
    this.dispatch.now = tick + seconds * 1_000 + late;
    const wakeUp = { tick: new Date(tick).toISOString(), at: tick + seconds * 1_000 };
    await scanBetween(wakeUp, { ...this.dispatch.dependencies(), ...this.over() });
    const polled = await this.worked();
    this.dispatch.now = tick;
    return polled;
  }

  private async worked(): Promise<Address[]> {
    if (this.works) await this.work();
    return this.order.toSorted();
  }

  private over(): Partial<DispatchDependencies> {
    const { activity, sweepSeconds, callsPerDay } = this;
    const send = async (messages: readonly OutgoingMessage[]) => {
      for (const { body } of messages) {
        const message = pollMessage.parse(JSON.parse(body));
        this.order.push(...message.rows.map(({ wallet }) => wallet as Address));
        this.waiting.push(message);
      }
      return this.dispatch.refuses;
    };
    return { activity, sweepSeconds, callsPerDay, send, ...this.settings };
  }

  async ticks(count: number): Promise<Address[][]> {
    const polled: Address[][] = [];
    for (let n = 0; n < count; n += 1) polled.push(await this.tick());
    return polled;
  }

  /** The number of polls in each of the next ticks. */
  async counts(ticks: number): Promise<number[]> {
    return (await this.ticks(ticks)).map(({ length }) => length);
  }

  /** Ticks until the node is relied on. */
  async rely(): Promise<void> {
    await this.ticks(2);
  }

  /** The workers take the waiting messages. */
  async work(): Promise<void> {
    for (const message of this.waiting.splice(0)) {
      const watches = message.rows.map((row) => readRow(row));
      const clock = { now: () => this.dispatch.now, sleep: async () => {} };
      const log = { info() {}, warn() {}, error() {} };
      const marks = createPollMarks(message, watches, { marks: this.table, clock, log });
      const polls = watches.map((watch) => ({
        watch,
        cursor: this.begins.has(watch.wallet) ? neverPolled : { ...neverPolled, start },
      }));
      await marks.begin(polls);
      const results = polls.map(({ watch, cursor }) => {
        const over = this.outcome(watch.wallet);
        if (over === null) return { watch, cursor, outcome: null, error: new Error('the API is away') };
        this.begins.delete(watch.wallet);
        return { watch, cursor, outcome: { ...idleOutcome(cursor), ...over }, error: null };
      });
      await marks.end(results);
    }
  }

  /** The operations messages about nodes so far. */
  operations(): string[] {
    return this.dispatch.operations.map(({ type, state, chain }) => `${type} ${state} ${chain}`);
  }

  private startActivity() {
    const findNode: FindNode = async ({ name }) =>
      this.parameter === null || name === nodelessChain
        ? { kind: 'none' }
        : readNode(this.parameter, '/chainbell/rpc/eth');
    const log = (message: string, details = {}) =>
      void this.logged.push(`${message} ${JSON.stringify(details)}`);
    // A node that hangs times out at once: its ten seconds pass on a clock of its own.
    const clock = {
      now: () => this.dispatch.now,
      sleep: (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((done, failed) => {
          if (this.node.hangs) setTimeout(done, 20);
          signal?.addEventListener('abort', () => failed(signal.reason), { once: true });
        }),
    };
    return createActivity({
      findNode,
      post: this.post,
      table: this.table,
      isReadFromNode: () => this.isReadFromNode,
      tokens: { find: async () => new Map(), keep: async () => {} },
      journal: {
        write: async ({ wallet }) => void this.found.push(wallet),
        putEvents: async () => {},
      },
      clock,
      log: { info() {}, warn: log, error: log },
    });
  }
}
