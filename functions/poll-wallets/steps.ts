import { isEmpty, type News } from '../transfer/compare-with-seen.ts';
import type { TransferRead } from './read-transfers.ts';

/** About 80 KB of an item's 400. */
const revertsPerStep = 20;
/** As many as `seen` takes without crowding out the re-scan window. */
const transfersPerStep = 2_000;

/** A portion of news with a save of its own. */
export interface Step extends News {
  /** Nothing of the read is left after it. */
  readonly last: boolean;
}

const nothing: News = { fresh: [], changed: new Map(), gone: [] };

/**
 * News in portions that an item of the State table holds, oldest first. None where there is nothing to remember: no
 * news, a read up to the head, and not the wallet's first. What is taken back is said before what is new. What has
 * moved comes last: its new block may be above fresh transfers that are not dealt with yet.
 */
export function inSteps(news: News, read: TransferRead, first: boolean, stored: number | null): Step[] {
  if (isEmpty(news) && !first && !goesBeyond(read, stored)) return [];
  const steps: Step[] = [];
  for (let from = 0; from === 0 || from < news.fresh.length; from += transfersPerStep) {
    steps.push({ ...nothing, fresh: news.fresh.slice(from, from + transfersPerStep), last: false });
  }
  return steps.map((step, i) => ({
    ...step,
    // What does not fit is missed once more, and taken back at the next poll.
    gone: i === 0 ? news.gone.toSorted((a, b) => a.seen.block - b.seen.block).slice(0, revertsPerStep) : [],
    changed: i === steps.length - 1 ? news.changed : nothing.changed,
    last: i === steps.length - 1,
  }));
}

/** A portion without news that was read whole moves the stored block all the same, unless something holds it back. */
function goesBeyond({ window, unreadable }: TransferRead, stored: number | null): boolean {
  return window.through !== null && unreadable.length === 0 && window.through > (stored ?? -1);
}
