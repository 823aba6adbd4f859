import type { SNSClient } from '@aws-sdk/client-sns';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { alertSchema } from '../../functions/alert/alert.ts';
import type { Log } from '../../functions/runtime/log.ts';
import { Scheduler } from '../support/scheduler.ts';
import { testKey } from '../support/test-key.ts';
import { SimApi } from './api/sim-api.ts';
import { AwsCalls } from './aws/aws-calls.ts';
import type { Item } from './aws/expression.ts';
import { SimParameters } from './aws/parameters.ts';
import { PollQueue } from './aws/poll-queue.ts';
import { longestLag } from './aws/stored-items.ts';
import { Tables, withDigits } from './aws/tables.ts';
import { alertsTopic, createTopics, type Forms } from './aws/topics.ts';
import { chainProfiles } from './chain/chain-profiles.ts';
import { SimChain } from './chain/sim-chain.ts';
import { SimNode } from './chain/sim-node.ts';
import { Counts } from './counts.ts';
import { SimDeliveries } from './deliveries.ts';
import { Oracle } from './oracle/oracle.ts';
import { Random } from './random.ts';
import { keyParameter, quietLog, stackOf } from './stack.ts';
import type { Happening } from './story/happenings.ts';
import { type Story, type StoryRow, type StorySettings, workersApart } from './story/story.ts';
import { Troubles } from './troubles.ts';
import { SimWatchlist } from './watchlist.ts';

/** Ten in the morning, so that stories end before midnight; those on a quota go through it. */
const morning = Date.parse('2026-01-02T10:00:00.000Z');
const lateEvening = Date.parse('2026-01-02T23:30:00.000Z');

/** One simulated world: a chain, an API, an AWS account, and who watches over them. */
export class World {
  readonly counts = new Counts();
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** By their ids. */
  readonly chains: ReadonlyMap<string, SimChain>;
  readonly troubles: Troubles;
  readonly tables: Tables;
  readonly watchlist: SimWatchlist;
  readonly parameters: SimParameters;
  readonly stateClient: DynamoDBDocumentClient;
  readonly historyClient: DynamoDBDocumentClient;
  readonly sns: SNSClient;
  readonly queue: PollQueue;
  readonly api: SimApi;
  /** Null where the story's chain has none. */
  readonly node: SimNode | null;
  /** Null where alerts are delivered nowhere. */
  readonly deliveries: SimDeliveries | null = null;
  readonly oracle: Oracle;
  readonly settings: StorySettings;
  readonly stack: ReturnType<typeof stackOf>;
  readonly log: Log;
  isSettled = false;
  private keys = 0;

  constructor({ seed, settings, rows }: Story, print: ((line: string) => void) | null) {
    const start = settings.quota === null ? morning : lateEvening;
    this.settings = settings;
    this.stack = stackOf(settings, seed);
    this.random = new Random(seed + 1e6);
    this.scheduler = new Scheduler(start);
    const now = () => this.scheduler.now;
    this.troubles = new Troubles(this.counts, now);
    this.chains = new Map(
      Object.values(chainProfiles).map((profile) => [
        profile.id,
        new SimChain(profile, this.scheduler, this.counts),
      ]),
    );
    const oracle = new Oracle(this, settings);
    this.oracle = oracle;
    const leaving = new Random(seed + 12e6);
    const calls = new AwsCalls(this.scheduler, this.troubles, this.random, leaving, (worker) =>
      oracle.mayRepeat(worker),
    );
    const lags = new Random(seed + 7e6);
    this.tables = new Tables(calls, {
      now,
      lag: () => (lags.chance(0.3) ? lags.between(1, longestLag) : 0),
      written: (...write) => oracle.written(...write),
      namePoints: { write: nameWrite, query: nameQuery, batch: nameBatch },
    });
    this.watchlist = new SimWatchlist(this.tables, now);
    this.parameters = new SimParameters(calls, this.troubles);
    this.parameters.put(keyParameter, testKey);
    this.stateClient = this.tables.client(withDigits);
    this.historyClient = this.tables.client((item) => structuredClone(item));
    this.sns = createTopics(calls, (topic, message, worker, lost, forms) => {
      oracle.took(topic, message, worker, lost, forms);
      if (topic === alertsTopic) this.publishedTo(forms);
    });
    this.queue = new PollQueue(calls, this.scheduler, this.troubles);
    if (settings.coinLogsAfter !== undefined) {
      const chain = this.chainOf({ chain: 'eth' });
      chain.fork = chain.head(start + settings.coinLogsAfter);
    }
    this.node = settings.node
      ? new SimNode(this.chainOf({ chain: 'eth' }), this.scheduler, this.counts, {
          seed,
          kind: settings.node,
          safes: rows.filter(({ isSafe }) => isSafe).map(({ wallet }) => wallet),
        })
      : null;
    const { chains, scheduler, troubles, random } = this;
    const cursorLife = settings.cursorLife ?? null;
    const byContract = (['honoured', 'ignored', 'refused'] as const)[seed % 3] ?? 'honoured';
    this.api = new SimApi({ chains, scheduler, troubles, random, witness: oracle, cursorLife, byContract });
    const began = start;
    this.log = quietLog(
      print && ((line) => print(`${((this.scheduler.now - began) / 1_000).toFixed(3)}s ${line}`)),
    );
    if (settings.destinations !== undefined)
      this.deliveries = new SimDeliveries(this, calls, settings.destinations, seed);
  }

  private publishedTo({ default: json }: Forms): void {
    const { id, wallet } = alertSchema.parse(JSON.parse(json));
    if (wallet !== null) this.deliveries?.published(id, wallet.address, json);
  }

  readonly chainOf = ({ chain }: Pick<StoryRow, 'chain'>): SimChain => {
    const { id } = chainProfiles[chain];
    const found = this.chains.get(id);
    if (found === undefined) throw new Error(`there is no chain ${chain}`);
    return found;
  };

  /** The API takes another key from now on, or soon; its parameter has it at another moment. */
  changeKey({ how, lasts }: Extract<Happening, { what: 'key changes' }>): void {
    this.keys += 1;
    const key = `${testKey}${this.keys}`;
    const put = (value: string | null) => this.parameters.put(keyParameter, value);
    const take = () => {
      this.api.key = key;
    };
    const later = (run: () => void) =>
      this.scheduler.at(this.scheduler.now + lasts, () => !this.isSettled && run());
    if (how === 'put first') {
      put(key);
      later(take);
      return;
    }
    take();
    if (how === 'missing') put(null);
    later(() => put(this.api.key));
  }

  /** All is well from now on. */
  settle(): void {
    this.isSettled = true;
    this.troubles.end();
    for (const chain of this.chains.values()) chain.settled = true;
    this.parameters.put(keyParameter, this.api.key);
  }

  /** Milliseconds by which the next worker's clock is off: all of AWS from the chain's, and each a little from the others. */
  clockSkew(): number {
    const { clockSkew } = this.settings;
    return clockSkew === 0 ? 0 : clockSkew + this.random.between(-workersApart, workersApart);
  }
}

/** The awaits of the functions by what they write. */
function nameWrite(table: string, before: Item | undefined, item: Item): string {
  if (table === 'Deliveries') return `put ${String(item.item).split('#')[0]}`;
  if (table !== 'State') return `put ${table}`;
  const { wallet, chain, open, failing } = item;
  if (String(chain).endsWith('#addresses')) return 'fold addresses';
  if (wallet === '#announcements') return 'count a beginning wallet';
  if (wallet === '#calls') return 'claim calls';
  if (String(wallet).startsWith('#activity')) return item.chain === 'chain' ? 'note a scan' : 'note activity';
  if (String(wallet).startsWith('#seen')) return 'note what was seen';
  if (wallet === '#incidents') return 'note an incident';
  const [now, then] = [batchOf(open), batchOf(before?.open)];
  if (now !== null && then === null) return 'begin';
  if (now !== null) return item.version === before?.version ? 'let expire' : 'hand on';
  if (then !== null) return sizeOf(item.void) > sizeOf(before?.void) ? 'abandon' : 'commit';
  return JSON.stringify(failing) === JSON.stringify(before?.failing ?? null)
    ? 'save quietly'
    : 'note a failure';
}

function batchOf(open: unknown): unknown {
  return open === undefined ? null : open;
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function nameQuery(table: string, partition: string | null): string {
  if (partition === null) return `scan ${table}`;
  if (table !== 'History') return `query ${table}`;
  const [, , apart] = partition.split('#');
  return apart === undefined
    ? 'query rows'
    : apart === 'held'
      ? 'query held rows'
      : 'query what was taken back';
}

function nameBatch(table: string, item: Item | undefined): string {
  if (table !== 'History') return `write ${table}`;
  if (item === undefined) return 'remove rows';
  return String(item.watch).includes('#held#') ? 'hold rows' : 'record rows';
}
