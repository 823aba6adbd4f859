import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Agent, MockAgent } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createDispatcher,
  defaultTransportLimits,
  type TransportLimits,
} from '../../../functions/api/http/transport.ts';
import { createTransferPages } from '../../../functions/api/transfer-pages.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import type { RateLimiter } from '../../../functions/transfer/source.ts';
import {
  BadRequest,
  RateLimited,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../../functions/transfer/source-errors.ts';
import { testKey } from '../../support/test-key.ts';
import { httpReply, loopbackServer } from '../loopback-server.ts';
import { apiOptions, failureOf, keyed, readAll, transferPages, unpaced, wirePage } from '../test-api.ts';

const page = httpReply(200, JSON.stringify(wirePage()));

/** A source against a real socket, with real time and small limits. */
function sourceAt(
  url: string,
  transportLimits: Partial<TransportLimits> = {},
  limiter: RateLimiter = unpaced,
) {
  const dispatcher = createDispatcher({ ...defaultTransportLimits, ...transportLimits });
  onTestFinished(() => dispatcher.destroy());
  return createTransferPages({
    baseUrl: url,
    apiVersion: 'v2',
    apiKey: keyed(testKey),
    limiter,
    clock: systemClock,
    random: () => 0.01,
    dispatcher,
    transportLimits,
  });
}

/** Lets one try through: undici's own timers run in steps of about a second, and three tries would take three. */
function oneTry(): RateLimiter {
  let tries = 0;
  const acquire = async () => {
    tries += 1;
    if (tries > 1) throw new RateLimited('one try only', null);
  };
  return { acquire, answered: () => {} };
}

/** Timers and the date stand still, and sockets go on. @returns lets milliseconds pass */
function timeStandsStill(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

const inMs = (ms: number) => ({ deadline: Date.now() + ms });

describe('a server that packs its body unasked', () => {
  const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  const reply = (coding: keyof typeof pack, text: string) => {
    const body = pack[coding](text);
    const head = `HTTP/1.1 200 X\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  };

  it.each(['gzip', 'deflate', 'br'] as const)('by %s is understood', async (coding) => {
    const { url } = await loopbackServer((socket) => socket.write(reply(coding, JSON.stringify(wirePage()))));
    expect(await readAll(sourceAt(url), inMs(5_000))).toHaveLength(1);
  });

  it.each(['constructor', '__proto__', 'none'])(
    'by an unknown coding, %s, is read as it is',
    async (coding) => {
      const body = JSON.stringify(wirePage());
      const head = `HTTP/1.1 200 X\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`;
      const { url } = await loopbackServer((socket) => socket.write(head + body));
      expect(await readAll(sourceAt(url), inMs(5_000))).toHaveLength(1);
    },
  );

  it('is cut off at the limit of its unpacked size', async () => {
    const { url } = await loopbackServer((socket) => socket.write(reply('gzip', ' '.repeat(900_000))));
    const limited = sourceAt(url, { maxBodyBytes: 200_000 });
    expect(await failureOf(readAll(limited, inMs(5_000)))).toMatchObject({
      message: expect.stringContaining('larger than'),
    });
  });

  it('and breaks the coding has given no complete answer', async () => {
    const broken = Buffer.from(reply('gzip', JSON.stringify(wirePage())));
    broken.fill(0, broken.length - 20);
    const { url } = await loopbackServer((socket) => socket.write(broken));
    expect(await failureOf(readAll(sourceAt(url), inMs(5_000)))).toBeInstanceOf(UpstreamUnavailable);
  });
});

describe('a server that breaks off', () => {
  it('before it answers is tried twice', async () => {
    const { url, requests } = await loopbackServer((socket) => socket.resetAndDestroy());
    const failure = await failureOf(readAll(sourceAt(url), inMs(5_000)));
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    // In a mail the address would be a link.
    expect(failure).toMatchObject({ status: null, message: expect.not.stringContaining('127.0.0.1') });
    expect(requests()).toBe(2);
  });

  it('in the middle of its body is tried again, and the whole page counts once', async () => {
    const { url } = await loopbackServer((socket, { count }) => {
      if (count > 1) socket.write(page);
      else socket.write(page.slice(0, -40), () => socket.destroy());
    });
    const pages = await readAll(sourceAt(url), inMs(5_000));
    expect(pages.map(({ transfers }) => transfers.length)).toEqual([1]);
  });

  it('in a chunked body without end is unavailable, not the end of the list', async () => {
    const { url } = await loopbackServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n', () => socket.end());
    });
    expect(await failureOf(readAll(sourceAt(url), inMs(5_000)))).toBeInstanceOf(UpstreamUnavailable);
  });

  it('with JSON cut short but its length kept is unreadable', async () => {
    const { url, requests } = await loopbackServer((socket) => {
      socket.write(httpReply(200, '{"result": [{"value": "1'));
    });
    expect(await failureOf(readAll(sourceAt(url), inMs(5_000)))).toBeInstanceOf(UnreadableReply);
    expect(requests()).toBe(2);
  });

  it('that does not listen is unavailable', async () => {
    const failure = await failureOf(readAll(sourceAt('http://127.0.0.1:1'), inMs(5_000)));
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(String(failure)).toMatch(/ECONNREFUSED/);
  });

  it('is named by what went wrong, its address in the cause alone', async () => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    const text = 'connect ETIMEDOUT 192.0.2.17:8443 (api.example:8443, api.example, 198.51.100.1)';
    const fault = Object.assign(new Error(text), { code: 'ETIMEDOUT' });
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
      cause: new Error(`ETIMEDOUT: ${text}`),
    });
  });

  it('that answers in no HTTP at all is unavailable', async () => {
    const { url } = await loopbackServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(await failureOf(readAll(sourceAt(url), inMs(5_000)))).toBeInstanceOf(UpstreamUnavailable);
  });
});

describe('a server that is slow', () => {
  it('to begin is cut off at the deadline', async () => {
    const passes = timeStandsStill();
    const { url } = await loopbackServer(() => passes(150));
    expect(await failureOf(readAll(sourceAt(url), inMs(150)))).toBeInstanceOf(UpstreamUnavailable);
  });

  it('to begin is cut off by the limit on headers long before a far deadline', async () => {
    const { url } = await loopbackServer(() => {});
    const failure = await failureOf(readAll(sourceAt(url, { headersMs: 60 }, oneTry()), inMs(60_000)));
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(String(failure)).toMatch(/HEADERS_TIMEOUT/);
  });

  it('between two pieces of its body is cut off by the limit on the body', async () => {
    const { url } = await loopbackServer((socket) => void socket.write(page.slice(0, -40)));
    const failure = await failureOf(readAll(sourceAt(url, { bodyMs: 60 }, oneTry()), inMs(60_000)));
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(String(failure)).toMatch(/BODY_TIMEOUT/);
  });

  it('and drips is cut off by the total limit, though no single wait is long', async () => {
    const passes = timeStandsStill();
    const { url } = await loopbackServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{');
      const drip = setInterval(() => socket.write(' ', () => passes(20)), 1);
      socket.on('close', () => clearInterval(drip));
    });
    const failure = await failureOf(
      readAll(sourceAt(url, { totalMs: 120, bodyMs: 1_000 }, oneTry()), inMs(60_000)),
    );
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(String(failure)).toMatch(/not complete after 120 ms/);
  });

  it('with the body of a 429 is a 429 all the same', async () => {
    const { url, requests } = await loopbackServer((socket) => {
      socket.write('HTTP/1.1 429 X\r\nretry-after: 9\r\ncontent-length: 100\r\n\r\n{');
    });
    const failure = await failureOf(readAll(sourceAt(url, { bodyMs: 60 }), inMs(5_000)));
    expect(failure).toBeInstanceOf(RateLimited);
    expect(failure).toMatchObject({ retryAfterSeconds: 9 });
    expect(requests()).toBe(1);
  });
});

describe('a server that sends too much', () => {
  it.each([200, 400])('with status %i is cut off while it sends', async (status) => {
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024, ' ');
    const { url } = await loopbackServer((socket) => {
      socket.write(`HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\n\r\n`);
      const send = () => {
        if (socket.destroyed || sent > 500 * piece.length) return;
        sent += piece.length;
        socket.write(`${piece.length.toString(16)}\r\n`);
        socket.write(piece);
        socket.write('\r\n', send);
      };
      send();
    });
    const failure = await failureOf(readAll(sourceAt(url, { maxBodyBytes: 200_000 }), inMs(5_000)));
    expect(failure).toBeInstanceOf(status === 200 ? UnreadableReply : BadRequest);
    expect(sent).toBeLessThan(400 * piece.length);
  });

  it('in header lines is unavailable', async () => {
    const { url } = await loopbackServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}\r\n\r\n`);
    });
    expect(await failureOf(readAll(sourceAt(url), inMs(5_000)))).toBeInstanceOf(UpstreamUnavailable);
  });

  it('is read in full if it stays just below the limit, in pieces of any size', async () => {
    const body = JSON.stringify({ ...wirePage(), padding: 'é'.repeat(100_000) });
    const { url } = await loopbackServer((socket) => {
      const bytes = Buffer.from(httpReply(200, body));
      for (let at = 0; at < bytes.length; at += 7_919) socket.write(bytes.subarray(at, at + 7_919));
    });
    expect(await readAll(sourceAt(url, { maxBodyBytes: Buffer.byteLength(body) }), inMs(5_000))).toHaveLength(
      1,
    );
  });
});

describe('a caller who gives up', () => {
  it('gets the reason back while a call hangs, without another try', async () => {
    const stop = new AbortController();
    const { url, requests } = await loopbackServer(() => stop.abort(new Error('shutting down')));
    const failure = await failureOf(readAll(sourceAt(url), { ...inMs(5_000), signal: stop.signal }));
    expect(failure).toMatchObject({ message: 'shutting down' });
    expect(requests()).toBe(1);
  });

  it('gets the reason back while a body hangs', async () => {
    const stop = new AbortController();
    const { url } = await loopbackServer((socket) => {
      socket.write(page.slice(0, -40), () => setTimeout(() => stop.abort(new Error('shutting down')), 30));
    });
    const failure = await failureOf(readAll(sourceAt(url), { ...inMs(5_000), signal: stop.signal }));
    expect(failure).toMatchObject({ message: 'shutting down' });
  });
});

describe('connections', () => {
  it('are kept for the next call', async () => {
    const sockets = new Set<unknown>();
    const { url, requests } = await loopbackServer((socket) => {
      sockets.add(socket);
      socket.write(page);
    });
    const source = sourceAt(url);
    for (let read = 0; read < 8; read += 1) await readAll(source, inMs(5_000));
    expect(requests()).toBe(8);
    // A second connection is opened if a call follows before the first connection is given back.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it('are as many as there are calls under way: none waits for the answer to another', async () => {
    const stop = new AbortController();
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const { url } = await loopbackServer((_socket, { count }) => {
      if (count === 120) resolve();
    });
    const source = sourceAt(url);
    const calls = Array.from({ length: 120 }, () =>
      failureOf(readAll(source, { ...inMs(20_000), signal: stop.signal })),
    );
    await all;
    stop.abort(new Error('seen enough'));
    await Promise.all(calls);
  });

  it('carry a redirect to no other host', async () => {
    const other = await loopbackServer((socket) => socket.write(page));
    const { url } = await loopbackServer((socket) => {
      socket.write(httpReply(302, '', { location: `${other.url}/api/v2` }));
    });
    expect(await failureOf(readAll(sourceAt(url), inMs(5_000)))).toBeInstanceOf(BadRequest);
    expect(other.requests()).toBe(0);
  });

  it('are the source’s own if it is given none', async () => {
    const { url } = await loopbackServer((socket) => socket.end(page));
    const source = createTransferPages({
      baseUrl: url,
      apiVersion: 'v2',
      apiKey: keyed(null),
      limiter: unpaced,
      clock: systemClock,
      random: Math.random,
    });
    expect(await readAll(source, inMs(5_000))).toHaveLength(1);
    expect(createDispatcher()).toBeInstanceOf(Agent);
  });
});
