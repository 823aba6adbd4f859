import { describe, expect, it } from 'vitest';
import { BaseUrlUnreadable, parseApiVersion, parseBaseUrl } from '../../../functions/api/http/base-url.ts';

describe('a base address', () => {
  it.each([
    ['https://deep-index.moralis.io', 'https://deep-index.moralis.io'],
    [' https://Deep-Index.moralis.io/ ', 'https://deep-index.moralis.io'],
    ['https://proxy.example:8443/chain/data//', 'https://proxy.example:8443/chain/data'],
    ['http://127.0.0.1:4780', 'http://127.0.0.1:4780'],
    ['http://127.1:80/x/', 'http://127.0.0.1/x'],
    ['http://localhost:4780/', 'http://localhost:4780'],
    ['http://[::1]:4780', 'http://[::1]:4780'],
  ])('%s is taken as %s', (text, base) => {
    expect(parseBaseUrl(text)).toBe(base);
  });

  it.each([
    'http://deep-index.moralis.io',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://0.0.0.0:80',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@api.example',
    'https://token@api.example',
    'https://api.example/?a=1',
    'https://api.example/#a',
    'deep-index.moralis.io',
    'https://',
    '',
  ])('%j is refused', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(BaseUrlUnreadable);
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
    expect(() => parseApiVersion(text)).toThrow(BaseUrlUnreadable);
  });
});
