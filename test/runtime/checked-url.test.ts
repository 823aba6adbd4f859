import { expect, it } from 'vitest';
import { checkedUrl } from '../../functions/runtime/address-guard.ts';

it.each([
  ['hooks', false, 'it is no URL'],
  ['http://hooks.example.org/', false, 'it is not an https URL'],
  ['http://hooks.example.org/', true, 'it is not an https URL'],
  ['http://127.0.0.1/', false, 'it is not an https URL'],
  ['ftp://127.0.0.1/', true, 'it is not an https URL'],
  ['https://me@hooks.example.org/', true, 'it holds a user name or password'],
  ['https://:pw@hooks.example.org/', true, 'it holds a user name or password'],
  ['https://127.0.0.1/', false, 'it names this machine itself'],
  ['https://x.localhost./', false, 'it names this machine itself'],
  ['https://[::1]/', false, 'it names this machine itself'],
  [
    'https://10.0.0.1/',
    true,
    'it names a forbidden address: no destination may be private, link-local or reserved',
  ],
  [
    'https://[fd00::1]/',
    false,
    'it names a forbidden address: no destination may be private, link-local or reserved',
  ],
])('%s (loopback: %s) can not be used, and the reason is said: %s', (url, allowLoopback, reason) => {
  expect(() => checkedUrl(url, allowLoopback)).toThrow(`${reason}`);
  try {
    checkedUrl(url, allowLoopback);
  } catch (error) {
    expect(String(error)).toBe(`ForbiddenAddress: ${reason}`);
  }
});
