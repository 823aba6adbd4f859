import type { SSMClient } from '@aws-sdk/client-ssm';
import type { Chain } from '../chain/chains.ts';
import type { EpochMinutes } from '../chain/units.ts';
import { isSafeUrl } from '../http/base-url.ts';
import { isUndecryptable, readParameter } from '../runtime/aws-clients.ts';
import { errorText } from '../runtime/error-text.ts';

export type NodeParameter =
  | { readonly kind: 'none' }
  | { readonly kind: 'url'; readonly url: NodeUrl }
  /** Without the value. */
  | { readonly kind: 'unfit'; readonly reason: string }
  /** SSM gave no value. With `exists` the parameter is there, but SSM may not decrypt it for the function. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly exists?: boolean };

export type FindNode = (chain: Chain, minute: EpochMinutes) => Promise<NodeParameter>;

/** The guide promises five minutes at most; ticks come a little early or late. */
const minutesKept = 4;
/** In ms: no poll is to wait for SSM. */
const timeout = 3_000;

/** Finds a chain's SecureString under the path, by the chain's name or else its hex id. A known one stays while SSM gives no answer. */
export function createNodeParameters(ssm: SSMClient, path: string): FindNode {
  const known = new Map<string, { readonly readAt: number; readonly found: NodeParameter }>();
  return async (chain, minute) => {
    const before = known.get(chain.id);
    if (before !== undefined) {
      const age = minute - before.readAt;
      if (age >= 0 && age < minutesKept) return before.found;
    }
    const found = await findParameter(ssm, path, chain);
    if (found.kind === 'unreadable') return before?.found ?? found;
    known.set(chain.id, { readAt: minute, found });
    return found;
  };
}

async function findParameter(ssm: SSMClient, path: string, { name, id }: Chain): Promise<NodeParameter> {
  // A parameter's name can't hold a blank.
  const names = new Set([name, id].filter((text) => /^[\w.-]+$/.test(text)));
  for (const last of names) {
    const parameter = `${path}/${last}`;
    try {
      const value = await readParameter(ssm, parameter, AbortSignal.timeout(timeout));
      if (value !== null) return readNode(value, parameter);
    } catch (error) {
      const what = error instanceof Error ? error.name : 'no answer';
      const reason = `The parameter ${parameter} can't be read (${what}).`;
      return { kind: 'unreadable', reason, exists: isUndecryptable(error) };
    }
  }
  return { kind: 'none' };
}

export function readNode(value: string, parameter: string): NodeParameter {
  try {
    return { kind: 'url', url: parseNodeUrl(value) };
  } catch (error) {
    if (!(error instanceof NodeUrlUnusable)) throw error;
    return { kind: 'unfit', reason: `The parameter ${parameter} holds no usable address: ${error.message}` };
  }
}

/** A node's JSON-RPC address. All of it is a secret: hosts put their keys into the path, the query or the host itself. */
export type NodeUrl = Readonly<ReturnType<typeof parseNodeUrl>>;

/** `message` never quotes the value. */
class NodeUrlUnusable extends Error {
  override readonly name = 'NodeUrlUnusable';
}

/** @throws NodeUrlUnusable unless it is https, or http on this machine */
export function parseNodeUrl(text: string) {
  const url = URL.parse(text);
  if (url === null) throw new NodeUrlUnusable('The value is not a URL.');
  if (!isSafeUrl(url)) throw new NodeUrlUnusable('The URL is not https (http is for loopback only).');
  const { username, password, hostname, pathname, search, searchParams } = url;
  const login = `${safeDecode(username)}:${safeDecode(password)}`;
  const authorization = login === ':' ? null : `Basic ${Buffer.from(login).toString('base64')}`;
  const query = [search.slice(1), ...searchParams.values()];
  const parts = [hostname, username, password, ...pathname.split('/'), ...query];
  url.username = '';
  url.password = '';
  const secrets = parts.flatMap((part) => [part, safeDecode(part)]);
  return {
    href: url.href,
    authorization,
    /** The parts of the URL that no text may show, longest first. */
    secrets: [...new Set(secrets)].filter(({ length }) => length >= 3).sort((a, b) => b.length - a.length),
  };
}

const longest = 160;

/** A node's or client's text for a log: without parts of the URL, other addresses, and words that may be a key. */
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
