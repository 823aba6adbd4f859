import { createServer } from 'node:http';
import * as z from 'zod';
import { transferTopic } from '../../functions/node/movements.ts';
import { type BlockClock, blockAt, timeOf } from './block-clock.ts';
import { answerEthCall, type NodeLog, type NodeOnly } from './node-only.ts';
import type { Reply } from './reply.ts';
import { type ServedApi, served } from './serve-api.ts';
import { hashOf, type SimulatedTransfer } from './simulated-transfer.ts';

interface NodeChain {
  readonly chainId: string;
  readonly clock: BlockClock;
  readonly transfers: readonly SimulatedTransfer[];
  readonly only: NodeOnly;
}

const call = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.array(z.unknown()),
});
const blockAsked = z.tuple([z.string()]).rest(z.unknown());
const ethCallAsked = z.tuple([z.object({ to: z.string().optional(), data: z.string() }), z.string()]);
const topic = z.union([z.string(), z.array(z.string()), z.null()]);
const logsAsked = z.tuple([z.object({ fromBlock: z.string(), toBlock: z.string(), topics: z.array(topic) })]);

/** Milliseconds behind the API, so that a poll finds the transfers that the node has shown. */
const lag = 3_000;

/** Answers one JSON-RPC call, or a batch of them, at a time in epoch milliseconds. */
export function answerNode(body: string, chain: NodeChain, now: number): Reply {
  const asked: unknown = JSON.parse(body);
  const answers = z
    .array(call)
    .parse([asked].flat())
    .map((one) => ({ jsonrpc: '2.0', id: one.id, ...answerCall(one, chain, now - lag) }));
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
  if (method === 'eth_call') {
    const [asked, block] = ethCallAsked.parse(params);
    return answerEthCall(asked, block === 'latest' ? head : Number(block), chain.only);
  }
  if (method === 'eth_getTransactionByHash') {
    const log = chain.only.logs.find(({ transactionHash }) => transactionHash === params[0]);
    return { result: log ? { from: log.sender, to: log.address } : null };
  }
  if (method !== 'eth_getLogs') return { error: { code: -32601, message: 'the method does not exist' } };
  const [{ fromBlock, toBlock, topics }] = logsAsked.parse(params);
  const last = Math.min(Number(toBlock), head);
  const found = [...chain.transfers.map(logOf), ...chain.only.logs.map(wireLog)].filter(
    ({ blockNumber: block }) => Number(block) >= Number(fromBlock) && Number(block) <= last,
  );
  return { result: found.filter((log) => matches(log.topics, topics)) };
}

function logOf({ block, wire }: SimulatedTransfer) {
  return {
    address: wire.address,
    topics: [transferTopic, padded(wire.from_address), padded(wire.to_address)],
    data: padded(hexOf(BigInt(wire.value))),
    blockNumber: hexOf(block),
    blockHash: wire.block_hash,
    transactionHash: wire.transaction_hash,
    transactionIndex: hexOf(wire.transaction_index),
    logIndex: hexOf(wire.log_index),
  };
}

/** The place after all of the API's logs in a block. */
const firstIndex = 1_000;

function wireLog({ block, address, topics, data, transactionHash }: NodeLog, at: number) {
  return {
    address,
    topics,
    data: `0x${data}`,
    blockNumber: hexOf(block),
    blockHash: hashOf(`block ${block}`),
    transactionHash,
    transactionIndex: hexOf(firstIndex + at),
    logIndex: hexOf(firstIndex + at),
  };
}

function matches(topics: readonly string[], asked: readonly z.infer<typeof topic>[]): boolean {
  return asked.every((one, at) => one === null || [one].flat().includes(topics[at] ?? ''));
}

function wireBlock(number: number, clock: BlockClock): object {
  const seconds = Math.floor(timeOf(clock, number) / 1_000);
  return {
    number: hexOf(number),
    hash: hashOf(`block ${number}`),
    timestamp: hexOf(seconds),
    transactions: [],
  };
}

function hexOf(number: number | bigint): string {
  return `0x${number.toString(16)}`;
}

function padded(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

export async function serveNode(answer: (body: string) => Reply): Promise<ServedApi> {
  const server = createServer(async (request, response) => {
    let asked = '';
    for await (const chunk of request.setEncoding('utf8')) asked += chunk;
    const { status, body = {} } = answer(asked);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return served(server);
}
