import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { parseUrl } from '../text/safe-text.ts';

/** The message does not quote the URL, which is a secret. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

function nets(...all: string[]): BlockList {
  const list = new BlockList();
  for (const net of all) {
    const [address = '', prefix] = net.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Two lists, because the IPv4 rules of a BlockList also match IPv6 forms of these addresses. */
const loopback = { ipv4: nets('127.0.0.0/8'), ipv6: nets('::1/128') };

/** No public host has these: IANA's special-purpose registries (https://www.iana.org/assignments/…), and multicast. */
const forbiddenV4 = nets(
  '0.0.0.0/8', // this network
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'], // private
  '100.64.0.0/10', // shared: carriers' NAT, and clouds' own services
  '169.254.0.0/16', // link-local, and the metadata of clouds
  ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'], // documentation
  ...['192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'], // protocols, AS112, AMT
  '192.88.99.0/24', // 6to4 relays
  '198.18.0.0/15', // benchmarks
  ...['224.0.0.0/4', '240.0.0.0/4'], // multicast; reserved, and broadcast
);

const publicV6 = nets('2000::/3');
const forbiddenV6 = nets(
  '2001::/23', // protocol assignments, Teredo among them
  ...['2001:db8::/32', '3fff::/20'], // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
);

function isAllowedAddress(address: string, allowLoopback: boolean): boolean {
  if (isIP(address) === 0) return false;
  if (isLoopback(address)) return allowLoopback;
  if (!isIPv6(address)) return !forbiddenV4.check(address);
  return publicV6.check(address, 'ipv6') && !forbiddenV6.check(address, 'ipv6');
}

function isLoopback(address: string): boolean {
  return isIPv6(address) ? loopback.ipv6.check(address, 'ipv6') : loopback.ipv4.check(address);
}

/** A host without brackets and final dot. @param hostname of a URL: `URL` has replaced odd spellings of 127.0.0.1, such as 127.1 */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isLoopback(host));
}

/** Takes https without a login, at no forbidden address. A host's name is checked when it is resolved. @throws ForbiddenAddress */
export function checkedUrl(text: string, allowLoopback: boolean): URL {
  const url = parseUrl(text);
  if (url === null) throw new ForbiddenAddress('it is no URL');
  const { protocol, username, password } = url;
  const host = plainHost(url.hostname);
  const isLocal = isThisMachine(host);
  if (protocol !== 'https:' && !(protocol === 'http:' && allowLoopback && isLocal))
    throw new ForbiddenAddress('it is not an https URL');
  if (username !== '' || password !== '') throw new ForbiddenAddress('it holds a user name or password');
  if (isLocal && !allowLoopback) throw new ForbiddenAddress('it names this machine itself');
  if (isIP(host) !== 0 && !isAllowedAddress(host, allowLoopback))
    throw new ForbiddenAddress(
      'it names a forbidden address: no destination may be private, link-local or reserved',
    );
  return url;
}

/** The connection uses the checked addresses, so a name that resolves differently a moment later gains nothing. */
export function guardedLookup(
  allowLoopback: boolean,
  lookup: typeof systemLookup = systemLookup,
): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      const [first] = addresses;
      const forbidden = addresses.some(({ address }) => !isAllowedAddress(address, allowLoopback));
      if (first === undefined || forbidden)
        return done(new ForbiddenAddress('its name resolves to a forbidden address'), '', 0);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}
