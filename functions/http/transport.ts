import { EventEmitter } from 'node:events';
import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../runtime/clock.ts';
import { errorCode, errorText } from '../runtime/error-text.ts';
import type { CallLimits } from '../transfer/source.ts';
import { UnreadableReply, UpstreamUnavailable } from '../transfer/source-errors.ts';
import { createShortenStrings, decodeBody, readBody } from './read-body.ts';

export interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
  readonly body: string;
}

/** A page of 100 transfers is about 100 KB, or up to 1 MB with long names. Fifty replies of the maximum size fit into the function. */
export const defaultTransportLimits = {
  headersMs: 10_000,
  bodyMs: 5_000,
  /** The limit of the whole call: a slow drip of bytes would never reach the other limits. */
  totalMs: 15_000,
  maxBodyBytes: 2 * 1024 * 1024,
};

export type TransportLimits = typeof defaultTransportLimits;

const maxErrorBytes = 64 * 1024;

/** A pool of connections; both endpoints share one. */
export function createDispatcher(): Agent {
  return new Agent({
    connect: { timeout: 3_000 },
    // Longer than the pause between polls a few seconds apart.
    keepAliveTimeout: 10_000,
    // A connection for each call: on a slow API, calls that wait for one would miss their turns and leave together.
    connections: null,
    pipelining: 1,
    // The limiter lets calls pass one at a time, so HTTP/2 would gain nothing.
    allowH2: false,
  });
}

/** GETs with the headers of the API document (5), and follows no redirect. @throws UpstreamUnavailable, ReplyTooLarge */
export function createTransport(dispatcher: Dispatcher, transportLimits: TransportLimits, clock: Clock) {
  return async (url: string, key: string | null, limits: CallLimits): Promise<Reply> => {
    limits.signal?.throwIfAborted();
    const totalMs = Math.min(transportLimits.totalMs, limits.deadline - clock.now());
    if (totalMs <= 0)
      throw new UpstreamUnavailable('The time for this read was up before the call began.', null);
    const cut = new Cut();
    const timer = setTimeout(
      () => cut.abort(new Error(`not complete after ${Math.ceil(totalMs)} ms`)),
      totalMs,
    );
    const stop = () => cut.abort(limits.signal?.reason);
    limits.signal?.addEventListener('abort', stop, { once: true });
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(key === null ? {} : { 'X-API-Key': key }),
        },
        headersTimeout: transportLimits.headersMs,
        bodyTimeout: transportLimits.bodyMs,
        signal: cut,
      });
      const decoded = decodeBody(body, firstOf(headers['content-encoding']));
      return {
        status: statusCode,
        retryAfter: firstOf(headers['retry-after']),
        location: firstOf(headers.location),
        // A refusal's status is enough: a body that is too long or breaks off counts as empty.
        body: await (statusCode < 300
          ? readBody(decoded, transportLimits.maxBodyBytes, createShortenStrings())
          : readBody(decoded, maxErrorBytes).catch(() => '')),
      };
    } catch (fault) {
      limits.signal?.throwIfAborted();
      if (fault instanceof UnreadableReply) throw fault;
      throw unavailable(fault, new URL(url), key);
    } finally {
      clearTimeout(timer);
      limits.signal?.removeEventListener('abort', stop);
    }
  };
}

/** Ends a call. An AbortSignal would slow polls noticeably. */
class Cut extends EventEmitter {
  reason: unknown;

  abort(reason: unknown): void {
    this.reason = reason;
    this.emit('abort');
  }
}

/** The error has only the fault's code and message. Undici's own errors also hold the socket and parts of the reply. */
function unavailable(fault: unknown, { host, hostname }: URL, key: string | null): UpstreamUnavailable {
  const text = fault instanceof Error ? fault.message : String(fault);
  const what = errorText([errorCode(fault), text].filter(Boolean).join(': '), key);
  // Without the address, which mail programs would make a link. The log shows it, in the cause.
  const plain = what
    .replaceAll(host, 'at its address')
    .replaceAll(hostname, 'at its address')
    .replaceAll(/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, 'at its address');
  return new UpstreamUnavailable(`The API gave no complete answer: ${plain}.`, null, {
    cause: new Error(what),
  });
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
