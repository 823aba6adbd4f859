import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { listenOnLoopback } from '../engine/listen-on-loopback.ts';
import type { NewsReader } from '../news.ts';
import { addWallet } from './add-wallet.ts';
import type { FeedEntry } from './feed-entry.ts';
import { refusalReason } from './guard.ts';
import { type About, createLiveFeed, type LiveFeed } from './live-feed.ts';
import { readPageFiles } from './page-files.ts';
import { responseHeaders } from './response-headers.ts';

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
}

/** The page at which alerts arrive as they happen. */
export interface Inbox {
  readonly address: string;
  readonly news: NewsReader;
  stop(): Promise<void>;
}

/** Serves the inbox page on 127.0.0.1. */
export async function startInbox(options: InboxOptions): Promise<Inbox> {
  const files = await readPageFiles();
  const feed = createLiveFeed(options.about, options.earlier);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const address = await listenOnLoopback(server, options.port).catch((error: unknown) => {
    if (!isBusy(error)) throw error;
    return listenOnLoopback(server);
  });
  const port = Number(new URL(address).port || 80);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusalReason(request.method, request.headers, port);
    if (refused !== null) return send(response, 403, 'text/plain; charset=utf-8', refused);
    const { pathname } = new URL(request.url ?? '/', address);
    if (request.method === 'POST' && pathname === '/watchlist') {
      const body = await readBody(request);
      const { status, ...reply } = await addWallet(body, options.addRow, options.addedNote);
      return send(response, status, 'application/json', JSON.stringify(reply));
    }
    if (request.method === 'GET' && pathname === '/events') return follow(response, feed);
    const file = request.method === 'GET' ? files.get(pathname) : undefined;
    if (file === undefined) return send(response, 404, 'text/plain; charset=utf-8', 'There is nothing here.');
    send(response, 200, file.type, file.body);
  }

  return { address, news: feed, stop: () => stop(server, feed) };
}

function follow(response: ServerResponse, feed: LiveFeed): void {
  response.writeHead(200, { ...responseHeaders, 'content-type': 'text/event-stream' });
  feed.follow(response);
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { ...responseHeaders, 'content-type': type });
  response.end(body);
}

const maxBody = 10_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > maxBody) throw new Error('the form sends less than this');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

async function stop(server: Server, feed: LiveFeed): Promise<void> {
  feed.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
