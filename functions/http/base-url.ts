import { isThisMachine, plainHost } from '../runtime/address-guard.ts';
import { parseUrl } from '../text/safe-text.ts';

/** The live API: the setting's default. The local run polls it if it has a key. */
export const liveBaseUrl = 'https://deep-index.moralis.io';

/** `message` is a sentence for the person who set it. */
export class BaseUrlUnreadable extends Error {
  override readonly name = 'BaseUrlUnreadable';
}

/** A base address without trailing slash: https, because requests carry the key, or http on loopback. @throws BaseUrlUnreadable */
export function parseBaseUrl(text: string): string {
  const url = parseUrl(text.trim());
  if (url === null) throw new BaseUrlUnreadable('The base address is not a URL: it looks like https://host.');
  if (url.username !== '' || url.password !== '') {
    throw new BaseUrlUnreadable(
      'The base address holds a user name or password: the API key goes elsewhere, leave it out.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new BaseUrlUnreadable('The base address holds a "?" or "#" part: end it with the host or a path.');
  }
  if (!isSafeUrl(url)) {
    throw new BaseUrlUnreadable(
      `The base address ${url.protocol}//${url.host} must be https (http is for loopback only): requests carry the API key.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** The version in the transfers path, one path segment (API document, 9). @throws BaseUrlUnreadable */
export function parseApiVersion(text: string): string {
  const trimmed = text.trim();
  if (/^[a-z0-9][a-z0-9._-]{0,31}$/i.test(trimmed)) return trimmed;
  throw new BaseUrlUnreadable('The API version is not one path segment: it looks like v2 or v2.2.');
}

/** Whether requests to the URL stay secret: https, or http that does not leave this machine. */
export function isSafeUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(plainHost(hostname)));
}
