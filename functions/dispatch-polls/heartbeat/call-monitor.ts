import { get as getPlainly } from 'node:http';
import { get } from 'node:https';
import { checkedUrl, ForbiddenAddress, guardedLookup } from '../../runtime/address-guard.ts';

const patience = 5_000;

/**
 * GETs the monitor's URL, or `/fail` behind its path, without redirects. Never rejects. Uses the runtime's client: undici would
 * double the code of a cold start. @returns the status, or why there is none, without the URL
 */
export async function callMonitor(text: string, isWell: boolean, allowLoopback: boolean): Promise<string> {
  try {
    const url = checkedUrl(text.trim(), allowLoopback);
    if (!isWell) url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
    return String(await statusOf(url, allowLoopback));
  } catch (error) {
    if (error instanceof ForbiddenAddress) return `not called, for ${error.message}`;
    if (error instanceof Error && error.name === 'AbortError') return 'no answer within 5 seconds';
    // Only the code: network messages name hosts and addresses.
    return `no answer (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault'})`;
  }
}

async function statusOf(url: URL, allowLoopback: boolean): Promise<number> {
  const options = {
    agent: false,
    headers: { 'user-agent': 'Chainbell' },
    lookup: guardedLookup(allowLoopback),
    signal: AbortSignal.timeout(patience),
  } as const;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? getPlainly : get)(url, options, ({ statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy(); // its body says nothing more
    });
    request.on('error', reject);
  });
}
