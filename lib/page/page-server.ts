import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { errorCode } from '../../functions/runtime/error-text.ts';
import type { OpenStack } from '../cli/stack/open-stack.ts';
import { Unusable } from '../cli/unusable.ts';
import { enginesPath, type LocalEngines } from '../local-engines.ts';
import { isForeign } from '../loopback-guard.ts';
import type { ActionReply } from './action-reply.ts';
import { contactAction, contactActionNames, listContacts } from './contact-actions.ts';
import { type About, createLiveFeed, type StoryControl } from './live-feed.ts';
import { actionNames, walletAction } from './wallet-actions.ts';
import { listWallets } from './wallets.ts';

interface PageOptions {
  /** If this port is busy, another is taken. */
  readonly port: number;
  readonly about: Omit<About, 'controls'>;
  /** The sentence after adding a wallet. */
  readonly addedNote?: string | null;
  /** On the simulated chain only. */
  readonly controls?: readonly StoryControl[];
  readonly open: OpenStack;
  /** Of a local run: the command line finds it by the page's port. */
  readonly engines?: LocalEngines;
}

export type Page = Awaited<ReturnType<typeof startPage>>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Bytes; a form sends less. */
const longestBody = 60_000;

/** On 127.0.0.1. */
export async function startPage(options: PageOptions) {
  const { controls = [] } = options;
  const offered = controls.map(({ name, text, hint }) => ({ name, text, hint }));
  const feed = createLiveFeed({ ...options.about, controls: offered });
  const app = fastify({ bodyLimit: longestBody, exposeHeadRoutes: false, forceCloseConnections: true });
  guard(app);
  await serveFiles(app);
  app.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { ...responseHeaders, 'content-type': 'text/event-stream' });
    feed.follow(reply.raw);
  });
  const { open, addedNote = null, engines } = options;
  app.get('/wallets', () => listWallets(open));
  serveActions(app, '/wallets', actionNames, (name, body) => walletAction(name, body, { open, addedNote }));
  app.get('/contacts', () => listContacts(open));
  serveActions(app, '/contacts', contactActionNames, (name, body) => contactAction(name, body, open));
  if (engines !== undefined) app.get(enginesPath, (_request, reply) => reply.send(engines));
  for (const { name, play } of controls) {
    app.post(`/story/${name}`, (_request, reply) => reply.send({ message: play() }));
  }
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.'),
  );

  const listen = (port: number) => app.listen({ port, host: '127.0.0.1' });
  const address = await listen(options.port).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') return listen(0);
    throw new Unusable(`--port: ${options.port} can't be used (${code}).`, { cause: error });
  });
  return {
    address,
    show: feed.show,
    async stop() {
      feed.close();
      await app.close();
    },
  };
}

/** Only the files of one folder. */
async function serveFiles(app: FastifyInstance): Promise<void> {
  const folder = new URL('browser/', import.meta.url);
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const body = await readFile(new URL(name, folder));
    app.get(name === 'index.html' ? '/' : `/${name}`, (_request, reply) => reply.type(type).send(body));
  }
}

function serveActions(
  app: FastifyInstance,
  path: string,
  names: readonly string[],
  act: (name: string, body: unknown) => Promise<ActionReply>,
): void {
  for (const name of names) {
    app.post(`${path}/${name}`, async (request, reply) => {
      const { status, ...answer } = await act(name, request.body);
      return reply.code(status).send(answer);
    });
  }
}

/**
 * The page loads only its own files, runs no inline script, posts only to itself and is shown in no frame: token names
 * can do nothing.
 */
const responseHeaders = {
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
function guard(app: FastifyInstance): void {
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
