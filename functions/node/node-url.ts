import { isSafeUrl } from '../api/http/base-url.ts';
import { errorText } from '../api/http/server-message.ts';

/** A node's JSON-RPC address. All of it is a secret: hosts put their keys into the path, the query or the host itself. */
export interface NodeUrl {
  readonly href: string;
  readonly authorization: string | null;
  /** The parts of the URL that no text may show, longest first. */
  readonly secrets: readonly string[];
}

/** `message` never quotes the value. */
export class NodeUrlUnusable extends Error {
  override readonly name = 'NodeUrlUnusable';
}

/** @throws NodeUrlUnusable unless it is https, or http on this machine */
export function parseNodeUrl(text: string): NodeUrl {
  const url = URL.parse(text.trim());
  if (url === null) throw new NodeUrlUnusable('The value is not a URL.');
  if (!isSafeUrl(url)) throw new NodeUrlUnusable('The URL is not https (http is for loopback only).');
  const { username, password, host, hostname, pathname, searchParams } = url;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = login === ':' ? null : `Basic ${Buffer.from(login).toString('base64')}`;
  const parts = [
    text.trim(),
    url.href,
    host,
    hostname,
    username,
    password,
    pathname,
    ...pathname.split('/'),
    ...searchParams.values(),
  ];
  url.username = '';
  url.password = '';
  const secrets = [...parts, url.href].flatMap((part) => [part, safeDecode(part)]);
  return {
    href: url.href,
    authorization,
    secrets: [...new Set(secrets)].filter(({ length }) => length >= 3).sort((a, b) => b.length - a.length),
  };
}

const longest = 160;

/** A node's or client's text, fit for a log: without parts of the URL, other addresses, or words long enough to be a key. */
export function cleanNodeText(text: string, { secrets }: Pick<NodeUrl, 'secrets'>): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(new RegExp(escaped(secret), 'gi'), '[...]');
  return errorText(
    clean.replaceAll(/\b[a-z]+:\/\/\S+/gi, '[...]').replaceAll(/[\w+/=-]{20,}/g, '[...]'),
    null,
    longest,
  );
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
