import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDestinationAgent, createSend } from '../../functions/deliver-alerts/net/send.ts';
import { checkedUrl, ForbiddenAddress, guardedLookup } from '../../functions/runtime/address-guard.ts';
import { systemClock } from '../../functions/runtime/clock.ts';

const forbidden = [
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.170.2/v2/credentials',
  'https://0.0.0.0/',
  'https://0.1.2.3/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://198.18.0.1/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0xa9.0xfe.0xa9.0xfe/',
  'https://0251.0376.0251.0376/',
  'https://169.254.43518/',
  'https://①⓪.0.0.1/',
  'https://10。0。0。1/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::127.0.0.1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:4136:e378::1]/',
  'https://[2001:db8::1]/',
];
const loopback = [
  '127.0.0.1',
  '127.9.9.9',
  '127.1',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '[::1]',
  '[0:0::1]',
  'localhost',
  'x.localhost',
  'localhost.',
];
const isForbidden = 'it names a forbidden address: no destination may be private, link-local or reserved';

describe('a forbidden address', () => {
  it.each(forbidden)('%s is refused, also with localEngine', (url) => {
    for (const allowLoopback of [true, false])
      expect(() => checkedUrl(url, allowLoopback)).toThrow(new ForbiddenAddress(isForbidden));
  });

  it.each(loopback)('%s is loopback, which only localEngine allows, with http too', (host) => {
    for (const protocol of ['http', 'https']) {
      expect(() => checkedUrl(`${protocol}://${host}:8080/in`, false)).toThrow(ForbiddenAddress);
      expect(checkedUrl(`${protocol}://${host}:8080/in`, true).port).toBe('8080');
    }
  });

  it.each([
    ['', false, 'it is no URL'],
    ['hooks.example.org', false, 'it is no URL'],
    ['https://', true, 'it is no URL'],
    ['http://hooks.example.org/', true, 'it is not an https URL'],
    ['http://127.0.0.1/', false, 'it is not an https URL'],
    ['ftp://127.0.0.1/', true, 'it is not an https URL'],
    ['file:///etc/passwd', true, 'it is not an https URL'],
    ['javascript:alert(1)', true, 'it is not an https URL'],
    ['https://me@hooks.example.org/', false, 'it holds a user name or password'],
    ['https://:pw@hooks.example.org/', true, 'it holds a user name or password'],
    ['https://127.0.0.1/', false, 'it names this machine itself'],
    ['https://x.localhost./', false, 'it names this machine itself'],
    ['https://[::1]/', false, 'it names this machine itself'],
  ])(
    "%j (loopback: %s) is refused as a destination's URL, with the reason: %s",
    (url, allowLoopback, reason) => {
      expect(() => checkedUrl(url, allowLoopback)).toThrow(new ForbiddenAddress(reason));
    },
  );

  it.each([
    'https://hooks.example.org/',
    'https://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
  ])('%s is none', (url) => {
    expect(checkedUrl(url, false).href).toBe(url);
  });
});

const resolved = (addresses: readonly LookupAddress[] | Error, allowLoopback = false, all = true) =>
  new Promise((resolve) => {
    // biome-ignore lint/suspicious/noExplicitAny: only one overload of node:dns is used
    const lookup: any = (
      _name: string,
      options: unknown,
      done: (error: unknown, found?: unknown) => void,
    ) => {
      expect(options).toEqual({ family: 4, all: true });
      if (addresses instanceof Error) done(addresses);
      else done(null, addresses);
    };
    guardedLookup(allowLoopback, lookup)('hooks.example.org', { family: 4, all }, (error, found) =>
      resolve(error ?? found),
    );
  });

describe('a host name', () => {
  const open = { address: '93.184.216.34', family: 4 };

  it.each([
    '10.0.0.1',
    '169.254.169.254',
    '127.0.0.1',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    '64:ff9b::1',
    '100.64.1.1',
  ])('is refused if it resolves to %s, even if another address of it is open', async (address) => {
    const family = address.includes(':') ? 6 : 4;
    expect(await resolved([{ address, family }])).toBeInstanceOf(ForbiddenAddress);
    expect(await resolved([open, { address, family }])).toBeInstanceOf(ForbiddenAddress);
  });

  it('that no server knows is a fault of the network', async () => {
    const unknown = new Error('ENOTFOUND');
    expect(await resolved(unknown)).toBe(unknown);
  });

  it('resolves to the checked addresses, if there are any', async () => {
    expect(await resolved([])).toBeInstanceOf(ForbiddenAddress);
    expect(await resolved([open])).toEqual([open]);
    expect(await resolved([open], false, false)).toBe(open.address);
  });

  it('may resolve to loopback with localEngine, but to no other private address', async () => {
    expect(await resolved([{ address: '127.0.0.1', family: 4 }], true)).not.toBeInstanceOf(Error);
    expect(await resolved([{ address: '10.0.0.1', family: 4 }], true)).toBeInstanceOf(ForbiddenAddress);
  });
});

describe('a call', () => {
  let url = '';
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/in' });
    response.end('here');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  const call = { method: 'POST', headers: {}, body: 'x' } as const;

  it('goes only to the checked address: a name that resolves differently a moment later has no effect', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1'];
    const lookup = ((_name: string, _options: object, done: (...given: unknown[]) => void) =>
      guardedLookup(true, ((_n: unknown, _o: unknown, found: (...given: unknown[]) => void) =>
        found(null, [{ address: addresses.shift(), family: 4 }])) as never)(
        'x',
        { all: true },
        done as never,
      )) as never;
    const rebinding = url.replace('127.0.0.1', 'rebinding.example.org');
    const send = () =>
      createSend(createDestinationAgent(true, lookup), systemClock)({ ...call, url: rebinding });
    expect(await send()).toMatchObject({ body: 'here' });
    await expect(send()).rejects.toThrow(ForbiddenAddress);
    expect(addresses).toEqual([]);
  });

  it('follows no redirect', async () => {
    const send = createSend(createDestinationAgent(true), systemClock);
    expect((await send({ ...call, url: `${url}/moved` })).status).toBe(302);
  });
});
