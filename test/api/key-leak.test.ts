import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../functions/runtime/clock.ts';
import { errorText } from '../../functions/runtime/error-text.ts';
import { testKey } from '../support/test-key.ts';
import { httpReply, loopbackServer } from './loopback-server.ts';
import {
  apiOptions,
  coinSource,
  failureOf,
  keyed,
  readAll,
  transferPages,
  wireEntry,
  wirePage,
} from './test-api.ts';

const key = testKey;

/** Everything a logger could find in an error: every own property, including hidden ones, and all causes. */
function everythingOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 10) return inspect(error);
  const own = Reflect.ownKeys(error).map((name) => everythingOf(Reflect.get(error, name), depth + 1));
  return [inspect(error, { depth: 10, showHidden: true }), String(error), JSON.stringify(error), ...own].join(
    '\n',
  );
}

describe('the API key', () => {
  const echo = `your key ${key} (${encodeURIComponent(key)}) is ${key}`;
  it.each([
    ['a 200 that is no JSON', 200, echo],
    ['a 200 with JSON cut short', 200, `{"result": "${key}"`],
    ['a 200 with a message', 200, JSON.stringify({ message: echo })],
    ['a 200 with a wrong cursor', 200, JSON.stringify(wirePage([wireEntry()], { [key]: key }))],
    ['a 302', 302, ''],
    ['a 400', 400, JSON.stringify({ message: echo })],
    ['a 400 that is cut within the key', 400, JSON.stringify({ message: [`${'x'.repeat(250)} ${key}`] })],
    ['a 400 with details', 400, JSON.stringify({ details: { [key]: { message: key } } })],
    ['a 401', 401, JSON.stringify({ message: echo })],
    ['a 401 about the plan', 401, JSON.stringify({ message: `plan consumed by ${key}` })],
    ['a 403 in plain text', 403, echo],
    ['a 429', 429, JSON.stringify({ error: echo })],
    ['a 503', 503, JSON.stringify({ message: echo })],
  ])('is in no part of the error of %s that echoes it', async (_what, status, body) => {
    const { url } = await loopbackServer((socket) => {
      socket.write(httpReply(status, body, { location: `https://${key}.example/${key}` }));
    });
    const options = apiOptions({ apiKey: keyed(key) });
    const limits = { deadline: options.clock.now() + 60_000 };
    const failure = await failureOf(readAll(transferPages(options, { baseUrl: url }), limits));
    expect(failure).toBeInstanceOf(Error);
    expect(everythingOf(failure)).not.toContain(key);
    expect(everythingOf(failure)).not.toContain(encodeURIComponent(key));
    expect(everythingOf(failure).toLowerCase()).not.toContain('secret');
  });

  it.each([
    ['a reset', ''],
    ['no HTTP', `${key} ${key}\r\n\r\n`],
    ['a broken header', `HTTP/1.1 200 OK\r\nx${key}\0: ${key}\r\n\r\n`],
    ['a short body', `HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n${key}`],
  ])('is in no part of the error of %s', async (_what, bytes) => {
    const { url } = await loopbackServer((socket) => socket.write(bytes, () => socket.destroy()));
    const options = apiOptions({ apiKey: keyed(key), clock: systemClock, random: () => 0 });
    const failure = await failureOf(readAll(transferPages(options, { baseUrl: url }), options.limits));
    expect(failure).toMatchObject({ name: 'UpstreamUnavailable', cause: expect.any(Error) });
    expect(everythingOf(failure)).not.toContain(key);
  });

  it('is in no part of the error if it is no valid header value', async () => {
    const options = apiOptions({ apiKey: keyed(`${key}\r\nx-evil: 1`) });
    const failure = await failureOf(coinSource(options).coins(['ab'], options.limits));
    expect(failure).toMatchObject({ name: 'KeyRefused' });
    expect(everythingOf(failure)).not.toContain(key);
  });

  it('is blanked in a text, which is trimmed and has 300 characters at most', () => {
    expect(errorText(` \u0007your key ${key}\n`, key)).toBe('your key [API key]');
    expect(errorText(encodeURIComponent('a key'), 'a key')).toBe('[API key]');
    expect(errorText('x'.repeat(300), key)).toBe('x'.repeat(300));
    expect(errorText(`${'x'.repeat(298)} ${'y'.repeat(9)}`, key)).toBe(`${'x'.repeat(298)}…`);
  });

  it('is blanked before a text is cut, so that no part of it stays at the end', () => {
    const text = errorText(`${'x'.repeat(290)}${key}`, key);
    expect(text).not.toContain(key.slice(0, 5));
    expect(text.length).toBeLessThanOrEqual(300);
  });
});
