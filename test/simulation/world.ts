import type { SNSClient } from '@aws-sdk/client-sns';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { alertSchema } from '../../functions/alert/alert.ts';
import type { ChainSources } from '../../functions/chain/chain-sources.ts';
import type { Log } from '../../functions/runtime/log.ts';
import { testKey } from '../support/test-key.ts';
import { SimApi } from './api/sim-api.ts';
import { SimParameters } from './aws/parameters.ts';
import { disturbed, PollQueue } from './aws/poll-queue.ts';
import { withDigits } from './aws/tables.ts';
import { alertsTopic, createTopics } from './aws/topics.ts';
import { SimNode } from './chain/sim-node.ts';
import { SimDeliveries } from './deliveries.ts';
import { Ground } from './ground.ts';
import { Oracle } from './oracle/oracle.ts';
import { keyParameter, quietLog, stackOf } from './stack.ts';
import type { KeyChange } from './story/happenings.ts';
import { type Story, workersApart } from './story/story.ts';
import type { Worker } from './worker.ts';

export const nodeUrl = 'https://node.example';

/** One simulated world: a chain, an API, an AWS account, and the oracle that checks them. */
export class World extends Ground {
  readonly oracle: Oracle;
  readonly parameters: SimParameters;
  readonly stateClient: DynamoDBDocumentClient;
  readonly historyClient: DynamoDBDocumentClient;
  readonly sns: SNSClient;
  readonly queue: PollQueue;
  readonly api: SimApi;
  /** Null if the story's chain has no node. */
  readonly node: SimNode | null;
  /** Null if the story delivers no alerts. */
  readonly deliveries: SimDeliveries | null;
  readonly stack: ReturnType<typeof stackOf>;
  /** Where each function reads transfers from, since its last deploy. */
  readonly sources: Record<'dispatch' | 'poll', ChainSources>;
  /** The nodes' URLs by chain, as people have set them. */
  readonly nodes = new Map<string, string>();
  readonly log: Log;
  private keys = 0;

  constructor(story: Story, print: ((line: string) => void) | null) {
    super(story);
    const { seed, settings } = story;
    const { calls, tables, scheduler, troubles } = this;
    const start = scheduler.now;
    this.stack = stackOf(settings, seed);
    const { source } = this.stack.settings;
    this.sources = { dispatch: source, poll: source };
    this.oracle = new Oracle(this);
    calls.faulted = (worker) => this.oracle.mayRepeat(worker);
    tables.written = (...write) => this.oracle.written(...write);
    this.parameters = new SimParameters(calls, troubles);
    this.parameters.put(keyParameter, testKey);
    this.stateClient = tables.client(withDigits);
    this.historyClient = tables.client((item) => structuredClone(item));
    this.sns = createTopics(calls, (topic, json, worker, lost) => {
      this.oracle.took(topic, JSON.parse(json), worker, lost);
      if (topic === alertsTopic) this.deliver(json);
    });
    this.queue = new PollQueue(calls, scheduler, disturbed(troubles));
    const eth = this.chainOf({ chain: 'eth' });
    if (settings.coinLogsAfter !== undefined) eth.fork = eth.head(start + settings.coinLogsAfter);
    this.node = settings.node ? new SimNode(eth, this, settings.node) : null;
    if (this.node !== null && settings.deployed !== 'without a node') this.nodes.set('0x1', nodeUrl);
    this.api = new SimApi(this, this.oracle);
    this.log = quietLog(
      print && ((line) => print(`${((scheduler.now - start) / 1_000).toFixed(3)}s ${line}`)),
    );
    this.deliveries = settings.destinations ? new SimDeliveries(this, settings.destinations) : null;
  }

  private deliver(json: string): void {
    const { id, wallet } = alertSchema.parse(JSON.parse(json));
    if (wallet !== null) this.deliveries?.published(id, wallet.address, json);
  }

  /** The API takes another key from now on, or soon; its parameter gets the key at another moment. */
  changeKey({ how, lasts }: KeyChange): void {
    this.counts.add(`seen: keys that changed, ${how}`);
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

  /** A poll or a tick may have died before it could record what it did. */
  died(worker: Worker, isBusy: boolean): void {
    this.oracle.mayRepeat(worker);
    if (isBusy) this.troubles.note('crash');
  }

  /** Milliseconds by which the next worker's clock is off: all of AWS from the chain, and each worker a little from the others. */
  clockSkew(): number {
    const { clockSkew } = this.story.settings;
    return clockSkew === 0 ? 0 : clockSkew + this.random.between(-workersApart, workersApart);
  }
}
