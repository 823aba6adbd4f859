import { createServer } from 'node:http';
import * as z from 'zod';
import { transferTopic } from '../../functions/node/token-events.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import { type BlockClock, blockAt, timeOf } from './block-clock.ts';
import type { Reply } from './reply.ts';
import type { ServedApi } from './serve-api.ts';
import { hashOf, type SimulatedTransfer } from './simulated-transfer.ts';

/** A chain as its node sees it. */
export interface NodeChain {
  readonly chainId: string;
  readonly clock: BlockClock;
  readonly transfers: readonly SimulatedTransfer[];
}

const call = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.array(z.unknown()),
});
const blockAsked = z.tuple([z.string()]).rest(z.unknown());
const topic = z.union([z.string(), z.array(z.string()), z.null()]);
const logsAsked = z.tuple([z.object({ fromBlock: z.string(), toBlock: z.string(), topics: z.array(topic) })]);

/**
 * Milliseconds that its head is behind: what it shows of a wallet the API knows by then, and a poll that comes of it finds
 * the transfer.
 */
const lag = 3_000;

/** Answers one JSON-RPC call, or a batch of them, at a time in epoch milliseconds. */
export function answerNode(body: string, chain: NodeChain, now: number): Reply {
  const asked: unknown = JSON.parse(body);
  const answers = z
    .array(call)
    .parse([asked].flat())
    .map((one) => ({
      jsonrpc: '2.0',
      id: one.id,
      ...answerCall(one, chain, now - lag),
    }));
  return { status: 200, body: Array.isArray(asked) ? answers : answers[0] };
}

function answerCall({ method, params }: z.infer<typeof call>, chain: NodeChain, now: number): object {
  const head = blockAt(chain.clock, now);
  if (method === 'eth_chainId') return { result: chain.chainId };
  if (method === 'eth_getBlockByNumber') {
    const [number] = blockAsked.parse(params);
    const block = number === 'latest' ? head : Number(number);
    return { result: block > head ? null : wireBlock(block, chain.clock) };
  }
  if (method !== 'eth_getLogs') return { error: { code: -32601, message: 'the method does not exist' } };
  const [{ fromBlock, toBlock, topics }] = logsAsked.parse(params);
  const found = chain.transfers
    .filter(({ block }) => block >= Number(fromBlock) && block <= Math.min(Number(toBlock), head))
    .map(({ block, wire }) => ({
      address: wire.address,
      blockNumber: hexOf(block),
      topics: [transferTopic, padded(wire.from_address), padded(wire.to_address)],
    }));
  return { result: found.filter((log) => matches(log.topics, topics)) };
}

function matches(topics: readonly string[], asked: readonly z.infer<typeof topic>[]): boolean {
  return asked.every((one, at) => one === null || [one].flat().includes(topics[at] ?? ''));
}

function wireBlock(number: number, clock: BlockClock): object {
  const seconds = Math.floor(timeOf(clock, number) / 1_000);
  return { number: hexOf(number), hash: hashOf(`block ${number}`), timestamp: hexOf(seconds) };
}

function hexOf(number: number): string {
  return `0x${number.toString(16)}`;
}

function padded(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

/** Serves a node over HTTP, on this machine only. */
export async function serveNode(answer: (body: string) => Reply): Promise<ServedApi> {
  const server = createServer(async (request, response) => {
    let asked = '';
    for await (const chunk of request.setEncoding('utf8')) asked += chunk;
    const { status, body = {} } = answer(asked);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return {
    address: await listenOnLoopback(server),
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
