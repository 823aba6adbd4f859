import { Random } from '../random.ts';
import type { RowHappening } from '../story/happenings.ts';
import type { StoryRow } from '../story/story.ts';
import { brokenDirection } from '../watchlist.ts';
import type { World } from '../world.ts';
import { incoming } from './play-transfers.ts';

/** A row, with its wallet's earlier transfers. */
export function rowAppears(number: number, { story, rowOf, chainOf, oracle, watchlist }: World): void {
  const row = rowOf(number);
  const chain = chainOf(row);
  const random = new Random(story.seed + number);
  const head = chain.head();
  for (let i = row.old; i > 0; i -= 1) {
    chain.mine([incoming(row, random)], { block: head - Math.floor(i * 0.7) });
  }
  const fromBlock = row.fromBlocksBefore === null ? null : head - row.fromBlocksBefore;
  oracle.watch(row, fromBlock);
  watchlist.put(row, { ...row.attributes, ...(fromBlock === null ? {} : { fromBlock }) });
}

/** A person's edit. A row that does not exist is left alone. */
export function changeRow(happening: RowHappening, world: World): void {
  const { watchlist, scheduler } = world;
  const row = world.rowOf(happening.row);
  const attributes = watchlist.typed(row);
  world.counts.add(`row: ${happening.what}`);
  if (attributes === null) return;
  const putUntil = (lasts: number, more: object) => {
    watchlist.put(row, { ...attributes, ...more });
    scheduler.at(scheduler.now + lasts, () => mend(row, watchlist));
  };
  switch (happening.what) {
    case 'row changes': {
      const kept = Object.entries(attributes).filter(([name]) => name === 'fromBlock' || name === 'paused');
      watchlist.put(row, { ...happening.attributes, ...Object.fromEntries(kept) });
      return;
    }
    case 'row is mistyped':
      putUntil(happening.lasts, { direction: brokenDirection });
      return;
    case 'row pauses':
      putUntil(happening.lasts, { paused: 'true' });
      return;
    case 'row is deleted':
      watchlist.delete(row);
      if (happening.lasts !== null)
        scheduler.at(scheduler.now + happening.lasts, () => {
          watchlist.put(row, attributes);
          if (world.isSettled) mend(row, watchlist);
        });
      return;
    case 'duplicate':
      // With a `fromBlock`, it would begin at another block if the other row is deleted.
      if (row.fromBlocksBefore !== null) return;
      watchlist.put(row, happening.attributes, happening.spelling);
      scheduler.at(scheduler.now + happening.lasts, () => watchlist.delete(row, happening.spelling));
  }
}

/** A paused or mistyped row is polled again. */
export function mend(row: StoryRow, watchlist: World['watchlist']): void {
  const typed = watchlist.typed(row);
  if (typed === null) return;
  const { paused: _, direction, ...attributes } = typed;
  const isKept = direction !== undefined && direction !== brokenDirection;
  watchlist.put(row, isKept ? { ...attributes, direction } : attributes);
}
