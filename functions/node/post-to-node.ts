import { Readable } from 'node:stream';
import { readBody } from '../api/http/read-body.ts';
import { maxReplyBytes } from './answer-bounds.ts';
import type { NodeUrl } from './node-url.ts';

/** What a node answered, whatever its status. */
export interface NodeReply {
  readonly status: number;
  readonly body: string;
}

/**
 * One POST of JSON-RPC; rejects where no complete reply comes, and when the signal aborts.
 * @throws UnreadableReply beyond `maxReplyBytes`, which are counted unpacked while they come in
 */
export type PostToNode = (url: NodeUrl, body: string, signal: AbortSignal) => Promise<NodeReply>;

/**
 * By the runtime's own fetch: a copy of undici would double what the dispatch function reads at each cold start.
 * Redirects are not followed: they would carry what is asked to a host that nobody chose.
 */
export const postToNode: PostToNode = async (url, body, signal) => {
  const reply = await fetch(url.href, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      // Logs are packed eight to ten times smaller.
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
