import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForeign } from '../loopback-guard.ts';

/**
 * The page loads only its own files, runs no inline script, posts only to itself and is shown in no frame: token names
 * can do nothing.
 */
export const responseHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** Refuses foreign requests, and adds the headers to every answer. */
export function guard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(responseHeaders);
    const refused = refusalReason(request);
    if (refused !== null) await reply.code(403).type('text/plain; charset=utf-8').send(refused);
  });
}

/** Null if the request is the page's own. A form on another site sends that site's Origin. */
function refusalReason({ method, headers, raw }: FastifyRequest): string | null {
  if (isForeign(raw)) return 'This page answers to 127.0.0.1 and localhost only.';
  if (method === 'GET' || method === 'HEAD') return null;
  if (headers.origin !== `http://${headers.host}`) return 'Only the page itself may send to it.';
  if (headers['content-type'] !== 'application/json') return 'It takes JSON only.';
  return null;
}
