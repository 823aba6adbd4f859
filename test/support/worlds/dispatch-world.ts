import type { Activity } from '../../../functions/activity/activity.ts';
import type { ChainActivity, NodeHealth } from '../../../functions/activity/chain-activity.ts';
import type { Hints } from '../../../functions/activity/hints.ts';
import type { SentOfChain } from '../../../functions/activity/store-scan.ts';
import { chainKey, findChain } from '../../../functions/chain/chains.ts';
import type { DispatchDependencies } from '../../../functions/dispatch-polls/dependencies.ts';
import { dispatchPolls } from '../../../functions/dispatch-polls/dispatch-polls.ts';
import { createTaskRunner } from '../../../functions/dispatch-polls/periodic-tasks.ts';
import type { NotBegun } from '../../../functions/dispatch-polls/rows/not-begun.ts';
import { createIncidentLog } from '../../../functions/incidents/incident-log.ts';
import type { OperationsMessage } from '../../../functions/incidents/operations-message.ts';
import { type PollMessage, pollMessage } from '../../../functions/queue/poll-message.ts';
import { callWindows, createCallSpread } from '../../../functions/rate/call-windows.ts';
import { unlimitedQuota } from '../../../functions/rate/daily-quota.ts';
import { rememberRows, type UnderstoodRow, understandRow } from '../../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { LaggingTable } from '../fakes/lagging-table.ts';

/** The hints of a reliable node that has shown nothing. */
export const silent: Hints = {
  isReliable: true,
  marks: new Map(),
  ordinary: new Set(),
  markedSince: 0,
  sweptThrough: null,
  scanned: null,
  isCurrent: true,
  coinThrough: null,
  seen: new Set(),
  repeated: new Set(),
  unreadPast: new Set(),
};

interface Node extends Partial<Omit<ChainActivity, 'ask'>> {
  readonly hints?: Partial<Hints> | Promise<Partial<Hints>>;
  readonly health?: Partial<NodeHealth>;
  /** Called with the polls that were sent. */
  readonly store?: (sent: SentOfChain) => Promise<void>;
}

/** A node of Ethereum that has shown nothing; tests replace parts. */
export function nodeOf({ hints = {}, health, store = async () => {}, ...over }: Node = {}): ChainActivity {
  const { chain = findChain('eth') } = over;
  const well = { doubt: null, isLasting: false, isReadFromNode: false, missed: null };
  return {
    ...{
      chain,
      isReadFromNode: false,
      hasNode: true,
      wasReliable: true,
      credit: null,
      earlyHints: null,
      ...over,
    },
    ask: async () => ({
      hints: { ...silent, ...(await hints) },
      store,
      health: { chain: chain.name, ...well, ...health },
    }),
  };
}

/** An activity that opens only these chains. */
export function opening(...chains: readonly ChainActivity[]): Activity {
  return {
    open: async () => ({
      nodes: new Map(chains.map((one) => [chainKey(one.chain), one])),
      nodeless: new Set(),
      unread: [],
    }),
  };
}

/** Dispatching with all dependencies in memory: a test sets the rows; every wallet was polled before. */
export class DispatchWorld {
  now = Date.parse('2026-01-02T03:04:00.000Z');
  rows: WatchlistRow[] = [];
  quota = unlimitedQuota;
  /** Wallets not begun, by watch key; all others were polled before. */
  notBegun = new Map<string, NotBegun>();
  /** How many polls the queue refuses. */
  refuses = 0;
  /** SNS takes no operations message. */
  deaf = false;
  readonly operations: OperationsMessage[] = [];
  readonly warnings: string[] = [];
  readonly errors: string[] = [];
  /** All messages so far, with each wallet as its row has it. */
  readonly messages: (PollMessage & { readonly delay: number })[] = [];
  readonly sent: string[] = [];
  /** The State table: incidents, and the records of periodic tasks. */
  readonly state = new LaggingTable();
  readonly lostTicks = new Set<number>();
  private readonly rowsUnderstood = new WeakMap<WatchlistRow, UnderstoodRow>();

  /** One tick, a minute after the last one. */
  async tick(over: Partial<DispatchDependencies> = {}): Promise<void> {
    this.now += 60_000;
    await dispatchPolls(new Date(this.now), { ...this.dependencies(), ...over });
  }

  /** Parsed once, because a day of ticks reads the same rows. */
  private understood(row: WatchlistRow): UnderstoodRow {
    const before = this.rowsUnderstood.get(row) ?? understandRow(row);
    this.rowsUnderstood.set(row, before);
    return before;
  }

  dependencies(): DispatchDependencies {
    const clock = { now: () => this.now };
    const publishOperations = async (message: OperationsMessage) => {
      if (this.deaf) throw new Error('SNS is away');
      this.operations.push(message);
    };
    const log = {
      info() {},
      error: (message: string, of: { error?: string } = {}) =>
        void this.errors.push([message, of.error ?? []].flat().join(': ')),
      warn: (message: string) => void this.warnings.push(message),
    };
    return {
      clock,
      ...rememberRows(async () => this.rows.map((row) => this.understood(row)), clock),
      lostTicks: this.lostTicks,
      findNotBegun: async () => this.notBegun,
      expireOrphans: async () => {},
      send: async (messages) => {
        this.messages.push(
          ...messages.map(({ body, delay }) => ({ ...pollMessage.parse(JSON.parse(body)), delay })),
        );
        this.sent.push(
          ...this.messages.slice(-messages.length).flatMap(({ rows }) => rows.map(({ wallet }) => wallet)),
        );
        return this.refuses;
      },
      quota: this.quota,
      incidents: createIncidentLog(this.state.opened, publishOperations, clock),
      runDueTasks: createTaskRunner(this.state.opened, log),
      wakeUps: { everySeconds: 60, send: async () => 0 },
      summariseImport: async () => {},
      publishOperations,
      everySeconds: 60,
      sweepSeconds: 21_600,
      isReadFromNode: () => false,
      spread: createCallSpread(callWindows(1_000)),
      callsPerDay: null,
      activity: opening(),
      ...{ subscriptions: undefined, summary: undefined, heartbeat: undefined },
      log,
    };
  }
}
