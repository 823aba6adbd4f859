import type { Clock } from '../runtime/clock.ts';
import { UnreadableReply } from '../transfer/source-errors.ts';
import { NodeUnusable } from './calls.ts';
import type { NodeUrl } from './node-parameters.ts';
import { maxBytesATick, maxReplyBytes, type NodeReply, type PostToNode } from './post-to-node.ts';

/** Null: the answer is too large. */
export type Send = (body: object, calls: number) => Promise<NodeReply | null>;

const maxMilliseconds = 10_000;

/** Posts within the bounds of one tick: calls, bytes and ten seconds. */
export function boundedPost(
  url: NodeUrl,
  post: PostToNode,
  clock: Pick<Clock, 'sleep'>,
  maxCalls: number,
): { readonly send: Send; readonly end: () => void; readonly left: () => number } {
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
    async send(body, calls) {
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
  };
}

/** Only the code, because clients' messages hold addresses. */
function codeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return '';
  const code = 'code' in fault ? String(fault.code) : '';
  if (!/^[A-Z_]{3,40}$/.test(code)) return codeOf(fault.cause);
  return code === 'ENOTFOUND' ? ` (${code}: no host has that name)` : ` (${code})`;
}
