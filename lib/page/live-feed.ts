import type { ServerResponse } from 'node:http';
import { type FeedEntry, feedEntry } from './feed-entry.ts';
import type { News } from './news.ts';

export interface About {
  readonly text: string;
  readonly chains: readonly string[];
  /** The chain is simulated: links to explorers are left out. */
  readonly madeUp: boolean;
  readonly controls: readonly Omit<StoryControl, 'play'>[];
}

const kept = 500;

/** Bytes that a page may leave unread: some hundred entries. */
const maxUnread = 4_000_000;

/** Sends each page all entries so far, then every new one (server-sent events). Old entries are forgotten, hidden ones first. */
export function createLiveFeed(about: About) {
  const entries: FeedEntry[] = [];
  const pages = new Map<ServerResponse, number>();
  return {
    show(news: News): void {
      const entry = feedEntry(news);
      entries.push(entry);
      const keptBack = entries.findIndex(({ kind }) => kind === 'hidden' || kind === 'filtered');
      if (entries.length > kept) entries.splice(Math.max(keptBack, 0), 1);
      for (const [page, most] of pages) {
        page.write(event('entry', entry));
        // A stalled page (a sleeping laptop) reconnects by itself and starts anew.
        if (page.writableLength > most) page.destroy();
      }
    },
    follow(response: ServerResponse): void {
      response.write(event('begin', about));
      for (const entry of entries) response.write(event('entry', entry));
      pages.set(response, response.writableLength + maxUnread);
      response.on('close', () => pages.delete(response));
    },
    close(): void {
      for (const page of pages.keys()) page.end();
    },
  };
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A button of the page that changes the simulated chain. */
export interface StoryControl {
  /** The last part of the URL that the button posts to. */
  readonly name: string;
  readonly text: string;
  readonly hint: string;
  /** Returns a sentence: what to wait for. */
  play(): string;
}
