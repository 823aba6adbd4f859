import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { enginesPath, type LocalEngines } from '../../local-engines.ts';
import type { ShowNews } from '../news.ts';
import { addWallet } from './add-wallet.ts';
import type { FeedEntry } from './feed-entry.ts';
import { guard, responseHeaders } from './guard.ts';
import { type About, createLiveFeed } from './live-feed.ts';

export interface InboxOptions {
  /** A busy one is replaced by any free one. */
  readonly port: number;
  /** False where the wallet has a row already. */
  readonly addRow: (row: WatchlistRow) => Promise<boolean>;
  /** What the form answers when it has added a wallet. */
  readonly addedNote: string;
  /** What earlier runs told, oldest first. */
  readonly earlier?: readonly FeedEntry[];
  /** Shown at the head of the page. */
  readonly about: About;
  /** For the command line, which finds them by the page's port. */
  readonly engines?: LocalEngines;
}

/** The page at which alerts arrive as they happen. */
export interface Inbox {
  readonly address: string;
  readonly show: ShowNews;
  stop(): Promise<void>;
}

const pageFiles = [
  { path: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/inbox.css', name: 'inbox.css', type: 'text/css; charset=utf-8' },
  { path: '/inbox.js', name: 'inbox.js', type: 'text/javascript; charset=utf-8' },
  { path: '/icon.svg', name: 'icon.svg', type: 'image/svg+xml' },
];

/** The form sends less than this many bytes. */
const longestBody = 10_000;

/** Serves the inbox page on 127.0.0.1. */
export async function startInbox(options: InboxOptions): Promise<Inbox> {
  const feed = createLiveFeed(options.about, options.earlier);
  const app = fastify({ bodyLimit: longestBody, exposeHeadRoutes: false, forceCloseConnections: true });
  guard(app);
  for (const { path, name, type } of pageFiles) {
    const body = await readFile(new URL(`page/${name}`, import.meta.url));
    app.get(path, (_request, reply) => reply.type(type).send(body));
  }
  app.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { ...responseHeaders, 'content-type': 'text/event-stream' });
    feed.follow(reply.raw);
  });
  app.get(enginesPath, (_request, reply) => reply.send(options.engines ?? null));
  app.post('/watchlist', async (request, reply) => {
    const { status, ...answer } = await addWallet(request.body, options.addRow, options.addedNote);
    return reply.code(status).send(answer);
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.'),
  );

  const listen = (port: number) => app.listen({ port, host: '127.0.0.1' });
  const address = await listen(options.port).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return listen(0);
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
