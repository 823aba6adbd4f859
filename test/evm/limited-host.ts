import { createServer, type Server } from 'node:http';
import { listenOnLoopback } from '../../lib/loopback-guard.ts';
import type { Anvil } from './anvil.ts';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [Filter | string, ...unknown[]];
}

interface Filter {
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly topics: readonly (string | readonly string[] | null)[];
}

/** What a host of nodes allows of one eth_getLogs, and what it says beyond. */
export interface HostLimits {
  readonly topics: number;
  readonly blocks: number;
  readonly results: number;
  /** Where there is none, the node's own words. */
  readonly says: string | null;
}

const unlimited: HostLimits = { topics: 1_000, blocks: Infinity, results: Infinity, says: null };

/** Stands before a node as hosts do: with limits that the node itself has not, and now and then behind the head. */
export class LimitedHost {
  limits = unlimited;
  /** Blocks that the answering node does not have yet. It says the newest block all the same, as behind a load balancer. */
  lag = 0;
  /** Calls since it was last set to 0, those of batches too. */
  calls = 0;
  /** The calls that it refused. */
  refused = 0;
  url = '';
  private readonly server: Server;
  private readonly node: Anvil;

  constructor(node: Anvil) {
    this.node = node;
    this.server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const asked = JSON.parse(body) as Call | Call[];
      const answers = await Promise.all([asked].flat().map((call) => this.answer(call)));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
    });
  }

  async open(): Promise<this> {
    this.url = await listenOnLoopback(this.server);
    return this;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer({ id, method, params }: Call): Promise<object> {
    this.calls += 1;
    const [first] = params;
    try {
      const result =
        typeof first === 'object' && method === 'eth_getLogs'
          ? await this.logs(first)
          : method === 'eth_getBlockByNumber' && Number(first) > (await this.known())
            ? null
            : await this.node.rpc(method, ...params);
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      this.refused += 1;
      const message = error instanceof Error ? error.message : String(error);
      return { jsonrpc: '2.0', id, error: { code: -32_000, message } };
    }
  }

  /** The newest block of the node that answers for logs and for blocks by number. */
  private async known(): Promise<number> {
    return Number(await this.node.rpc('eth_blockNumber')) - this.lag;
  }

  private async logs(filter: Filter): Promise<unknown> {
    const { topics, blocks, results, says } = this.limits;
    const lists = filter.topics.map((one) => (Array.isArray(one) ? one.length : 0));
    if (Math.max(...lists) > topics) throw new Error('exceed max addresses or topics per search position');
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
    if (to - from + 1 > blocks) throw new Error(says ?? `exceed maximum block range: ${blocks}`);
    const known = await this.known();
    if (from > known) return [];
    const toBlock = `0x${Math.min(to, known).toString(16)}`;
    const logs = (await this.node.rpc('eth_getLogs', { ...filter, toBlock })) as unknown[];
    if (logs.length > results) throw new Error(says ?? `query returned more than ${results} results`);
    return logs;
  }
}
