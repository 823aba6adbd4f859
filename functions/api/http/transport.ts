import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../../runtime/clock.ts';
import type { CallLimits } from '../../transfer/source.ts';
import { UnreadableReply, UpstreamUnavailable } from '../../transfer/source-errors.ts';
import { decodeBody, readBody } from './read-body.ts';
import { errorText } from './server-message.ts';

/** Milliseconds a single call may take; bytes a reply may have. */
export interface TransportLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly bodyMs: number;
  /** From first to last: a body that drips in slowly never lets the other limits run out. */
  readonly totalMs: number;
  readonly maxBodyBytes: number;
}

/**
 * The API's slow replies take some seconds. A page of 100 transfers is about 100 KB; fifty pages of the largest at once, which the
 * names of worthless tokens can make, fit beside the rest into the poll function's memory.
 */
export const defaultTransportLimits: TransportLimits = {
  connectMs: 3_000,
  headersMs: 10_000,
  bodyMs: 5_000,
  totalMs: 15_000,
  maxBodyBytes: 2 * 1024 * 1024,
};

/** What came back, whatever its status. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly location: string | null;
}

/** One GET. Throws UpstreamUnavailable where no complete reply comes, ReplyTooLarge where it is too large. */
export type Transport = (url: string, key: string | null, limits: CallLimits) => Promise<Reply>;

/** A pool of connections for calls to the API; share one between both endpoints. */
export function createDispatcher(limits: TransportLimits = defaultTransportLimits): Agent {
  return new Agent({
    connect: { timeout: limits.connectMs },
    // Polls come each few seconds at most: a connection kept for longer is one the server has closed.
    keepAliveTimeout: 10_000,
    // A call that waited for a connection would leave after its turn, and a slow API's calls together: each has its own.
    connections: null,
    pipelining: 1,
    // One call at a time passes the limiter: HTTP/2 has nothing to gain here, and finding out would hold calls up.
    allowH2: false,
  });
}

/**
 * GET with the headers of the API document, section 5, and limits on connect, headers, body and total time,
 * never beyond the caller's deadline. Redirects are not followed: they would carry the key to another host.
 * An abort throws the signal's reason.
 */
export function createTransport(options: {
  dispatcher: Dispatcher;
  clock: Clock;
  limits: TransportLimits;
}): Transport {
  const { dispatcher, clock, limits: own } = options;
  return async (url, key, limits) => {
    limits.signal?.throwIfAborted();
    const totalMs = Math.min(own.totalMs, limits.deadline - clock.now());
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
        headersTimeout: own.headersMs,
        bodyTimeout: own.bodyMs,
        signal: cut,
      });
      const decoded = decodeBody(body, single(headers['content-encoding']));
      return {
        status: statusCode,
        retryAfter: single(headers['retry-after']),
        location: single(headers.location),
        body: await (statusCode < 300 ? readBody(decoded, own.maxBodyBytes) : readErrorBody(decoded)),
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

/** What ends a call: undici takes an emitter in place of an AbortSignal, whose cost a poll would notice. */
class Cut extends EventEmitter {
  reason: unknown;

  abort(reason: unknown): void {
    this.reason = reason;
    this.emit('abort');
  }
}

/** A refusal counts with its status alone: where its body is too long or breaks off, it is taken for empty. */
async function readErrorBody(body: Readable): Promise<string> {
  return readBody(body, 64 * 1024).catch(() => '');
}

/**
 * The cause is a plain copy of its name, code and message: undici's own errors hold pieces of the reply and the
 * socket, which belong in no log.
 */
function unavailable(fault: unknown, { host, hostname }: URL, key: string | null): UpstreamUnavailable {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : null;
  const text = fault instanceof Error ? fault.message : String(fault);
  const what = errorText([code, text].filter(Boolean).join(': '), key);
  // The log has the address, in the cause. In a mail it would be a link, or be broken like one.
  const plain = what
    .replaceAll(host, 'its address')
    .replaceAll(hostname, 'its address')
    .replaceAll(/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, 'its address');
  return new UpstreamUnavailable(`The API gave no complete answer: ${plain}.`, null, {
    cause: new Error(what),
  });
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
