import { describe, expect, it } from 'vitest';
import { BaseUrlUnreadable, parseApiVersion, parseBaseUrl } from '../../functions/http/base-url.ts';

describe('a base address', () => {
  it.each([
    ['https://deep-index.moralis.io', 'https://deep-index.moralis.io'],
    [' https://Deep-Index.moralis.io/ ', 'https://deep-index.moralis.io'],
    ['https://proxy.example:8443/chain/data//', 'https://proxy.example:8443/chain/data'],
    ['http://127.0.0.1:4780', 'http://127.0.0.1:4780'],
    ['http://127.1:80/x/', 'http://127.0.0.1/x'],
    [' http://127.10.20.30:8080 ', 'http://127.10.20.30:8080'],
    ['http://localhost:4780/', 'http://localhost:4780'],
    ['http://[::1]:4780', 'http://[::1]:4780'],
  ])('%s is taken as %s', (text, base) => {
    expect(parseBaseUrl(text)).toBe(base);
  });

  it.each([
    [
      'http://deep-index.moralis.io',
      'http://deep-index.moralis.io must be https (http is for loopback only)',
    ],
    ['http://localhost.evil.example', 'must be https'],
    ['http://127.0.0.1.evil.example', 'must be https'],
    ['http://0.0.0.0:80', 'must be https'],
    ['ftp://127.0.0.1', 'must be https'],
    ['https://user:secret@api.example', 'The base address holds a user name or password'],
    ['https://:secret@host.example', 'The base address holds a user name or password'],
    ['https://token@api.example', 'The base address holds a user name or password'],
    ['https://api.example/?a=1', 'The base address holds a "?" or "#" part: end it with the host or a path.'],
    ['https://api.example/#a', 'The base address holds a "?" or "#" part: end it with the host or a path.'],
    ['deep-index.moralis.io', 'The base address is not a URL: it looks like https://host.'],
    ['', 'is not a URL'],
  ])('%j is refused with what is wrong', (text, sentence) => {
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ name: 'BaseUrlUnreadable' }));
    expect(() => parseBaseUrl(text)).toThrow(sentence);
  });

  it('is refused without repeating a password that stands in it', () => {
    expect(() => parseBaseUrl('https://user:hunter2@api.example')).toThrow(/^(?!.*hunter2)/);
    expect(() => parseBaseUrl('http://user:hunter2@[bad')).toThrow(/^(?!.*hunter2)/);
  });
});

describe('an API version', () => {
  it.each(['v2', 'v2.2', ' v3-beta '])('%j is one segment of the path', (text) => {
    expect(parseApiVersion(text)).toBe(text.trim());
  });

  it.each(['', '..', '.', 'v2/..', 'v2/../../x', 'v2?x', 'v2#', 'v 2', '%2e%2e'])('%j is refused', (text) => {
    expect(() => parseApiVersion(text)).toThrow(
      new BaseUrlUnreadable('The API version is not one path segment: it looks like v2 or v2.2.'),
    );
  });
});
