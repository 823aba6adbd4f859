import type { ServerResponse } from 'node:http';
import { type FeedEntry, feedEntry } from './feed-entry.ts';
import type { News } from './news.ts';

/** What the page says of the run. */
export interface About {
  /** Which API is polled. */
  readonly text: string;
  /** Names of chains, offered by the form. */
  readonly chains: readonly string[];
  /** No explorer knows its wallets and transfers: what would lead to one is no link here. */
  readonly madeUp: boolean;
  /** What its buttons can have happen. */
  readonly controls: readonly Omit<StoryControl, 'play'>[];
}

const kept = 500;

/** Bytes that a page may leave unread beyond what it was given at its beginning: some hundred entries. */
const maxUnread = 4_000_000;

/**
 * All entries so far, then each as it happens (server-sent events). The newest are kept in memory.
 * @param earlier what it begins with
 */
export function createLiveFeed(about: About, earlier: readonly FeedEntry[] = []) {
  const entries = [...earlier];
  /** Each with the bytes that may wait for it. */
  const pages = new Map<ServerResponse, number>();
  return {
    show(news: News): void {
      const entry = feedEntry(news);
      entries.push(entry);
      if (entries.length > kept) entries.shift();
      for (const [page, most] of pages) {
        page.write(event('entry', entry));
        // A page that stalls (a laptop asleep, a tab that is frozen) comes back by itself, and begins anew.
        if (page.writableLength > most) page.destroy();
      }
    },
    /** Keeps a page informed until its connection ends. */
    follow(response: ServerResponse): void {
      // A page that comes back, also after a restart, begins anew with whatever this run has.
      response.write(event('begin', about));
      for (const entry of entries) response.write(event('entry', entry));
      pages.set(response, response.writableLength + maxUnread);
      response.on('close', () => pages.delete(response));
    },
    /** Ends all connections. */
    close(): void {
      for (const page of pages.keys()) page.end();
    },
  };
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Something that somebody who looks on can have happen, by a button of the page. */
export interface StoryControl {
  /** Part of the address that the button posts to. */
  readonly name: string;
  /** On the button. */
  readonly text: string;
  /** What comes of it. */
  readonly hint: string;
  /** Has it happen. @returns what to wait for, as a sentence */
  play(): string;
}
