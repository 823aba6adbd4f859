import type { IncomingHttpHeaders } from 'node:http';

/**
 * Why a request is not for the inbox, or null where it is. Any web page can send requests to this machine: under
 * a name of its own that leads here (DNS rebinding) the Host tells, and a form of another site has its Origin.
 * @param port where the inbox listens
 */
export function refusalReason(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  port: number,
): string | null {
  // Browsers leave the port out of Host where it is http's own.
  const hosts = ['127.0.0.1', 'localhost'].map((name) => (port === 80 ? name : `${name}:${port}`));
  if (headers.host === undefined || !hosts.includes(headers.host)) {
    return 'This inbox answers to 127.0.0.1 and localhost only.';
  }
  if (method === 'GET' || method === 'HEAD') return null;
  if (headers.origin !== `http://${headers.host}`) return 'Only the page of this inbox may send to it.';
  if (headers['content-type'] !== 'application/json') return 'It takes JSON only.';
  return null;
}
