import { describe, expect, it } from 'vitest';
import { BaseUrlUnreadable, parseApiVersion, parseBaseUrl } from '../../../functions/api/http/base-url.ts';
import { classifyReply } from '../../../functions/api/http/classify-reply.ts';

const now = Date.parse('2026-01-02T03:00:00.000Z');
const said = (status: number, message = '', over = {}, key: string | null = 'k-1') => {
  const body = message === '' ? '' : JSON.stringify({ message });
  const reply = { status, body, retryAfter: null, location: null, ...over };
  return classifyReply(reply as never, key, 'Set another.', now);
};

describe('a refusal says what happened and what to do', () => {
  it.each([
    [302, '', 'The API answered 302: the base address redirects to another address, and redirects are not'],
    [400, 'no chain', 'The API answered 400, "no chain": it will not serve this request.'],
    [401, 'Invalid', 'The API answered 401, "Invalid": it refuses the API key. Store a valid one.'],
    [401, '', 'The API answered 401: it refuses the API key. Store a valid one.'],
    [402, '', "The API answered 402: the API plan is used up, unpaid or paused. See the plan's account."],
    [403, 'forbidden land', 'The API answered 403, "forbidden land": it will not serve this request.'],
    [404, 'no such key', 'The API answered 404, "no such key": it will not serve this request.'],
    [429, '', 'The API answered 429: too many calls, so no call until the next tick.'],
    [503, '', "The API answered 503: it can't serve now."],
  ])('%i %j', (status, message, sentence) => {
    expect(said(status, message)?.message).toContain(sentence);
  });

  it('with the seconds to wait, or that no key is set', () => {
    expect(said(429, '', { retryAfter: '7' })?.message).toBe(
      'The API answered 429: too many calls, so no call for 7 s.',
    );
    expect(said(401, '', {}, null)?.message).toBe(
      'The API answered 401: it asks for an API key and none is set. Store a valid one.',
    );
    expect(said(300)?.name).toBe('BadRequest');
    expect(said(200)).toBeNull();
    expect(said(299)).toBeNull();
  });
});

it.each([
  ['7', 7],
  [' 7 ', 7],
  ['7.25', 8],
  ['0', 1],
  ['100000', 86_400],
  ['Fri, 02 Jan 2026 03:00:30 GMT', 30],
  ['on Fri, 02 Jan 2026 03:00:30 GMT', null],
  ['Fri, 02 Jan 2026 03:00:30 GMT or so', null],
  ['7 s', null],
  ['', null],
  [null, null],
])('Retry-After %j is a wait of %j seconds', (retryAfter, seconds) => {
  expect(said(429, '', { retryAfter })).toMatchObject({ retryAfterSeconds: seconds });
});

it.each([
  ['nonsense', 'The base address is not a URL: it looks like https://host.'],
  ['https://me@host.example', 'The base address holds a user name or password'],
  ['https://:secret@host.example', 'The base address holds a user name or password'],
  ['https://host.example/?a', 'The base address holds a "?" or "#" part: end it with the host or a path.'],
  ['http://host.example', 'The base address http://host.example must be https (http is for loopback only)'],
  ['http://127.0.0.1.host.example', 'must be https'],
])('the base address %s is refused with what is wrong', (text, sentence) => {
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ name: 'BaseUrlUnreadable' }));
  expect(() => parseBaseUrl(text)).toThrow(sentence);
});

it('loopback may be http, whichever of its addresses', () => {
  expect(parseBaseUrl(' http://127.10.20.30:8080 ')).toBe('http://127.10.20.30:8080');
});

it('an API version of more than one segment is refused with what it looks like', () => {
  expect(() => parseApiVersion('v2/x')).toThrow(
    new BaseUrlUnreadable('The API version is not one path segment: it looks like v2 or v2.2.'),
  );
});
