import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { MockAgent } from 'undici';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createTransferPages } from '../../functions/api/transfer-pages.ts';
import { createDispatcher, type TransportLimits } from '../../functions/http/transport.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import {
  BadRequest,
  RateLimited,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../functions/transfer/source-errors.ts';
import { testKey } from '../support/test-key.ts';
import { httpReply, loopbackServer } from './loopback-server.ts';
import { apiOptions, failureOf, keyed, readAll, transferPages, unpaced, wirePage } from './test-api.ts';

const text = JSON.stringify(wirePage());
const page = httpReply(200, text);
const allButItsEnd = page.slice(0, -40);

interface ReadOptions extends Partial<TransportLimits> {
  readonly within?: number;
  readonly signal?: AbortSignal;
  /** undici's own timers run in steps of about a second, so three tries would take three seconds. */
  readonly oneTry?: boolean;
}

/** A source on a real socket, with real time and small limits; each call reads all pages. */
function sourceAt(url: string, { within = 5_000, signal, oneTry, ...own }: ReadOptions) {
  const dispatcher = createDispatcher();
  onTestFinished(() => dispatcher.destroy());
  let tries = 0;
  const acquire = async () => {
    tries += 1;
    if (oneTry && tries > 1) throw new RateLimited('one try only', null);
  };
  const read = createTransferPages({
    baseUrl: url,
    apiVersion: 'v2',
    apiKey: keyed(testKey),
    limiter: { ...unpaced, acquire },
    clock: systemClock,
    random: () => 0.01,
    dispatcher,
    transportLimits: own,
  });
  return () => readAll(read, { deadline: Date.now() + within, ...(signal === undefined ? {} : { signal }) });
}

/** One read of a server that gives this answer: its pages, or its error. */
async function readAt(answer: Parameters<typeof loopbackServer>[0], options: ReadOptions = {}) {
  const { url, requests } = await loopbackServer(answer);
  const read = sourceAt(url, options)();
  const [pages, failure] = await read.then(
    (all) => [all, null] as const,
    (error: unknown) => [[], error] as const,
  );
  return { pages, failure, requests: requests() };
}

const writes = (reply: string | Buffer) => (socket: Socket) => void socket.write(reply);

/** Timers and the date stand still, but sockets go on. @returns a function that lets milliseconds pass */
function timeStandsStill(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

describe('a server that compresses its body unasked', () => {
  const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  const packed = (coding: string, body: Buffer | string) => {
    const head = `HTTP/1.1 200 X\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
  };

  it.each(['gzip', 'deflate', 'br'] as const)('with %s is understood', async (coding) => {
    expect((await readAt(writes(packed(coding, pack[coding](text))))).pages).toHaveLength(1);
  });

  it.each(['constructor', '__proto__', 'none'])(
    'with an unknown coding, %s, is read as it is',
    async (coding) => {
      expect((await readAt(writes(packed(coding, text)))).pages).toHaveLength(1);
    },
  );

  it('is cut off at the limit of its unpacked size', async () => {
    const bomb = packed('gzip', gzipSync(' '.repeat(900_000)));
    const { failure } = await readAt(writes(bomb), { maxBodyBytes: 200_000 });
    expect(failure).toMatchObject({ message: expect.stringContaining('larger than') });
  });

  it('and breaks the coding gave no complete answer', async () => {
    const broken = packed('gzip', gzipSync(text));
    broken.fill(0, broken.length - 20);
    expect((await readAt(writes(broken))).failure).toBeInstanceOf(UpstreamUnavailable);
  });
});

describe('a server that breaks off', () => {
  it('before it answers is called twice', async () => {
    const { failure, requests } = await readAt((socket) => socket.resetAndDestroy());
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    // In a mail the address would become a link.
    expect(failure).toMatchObject({ status: null, message: expect.not.stringContaining('127.0.0.1') });
    expect(requests).toBe(2);
  });

  it('in the middle of its body is called again, and the page counts once', async () => {
    const { pages } = await readAt((socket, { count }) => {
      if (count > 1) socket.write(page);
      else socket.write(allButItsEnd, () => socket.destroy());
    });
    expect(pages.map(({ transfers }) => transfers.length)).toEqual([1]);
  });

  it.each<[string, (socket: Socket) => void]>([
    [
      'in a chunked body without end',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n', () => socket.end()),
    ],
    ['and answers in no HTTP at all', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['after too many header lines', writes(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}\r\n\r\n`)],
  ])('%s is unavailable', async (_how, answer) => {
    expect((await readAt(answer)).failure).toBeInstanceOf(UpstreamUnavailable);
  });

  it('whose port is closed is unavailable', async () => {
    const failure = await failureOf(sourceAt('http://127.0.0.1:1', {})());
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(String(failure)).toMatch(/ECONNREFUSED/);
  });

  it('is described by the fault; only the cause has the address', async () => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    const said = 'connect ETIMEDOUT 192.0.2.17:8443 (api.example:8443, api.example, 198.51.100.1)';
    const fault = Object.assign(new Error(said), { code: 'ETIMEDOUT' });
    const pool = dispatcher.get('https://api.example:8443');
    pool
      .intercept({ path: () => true })
      .replyWithError(fault)
      .times(2);
    const options = apiOptions({ dispatcher });
    const source = transferPages(options, { baseUrl: 'https://api.example:8443' });
    expect(await failureOf(readAll(source, options.limits))).toMatchObject({
      message:
        'The API gave no complete answer: ETIMEDOUT: connect ETIMEDOUT at its address (at its address, at its address, at its address).',
      cause: new Error(`ETIMEDOUT: ${said}`),
    });
  });
});

describe('a server that is slow', () => {
  it('to begin is aborted at the deadline', async () => {
    const passes = timeStandsStill();
    const { failure } = await readAt(() => passes(150), { within: 150 });
    expect(String(failure)).toMatch(/UpstreamUnavailable.*not complete after 150 ms/);
  });

  // undici looks at its limits once a second.
  if (inject('thorough')) {
    it.each([
      ['to begin', 'headers', { headersMs: 60 }, '', /HEADERS_TIMEOUT/],
      ['between two pieces of its body', 'the body', { bodyMs: 60 }, allButItsEnd, /BODY_TIMEOUT/],
    ])('%s is cut off by the limit on %s long before a far deadline', async (_, __, limit, sent, says) => {
      const { failure } = await readAt(writes(sent), { ...limit, within: 60_000, oneTry: true });
      expect(failure).toBeInstanceOf(UpstreamUnavailable);
      expect(String(failure)).toMatch(says);
    });

    it('with the body of a 429 still counts as a 429', async () => {
      const reply = 'HTTP/1.1 429 X\r\nretry-after: 9\r\ncontent-length: 100\r\n\r\n{';
      const { failure, requests } = await readAt(writes(reply), { bodyMs: 60 });
      expect(failure).toBeInstanceOf(RateLimited);
      expect(failure).toMatchObject({ retryAfterSeconds: 9 });
      expect(requests).toBe(1);
    });
  }

  it('and drips is aborted by the total limit, though no single wait is long', async () => {
    const passes = timeStandsStill();
    const { failure } = await readAt(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{');
        const drip = setInterval(() => socket.write(' ', () => passes(20)), 1);
        socket.on('close', () => clearInterval(drip));
      },
      { totalMs: 120, bodyMs: 1_000, within: 60_000, oneTry: true },
    );
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(String(failure)).toMatch(/not complete after 120 ms/);
  });
});

describe('a server that sends too much', () => {
  it.each([200, 400])('with status %i is aborted while it sends', async (status) => {
    timeStandsStill();
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024, ' ');
    const answer = (socket: Socket) => {
      socket.write(`HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\n\r\n`);
      const send = () => {
        if (socket.destroyed || sent > 500 * piece.length) return;
        sent += piece.length;
        socket.write(`${piece.length.toString(16)}\r\n`);
        socket.write(piece);
        socket.write('\r\n', send);
      };
      send();
    };
    const { failure } = await readAt(answer, { maxBodyBytes: 200_000 });
    expect(failure).toBeInstanceOf(status === 200 ? UnreadableReply : BadRequest);
    expect(sent).toBeLessThan(400 * piece.length);
  });
});

it.each<[string, (socket: Socket, stop: () => void) => void]>([
  ['a call', (_, stop) => stop()],
  ['a body', (socket, stop) => socket.write(allButItsEnd, () => setTimeout(stop, 30))],
])('a caller who gives up gets the reason back while %s hangs, without another try', async (_, answer) => {
  const caller = new AbortController();
  const stop = () => caller.abort(new Error('shutting down'));
  const { failure, requests } = await readAt((socket) => answer(socket, stop), { signal: caller.signal });
  expect(failure).toMatchObject({ message: 'shutting down' });
  expect(requests).toBe(1);
});

describe('connections', () => {
  it('are kept for the next call', async () => {
    const sockets = new Set<unknown>();
    const { url, requests } = await loopbackServer((socket) => {
      sockets.add(socket);
      socket.write(page);
    });
    const read = sourceAt(url, {});
    for (let i = 0; i < 8; i += 1) await read();
    expect(requests()).toBe(8);
    // A second connection opens if a call follows before the first connection is free.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it("are as many as concurrent calls: no call waits for another's answer", async () => {
    const caller = new AbortController();
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const { url } = await loopbackServer((_socket, { count }) => {
      if (count === 120) resolve();
    });
    const read = sourceAt(url, { within: 20_000, signal: caller.signal });
    const calls = Array.from({ length: 120 }, () => failureOf(read()));
    await all;
    caller.abort(new Error('seen enough'));
    await Promise.all(calls);
  });

  it('carry a redirect to no other host', async () => {
    const other = await loopbackServer(writes(page));
    const redirect = httpReply(302, '', { location: `${other.url}/api/v2` });
    expect((await readAt(writes(redirect))).failure).toBeInstanceOf(BadRequest);
    expect(other.requests()).toBe(0);
  });
});
