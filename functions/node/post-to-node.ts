import { Readable } from 'node:stream';
import { readBody } from '../http/read-body.ts';
import type { Clock } from '../runtime/clock.ts';
import { errorCode } from '../runtime/error-text.ts';
import { UnreadableReply } from '../transfer/source-errors.ts';
import { NodeUnusable } from './calls.ts';
import type { NodeUrl } from './node-parameters.ts';

/** Maximum size of one decompressed reply, some three thousand logs. A minute of a large chain has 1.5 MB. */
export const maxReplyBytes = 2 * 1024 * 1024;

/** Maximum size of all answers about one chain in a tick. */
export const maxBytesATick = 16 * maxReplyBytes;

/** A log or a header has one bracket or comma in forty bytes. */
const bytesPerValue = 16;
const fewValues = 1_000;

/** Undefined: no JSON, or so many values (`[{},{},…`) that they would take twenty times the text's memory. */
export function parseAnswer(text: string): unknown {
  const most = fewValues + text.length / bytesPerValue;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== comma && code !== bracket && code !== brace) continue;
    values += 1;
    if (values > most) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

export interface NodeReply {
  readonly status: number;
  readonly body: string;
}

/** One POST of JSON-RPC; rejects without a complete reply. @throws UnreadableReply beyond `maxReplyBytes`, decompressed */
export type PostToNode = (url: NodeUrl, body: string, signal: AbortSignal) => Promise<NodeReply>;

/** Uses the runtime's fetch: undici would double the code of a cold start. Follows no redirect to an unknown host. */
export const postToNode: PostToNode = async (url, body, signal) => {
  const reply = await fetch(url.href, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      // Compressed logs are eight to ten times smaller.
      'accept-encoding': 'gzip',
      ...(url.authorization === null ? {} : { authorization: url.authorization }),
    },
    body,
    signal,
    redirect: 'manual',
  });
  const text = reply.body === null ? '' : await readBody(Readable.fromWeb(reply.body), maxReplyBytes);
  return { status: reply.status, body: text };
};

const maxMilliseconds = 10_000;

export type Send = ReturnType<typeof boundedPost>['send'];

/** Posts within the bounds of one tick: calls, bytes and ten seconds. */
export function boundedPost(url: NodeUrl, post: PostToNode, clock: Pick<Clock, 'sleep'>, maxCalls: number) {
  let left = maxCalls;
  let bytesLeft = maxBytesATick;
  const ended = new AbortController();
  const cut = new AbortController();
  const { signal } = cut;
  const slow = new NodeUnusable('The node took longer than ten seconds.');
  clock.sleep(maxMilliseconds, ended.signal).then(
    () => cut.abort(slow),
    () => {},
  );
  // Ends the wait for a post that ignores its signal, too.
  const timeUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(slow));
  });
  timeUp.catch(() => {});
  return {
    /** Null: the answer is too large. */
    async send(body: object, calls: number): Promise<NodeReply | null> {
      signal.throwIfAborted();
      if (calls > left) throw new NodeUnusable(`It would take more than ${maxCalls} calls to the node.`);
      if (bytesLeft <= 0) throw new NodeUnusable('The node sends more than a tick has room for.');
      left -= calls;
      try {
        const reply = await Promise.race([post(url, JSON.stringify(body), signal), timeUp]);
        bytesLeft -= reply.body.length;
        return reply;
      } catch (fault) {
        signal.throwIfAborted();
        bytesLeft -= maxReplyBytes;
        if (fault instanceof UnreadableReply) return null;
        throw new NodeUnusable(`The node gave no complete answer${codeOf(fault)}.`);
      }
    },
    end: () => ended.abort(),
    left: () => left,
    bytesLeft: () => bytesLeft,
  };
}

function codeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return '';
  const code = errorCode(fault) ?? '';
  if (!/^[A-Z_]{3,40}$/.test(code)) return codeOf(fault.cause);
  return code === 'ENOTFOUND' ? ` (${code}: no host has that name)` : ` (${code})`;
}
