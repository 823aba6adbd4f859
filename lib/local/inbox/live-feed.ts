import type { ServerResponse } from 'node:http';
import type { ShowNews } from '../news.ts';
import { type FeedEntry, feedEntry } from './feed-entry.ts';

/** What pages are shown: all so far when they come, then each entry as it happens (server-sent events). */
export interface LiveFeed {
  readonly show: ShowNews;
  /** Keeps a page informed until its connection ends. */
  follow(response: ServerResponse): void;
  /** Ends all connections. */
  close(): void;
}

/** What the page says of the run. */
export interface About {
  /** Which API is polled. */
  readonly text: string;
  /** Names of chains, offered by the form. */
  readonly chains: readonly string[];
}

const kept = 500;

/** Bytes that a page may leave unread beyond what it was given at its beginning: some hundred entries. */
const mostUnread = 4_000_000;

/**
 * Keeps the newest entries in memory.
 * @param earlier what it begins with
 */
export function createLiveFeed(about: About, earlier: readonly FeedEntry[] = []): LiveFeed {
  const entries = [...earlier];
  /** Each with the bytes that may wait for it. */
  const pages = new Map<ServerResponse, number>();
  return {
    show(news) {
      const entry = feedEntry(news);
      entries.push(entry);
      if (entries.length > kept) entries.shift();
      for (const [page, most] of pages) {
        page.write(event('entry', entry));
        // A page that stalls (a laptop asleep, a tab that is frozen) comes back by itself, and begins anew.
        if (page.writableLength > most) page.destroy();
      }
    },
    follow(response) {
      // A page that comes back, also after a restart, begins anew with whatever this run has.
      response.write(event('begin', about));
      for (const entry of entries) response.write(event('entry', entry));
      pages.set(response, response.writableLength + mostUnread);
      response.on('close', () => pages.delete(response));
    },
    close() {
      for (const page of pages.keys()) page.end();
    },
  };
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
