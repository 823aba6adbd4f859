import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import { hiddenByOthers, NodeUnusable, type RpcAnswer, type RpcCall, tooLarge } from './calls.ts';
import { cleanNodeText, type NodeUrl } from './node-parameters.ts';
import {
  boundedPost,
  maxBytesATick,
  type NodeReply,
  type PostToNode,
  parseAnswer,
  type Send,
} from './post-to-node.ts';

export type NodeCalls = ReturnType<typeof createNodeCalls>;

/** Calls one node within one tick, bounded in calls, bytes and time. @param batches false if the host is known to refuse them @param maxCalls counts each call of a batch */
export function createNodeCalls(
  url: NodeUrl,
  batches: boolean,
  { post, clock }: { post: PostToNode; clock: Pick<Clock, 'sleep'> },
  maxCalls = 100,
) {
  const { send, end, left, bytesLeft } = boundedPost(url, post, clock, maxCalls);
  let takesBatches = batches;
  let again = mostAgain;

  async function ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const together = takesBatches && calls.length > 1 ? await askBatch(calls, url, send) : null;
    if (together === 'too large') return askInHalves(calls);
    if (together !== null) return together;
    const answers: RpcAnswer[] = [];
    for (const call of calls) answers.push(await askOne(call, url, send));
    // A host that refuses single calls as well refuses something other than batches.
    if (calls.length > 1 && answers.some(({ error }) => error === undefined)) takesBatches = false;
    return answers;
  }

  /** Asks again in two batches, because one large answer hides all others. For logs alone the caller asks for fewer blocks. */
  async function askInHalves(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const hidden = calls.map(({ method }) => asHidden.get(method)).find((error) => error !== undefined);
    const most = hidden === undefined ? 0 : Math.min(again, left() / 2);
    const unread = (some: readonly RpcCall[]) => some.map(() => ({ error: hidden ?? tooLarge }));
    if (calls.length > most) return unread(calls);
    again -= calls.length;
    const middle = Math.ceil(calls.length / 2);
    const all: RpcAnswer[] = [];
    for (const half of [calls.slice(0, middle), calls.slice(middle)])
      all.push(...(bytesLeft() < keptBytes ? unread(half) : await ask(half)));
    return all;
  }

  return {
    get made() {
      return maxCalls - left();
    },
    /** The tick has used three quarters of its bytes. */
    get isShort() {
      return bytesLeft() < keptBytes;
    },
    get batches() {
      return takesBatches;
    },
    bytesLeft,
    ask,
    end,
  };
}

/** Methods whose large answers may hide others in a batch, with the hidden calls' error. A block can't wait for a hidden receipt. */
const asHidden = new Map([
  ['eth_call', hiddenByOthers],
  ['eth_getTransactionReceipt', tooLarge],
]);

/** Maximum calls of a scan that are asked again in halves of their batches. */
const mostAgain = 120;
/** Bytes of a tick that asking in halves leaves: a stranger's endless answers must not hide thefts in genuine tokens. */
const keptBytes = maxBytesATick / 4;

const answer = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string().catch('') }).nullish(),
});

async function askOne(call: RpcCall, url: NodeUrl, send: Send): Promise<RpcAnswer> {
  const reply = await send({ jsonrpc: '2.0', id: 1, ...call }, 1);
  if (reply === null || reply.status === 413) return { error: tooLarge };
  const { data } = answer.safeParse(parseAnswer(reply.body));
  if (data?.error != null || (data !== undefined && reply.status < 300)) return answerOf(data, url);
  throw unusable(reply);
}

/** Free plans of dRPC and 1RPC refuse batches of more than three calls with status 500. */
const ofBatch = /batch/i;

async function askBatch(
  calls: readonly RpcCall[],
  url: NodeUrl,
  send: Send,
): Promise<RpcAnswer[] | 'too large' | null> {
  // Cloudflare, Fantom and others answer the id 0 without an id.
  const batch = calls.map((call, at) => ({ jsonrpc: '2.0', id: at + 1, ...call }));
  const reply = await send(batch, calls.length);
  if (reply === null) return 'too large';
  const parsed = parseAnswer(reply.body);
  // Counted first: a small text can hold a million answers.
  const isCounted = Array.isArray(parsed) && parsed.length <= calls.length;
  const { data } = isCounted ? z.array(answer).safeParse(parsed) : {};
  if (data === undefined) {
    if (reply.status === 429 || (reply.status >= 500 && !ofBatch.test(reply.body))) throw unusable(reply);
    return null;
  }
  const byId = new Map(data.map((one) => [Number(one.id ?? Number.NaN), one]));
  const isOfBatch = ({ error }: z.infer<typeof answer>) => ofBatch.test(error?.message ?? '');
  if (data.length > 0 && data.every(isOfBatch)) return null;
  return calls.map((_, at) => {
    const one = byId.get(at + 1);
    if (one === undefined) throw new NodeUnusable('The node left a call of a batch unanswered.');
    return answerOf(one, url);
  });
}

/** Maximum characters of a message: a dozen searches clean it. */
const maxOfText = 5_000;

function answerOf({ result, error }: z.infer<typeof answer>, url: NodeUrl): RpcAnswer {
  if (error == null) return { result };
  // A copy, because a slice would keep the whole message, perhaps of megabytes.
  const beginning = Buffer.from(error.message.slice(0, maxOfText)).toString();
  return { error: cleanNodeText(beginning, url) || 'an error without a message' };
}

function unusable({ status }: NodeReply): NodeUnusable {
  if (status === 429) return new NodeUnusable('The node asks to slow down (429).');
  if (status === 401 || status === 403) return new NodeUnusable(`The node refuses the key (${status}).`);
  if (status < 300) return new NodeUnusable('The answer is not JSON-RPC.');
  return new NodeUnusable(`The node answered with status ${status}.`);
}
