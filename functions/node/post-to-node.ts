import { Readable } from 'node:stream';
import { readBody } from '../api/http/read-body.ts';
import { maxReplyBytes } from './answer-bounds.ts';
import type { NodeUrl } from './node-url.ts';

/** A node's reply of any status. */
export interface NodeReply {
  readonly status: number;
  readonly body: string;
}

/**
 * One POST of JSON-RPC; rejects if no complete reply comes, and when the signal aborts.
 * @throws UnreadableReply beyond `maxReplyBytes`, which are counted decompressed while they come in
 */
export type PostToNode = (url: NodeUrl, body: string, signal: AbortSignal) => Promise<NodeReply>;

/**
 * Uses the runtime's own fetch: a copy of undici would double the code that the dispatch function loads at each cold start.
 * Redirects are not followed: they would carry the request to a host that nobody chose.
 */
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
