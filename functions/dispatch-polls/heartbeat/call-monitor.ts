import { get as getPlainly } from 'node:http';
import { get } from 'node:https';
import { checkedUrl, ForbiddenAddress, guardedLookup } from '../../runtime/address-guard.ts';

const patience = 5_000;

/**
 * Calls the monitor: GET of the URL, or of `/fail` behind its path. Never rejects.
 * By the runtime's own client: a copy of undici would double what the dispatch function reads at each cold start.
 * @returns the status of the answer, or why there is none, with nothing of the URL. Redirects are not followed.
 */
export async function callMonitor(text: string, isWell: boolean, allowLoopback: boolean): Promise<string> {
  try {
    const url = checkedUrl(text.trim(), allowLoopback);
    if (!isWell) url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
    return String(await statusOf(url, allowLoopback));
  } catch (error) {
    if (error instanceof ForbiddenAddress) return `not called, for ${error.message}`;
    if (error instanceof Error && error.name === 'AbortError') return 'no answer within 5 seconds';
    // The code alone: messages of the network name hosts and addresses.
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
