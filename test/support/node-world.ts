import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { type FindNode, readNode } from '../../functions/node/node-parameters.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import type { EmbeddedAws } from '../../lib/local/engine/embedded-aws.ts';
import { type LocalFunctionsOptions, localFunctions } from '../../lib/local/lambda/functions.ts';
import { putRow, takeAlerts, takeOperations, takePolls } from './embedded.ts';
import { FakeApi } from './fake-api.ts';
import { FakeNode } from './fake-node.ts';
import { testKey } from './test-key.ts';

const dayMs = 86_400_000;

/**
 * The last tick of all worlds: ticks of one table go on where those of the world before ended. The first is at one in the
 * morning of tomorrow, whenever a test is run: in which minutes a wallet is swept goes by the time of day.
 */
let lastTick = Math.ceil(Date.now() / dayMs) * dayMs + 3_600_000;

/** The deployed functions on an embedded AWS, an API and one chain's node, minute by minute. */
export class NodeWorld {
  readonly chain: string;
  readonly node = new FakeNode(1_000, Date.now());
  readonly api = new FakeApi(testKey);
  /** What the parameters hold, by the last part of their names. */
  readonly parameters = new Map<string, string>();
  private readonly aws: EmbeddedAws;
  private readonly chainId: string;
  private readonly options: LocalFunctionsOptions;
  private functions: ReturnType<typeof localFunctions> | null = null;
  private url = '';
  private apiUrl = '';

  /** @param chainId of this world alone, so that no other's rows are in it */
  constructor(aws: EmbeddedAws, chainId: string, options: LocalFunctionsOptions = {}) {
    this.aws = aws;
    this.chain = chainId;
    this.chainId = chainId;
    this.node.chainId = chainId;
    this.options = options;
  }

  async open(): Promise<this> {
    this.url = await this.node.listen();
    this.apiUrl = await this.api.listen();
    for (const { wallet, chain } of await this.rows()) await this.remove(String(wallet), String(chain));
    this.restart();
    await takePolls(this.aws);
    await takeAlerts(this.aws);
    await takeOperations(this.aws);
    return this;
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.api.close();
  }

  /** A cold start of both functions. */
  restart(): void {
    const findNode: FindNode = async ({ id }) => {
      const value = id === this.chainId ? this.parameters.get('node') : undefined;
      return value === undefined ? { kind: 'none' } : readNode(value, '/chainbell/rpc/node');
    };
    const access = { baseUrl: this.apiUrl, coinBaseUrl: '', key: testKey };
    this.functions = localFunctions(this.aws, access, { findNode, callsPerSecond: 1_000, ...this.options });
  }

  switchOn(): void {
    this.parameters.set('node', this.url);
  }

  /** The time of the last tick, in minutes. */
  get minute(): number {
    return lastTick / 60_000;
  }

  async put(wallet: string, over: Record<string, unknown> = {}): Promise<void> {
    await putRow(this.aws, { wallet, chain: this.chain, ...over });
  }

  async remove(wallet: string, chain = this.chain): Promise<void> {
    const Key = { wallet, chain };
    await documentClient(this.aws.dynamodb).send(
      new DeleteCommand({ TableName: this.aws.tables.watchlist, Key }),
    );
  }

  private async rows(): Promise<Record<string, unknown>[]> {
    const scan = new ScanCommand({ TableName: this.aws.tables.watchlist });
    return (await documentClient(this.aws.dynamodb).send(scan)).Items ?? [];
  }

  /** Everything that is kept of this chain. */
  async items(): Promise<Record<string, unknown>[]> {
    const scan = new ScanCommand({ TableName: this.aws.tables.state });
    const { Items = [] } = await documentClient(this.aws.dynamodb).send(scan);
    return Items.filter(({ wallet }) => String(wallet).endsWith(` ${this.chainId}`));
  }

  /** A transfer that the node shows at once, in a new block, and the API too unless told otherwise. */
  transfer(from: string, to: string, { api = true, node = true, minedAt = Date.now() } = {}): void {
    const { number } = this.node.mine(node ? [{ from, to }] : [], Date.now());
    if (api)
      this.api.mine({ chain: this.chain, from, to, value: 5n, block: number, minedAt: new Date(minedAt) });
  }

  /** A tick so many minutes after the last one, after a new block. @returns the messages that it sent */
  async dispatch(minutes = 1, { mines = true } = {}): Promise<SQSEvent | null> {
    lastTick += minutes * 60_000;
    if (mines) this.node.mine([], Date.now());
    await this.functions?.dispatch(new Date(lastTick));
    return takePolls(this.aws);
  }

  async work(polls: SQSEvent | null): Promise<void> {
    if (polls !== null) await this.functions?.workers[0]?.(polls);
  }

  /** A tick with its polls. @returns the wallets that the API was asked for, one entry a poll */
  async tick(minutes = 1, options?: { mines?: boolean }): Promise<string[]> {
    this.api.calls = [];
    await this.work(await this.dispatch(minutes, options));
    return this.api.calls.map(({ wallet }) => wallet ?? '').sort();
  }

  /** Ticks of one minute each, by who was polled in them. */
  async ticks(count: number): Promise<string[][]> {
    const polled: string[][] = [];
    for (let n = 0; n < count; n += 1) polled.push(await this.tick());
    return polled;
  }

  /** Ticks until these wallets have begun, the node is relied on, and all tails are over. */
  async settle(...wallets: string[]): Promise<void> {
    for (const wallet of wallets) await this.put(wallet);
    this.switchOn();
    await this.ticks(11);
    await takeAlerts(this.aws);
    await takeOperations(this.aws);
  }

  async told(): Promise<string[]> {
    const alerts = await takeAlerts(this.aws);
    return alerts.map(({ json }) => String(Object(json).type));
  }

  async operations(): Promise<string[]> {
    const messages = await takeOperations(this.aws);
    return messages.map(({ json }) => {
      const { type, state, chain } = Object(json);
      return `${type} ${state} ${chain}`;
    });
  }
}
