import { Agent, type Dispatcher, request } from 'undici';
import { ForbiddenAddress, guardedLookup } from '../../runtime/address-guard.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorCode } from '../../runtime/error-text.ts';

export interface Call {
  readonly method: 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the answer: `maxAnswerBytes` at most, and less if the connection broke. */
  readonly body: string;
}

/** A network fault, or a timeout. The message holds neither URL nor host. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** @throws NoAnswer; ForbiddenAddress if the host's name resolves to one */
export type Send = (call: Call) => Promise<Answer>;

/** Timeout of a whole call in ms. If the answer is incomplete by then, its status counts, and the part that has come. */
const tryMs = 10_000;
/** Services answer a few KB; nothing beyond is read. */
const maxAnswerBytes = 32 * 1024;

/** Connects to checked addresses only. */
export function createDestinationAgent(allowLoopback: boolean, lookup = guardedLookup(allowLoopback)): Agent {
  return new Agent({
    connect: { timeout: 5_000, lookup },
    keepAliveTimeout: 4_000,
    // The services' own limits leave nothing for HTTP/2 to gain.
    allowH2: false,
    pipelining: 1,
  });
}

/** Redirects are not followed: they lead to unchecked addresses. */
export function createSend(dispatcher: Dispatcher, clock: Pick<Clock, 'sleep'>): Send {
  return async ({ url, ...call }) => {
    const [answered, tooLate] = [new AbortController(), new AbortController()];
    const { signal } = tooLate;
    clock.sleep(tryMs, answered.signal).then(
      () => tooLate.abort(),
      () => {},
    );
    try {
      const { statusCode, headers, body } = await request(url, { dispatcher, ...call, signal });
      return { status: statusCode, headers, body: await beginningOf(body) };
    } catch (error) {
      const forbidden = forbiddenIn(error);
      if (forbidden !== null) throw forbidden;
      const fault = signal.aborted ? 'within 10 seconds' : `(${errorCode(error) ?? 'unknown fault'})`;
      throw new NoAnswer(`no complete answer ${fault}`);
    } finally {
      answered.abort();
    }
  };
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  let held = Buffer.alloc(0);
  try {
    for await (const piece of body) {
      held = Buffer.concat([held, piece]);
      // Leaving the loop ends the body, and with it the connection.
      if (held.length >= maxAnswerBytes) break;
    }
  } catch {
    // The status is known: a service that took the message must not get it again.
  }
  return held.toString('utf8', 0, maxAnswerBytes);
}

function forbiddenIn(error: unknown): ForbiddenAddress | null {
  if (error instanceof ForbiddenAddress) return error;
  if (error instanceof AggregateError)
    return error.errors.map(forbiddenIn).find((one) => one !== null) ?? null;
  return error instanceof Error && error.cause !== undefined ? forbiddenIn(error.cause) : null;
}
