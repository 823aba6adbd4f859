import { Readable } from 'node:stream';
import { readBody } from '../api/http/read-body.ts';
import { maxReplyBytes } from './answer-bounds.ts';
import type { NodeUrl } from './node-url.ts';

export interface NodeReply {
  readonly status: number;
  readonly body: string;
}

/** One POST of JSON-RPC; rejects without a complete reply. @throws UnreadableReply beyond `maxReplyBytes`, decompressed */
export type PostToNode = (url: NodeUrl, body: string, signal: AbortSignal) => Promise<NodeReply>;

/** The runtime's fetch: undici would double the code of a cold start. Redirects would carry the request to an unknown host. */
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
