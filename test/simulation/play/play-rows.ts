import { Random } from '../random.ts';
import type { RowHappening } from '../story/happenings.ts';
import { rowOf, type Story, type StoryRow } from '../story/story.ts';
import { brokenDirection } from '../watchlist.ts';
import type { World } from '../world.ts';
import { incoming } from './play-transfers.ts';

/** A row with what its wallet has had before. */
export function rowAppears({ rows, seed }: Story, number: number, world: World): void {
  const { chainOf, oracle, watchlist } = world;
  const row = rowOf(rows, number);
  const chain = chainOf(row);
  const random = new Random(seed + number);
  const head = chain.head();
  for (let i = row.old; i > 0; i -= 1) {
    chain.mine([incoming(row, random)], { block: head - Math.floor(i * 0.7) });
  }
  const fromBlock = row.fromBlocksBefore === null ? null : head - row.fromBlocksBefore;
  oracle.watch(row, fromBlock);
  watchlist.put(row, { ...row.attributes, ...(fromBlock === null ? {} : { fromBlock }) });
}

/** A person's edit. A row that does not exist is left alone. */
export function changeRow(happening: RowHappening, { rows }: Story, world: World): void {
  const { watchlist, scheduler } = world;
  const row = rowOf(rows, happening.row);
  const later = (lasts: number, run: () => void) => scheduler.at(scheduler.now + lasts, run);
  const attributes = watchlist.typed(row);
  if (attributes === null) return;
  switch (happening.what) {
    case 'row changes': {
      const kept = Object.entries(attributes).filter(([name]) => name === 'fromBlock' || name === 'paused');
      watchlist.put(row, { ...happening.attributes, ...Object.fromEntries(kept) });
      return;
    }
    case 'row is mistyped':
      watchlist.put(row, { ...attributes, direction: brokenDirection });
      later(happening.lasts, () => mend(row, watchlist));
      return;
    case 'row pauses':
      watchlist.put(row, { ...attributes, paused: 'true' });
      later(happening.lasts, () => mend(row, watchlist));
      return;
    case 'row is deleted':
      watchlist.delete(row);
      if (happening.lasts !== null)
        later(happening.lasts, () => {
          watchlist.put(row, attributes);
          if (world.isSettled) mend(row, watchlist);
        });
      return;
    case 'duplicate':
      // With a first block of its own it would begin elsewhere, should the other one go.
      if (row.fromBlocksBefore !== null) return;
      watchlist.put(row, happening.attributes, happening.spelling);
      later(happening.lasts, () => watchlist.delete(row, happening.spelling));
  }
}

/** Whoever was paused or mistyped is polled again. */
export function mend(row: StoryRow, watchlist: World['watchlist']): void {
  const typed = watchlist.typed(row);
  if (typed === null) return;
  const { paused: _, direction, ...attributes } = typed;
  watchlist.put(
    row,
    direction === undefined || direction === brokenDirection ? attributes : { ...attributes, direction },
  );
}
