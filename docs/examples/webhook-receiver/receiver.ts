import type { IncomingMessage, RequestListener } from 'node:http';
import type { Seen } from '../seen/seen.ts';
import { verifiedId } from './verify.ts';

/** An alert has at most 256 KB, because SNS takes no more. */
const maxBytes = 256 * 1024;

export interface ReceiverDependencies {
  readonly secrets: readonly string[];
  readonly seen: Seen;
  /** Your work for a message: an alert, or, with `operations: true`, an operations message. */
  readonly act: (message: unknown) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Answers Chainbell's signed webhook. After 2xx the message is done. After 5xx it is retried for a day. After most 4xx it is a dead
 * letter at once. Never answer 404 or 410: they switch the whole destination off.
 */
export function createReceiver({
  secrets,
  seen,
  act,
  now = Date.now,
}: ReceiverDependencies): RequestListener {
  const statusOf = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 405;
    const body = await bodyOf(request);
    if (body === null) return 413;
    // Verify before you parse, look up or remember anything: anybody can call a public URL.
    const id = verifiedId({ headers: request.headers, body }, secrets, now());
    if (id === null) return 401;
    const state = await seen.begin(id);
    // A repeat, because the answer was lost: without 2xx it would come again.
    if (state === 'done') return 204;
    if (state === 'busy') return 503;
    try {
      await act(JSON.parse(body.toString('utf8')));
    } catch (error) {
      await seen.giveUp(id);
      throw error;
    }
    await seen.finish(id);
    return 204;
  };

  return async (request, response) => {
    const status = await statusOf(request).catch(() => 503);
    response.writeHead(status).end();
  };
}

/** Null if the body is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
