import type { SNSClient } from '@aws-sdk/client-sns';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Log } from '../../functions/runtime/log.ts';
import { Scheduler } from '../support/scheduler.ts';
import { SimApi } from './api/sim-api.ts';
import { AwsCalls } from './aws/aws-calls.ts';
import type { Item } from './aws/expression.ts';
import { PollQueue } from './aws/poll-queue.ts';
import { Tables, withDigits } from './aws/tables.ts';
import { createTopics } from './aws/topics.ts';
import { SimChain } from './chain/sim-chain.ts';
import { SimNode } from './chain/sim-node.ts';
import { Counts } from './counts.ts';
import { Oracle } from './oracle/oracle.ts';
import { Random } from './random.ts';
import { quietLog, stackOf } from './stack.ts';
import { type Story, type StorySettings, workersApart } from './story/story.ts';
import { Troubles } from './troubles.ts';

/** Ten in the morning, so that stories end before midnight; those on a quota go through it. */
const morning = Date.parse('2026-01-02T10:00:00.000Z');
const lateEvening = Date.parse('2026-01-02T23:30:00.000Z');

/** One simulated world: a chain, an API, an AWS account, and who watches over them. */
export class World {
  readonly counts = new Counts();
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly chain: SimChain;
  readonly troubles: Troubles;
  readonly tables: Tables;
  readonly stateClient: DynamoDBDocumentClient;
  readonly historyClient: DynamoDBDocumentClient;
  readonly sns: SNSClient;
  readonly queue: PollQueue;
  readonly api: SimApi;
  /** Null where the story's chain has none. */
  readonly node: SimNode | null;
  readonly oracle: Oracle;
  readonly settings: StorySettings;
  readonly stack: ReturnType<typeof stackOf>;
  readonly log: Log;

  constructor({ seed, settings }: Story, print: ((line: string) => void) | null) {
    const start = settings.quota === null ? morning : lateEvening;
    this.settings = settings;
    this.stack = stackOf(settings);
    this.random = new Random(seed + 1e6);
    this.scheduler = new Scheduler(start);
    this.troubles = new Troubles(this.counts);
    this.chain = new SimChain(this.scheduler, this.counts);
    this.oracle = new Oracle(this.scheduler, this.chain, this.counts);
    const { oracle } = this;
    const calls = new AwsCalls(this.scheduler, this.troubles, this.random, (worker) =>
      oracle.mayRepeat(worker),
    );
    this.tables = new Tables(calls, (...write) => oracle.written(...write), nameWrite);
    this.stateClient = this.tables.client(withDigits);
    this.historyClient = this.tables.client((item) => structuredClone(item));
    this.sns = createTopics(calls, (...took) => oracle.took(...took));
    this.queue = new PollQueue(calls, this.scheduler, this.troubles);
    this.node = settings.node
      ? new SimNode(this.chain, this.scheduler, this.counts, seed, settings.node)
      : null;
    this.api = new SimApi(this.chain, this.scheduler, this.troubles, this.random, oracle);
    const began = start;
    this.log = quietLog(
      print && ((line) => print(`${((this.scheduler.now - began) / 1_000).toFixed(3)}s ${line}`)),
    );
  }

  /** Milliseconds by which the next worker's clock is off: all of AWS from the chain's, and each a little from the others. */
  clockSkew(): number {
    const { clockSkew } = this.settings;
    return clockSkew === 0 ? 0 : clockSkew + this.random.between(-workersApart, workersApart);
  }
}

/** The awaits of the functions by what they write. */
function nameWrite(table: string, before: Item | undefined, item: Item): string {
  if (table !== 'State') return `put ${table}`;
  const { wallet, outbox, failing } = item;
  if (String(wallet).startsWith('#overflow')) return 'put a piece';
  if (wallet === '#announcements') return 'count a beginning wallet';
  if (wallet === '#calls') return 'claim calls';
  if (String(wallet).startsWith('#activity')) return item.chain === 'chain' ? 'note a scan' : 'note activity';
  if (String(wallet).startsWith('#shown')) return 'note what was shown';
  if (wallet === '#problems') return 'note a problem';
  const filled = lengthOf(outbox);
  const had = lengthOf(before?.outbox);
  if (JSON.stringify(failing) !== JSON.stringify(before?.failing ?? null)) return 'note a failure';
  if (filled > had) return 'save alerts';
  if (filled < had) return 'clear outbox';
  return filled > 0 ? 'take outbox over' : 'save quietly';
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
