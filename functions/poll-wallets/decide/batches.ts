import type { LastRow, NewRow } from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import { isTheft } from '../read/look-ahead.ts';
import type { PollRead } from '../read/poll-read.ts';
import type { FreshTransfer, News } from './compare.ts';

/** DynamoDB writes as many rows within two seconds. */
const mostInBatch = 2_500;

export interface Batch extends Pick<News, 'edits' | 'dropped'> {
  readonly fresh: readonly FreshTransfer[];
  /** The oldest transfer of the next batch; undefined: none is left. */
  readonly next: FreshTransfer | undefined;
}

/** News in chain order. There is at least one batch, because the cursor may have to move. */
export function batchesOf({ fresh, edits, dropped }: News, first: readonly NewRow[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (let from = 0; from === 0 || from < fresh.length; from += mostInBatch) {
    const isFirst = from === 0;
    batches.push({
      fresh: fresh.slice(from, from + mostInBatch),
      edits: isFirst ? [...first, ...edits] : [],
      dropped: isFirst ? dropped : [],
      next: fresh[from + mostInBatch],
    });
  }
  return batches;
}

/** Until the read is complete only thefts are reported; everything else is held. */
export function holdBack(
  news: News,
  { reading }: Pick<PollRead, 'reading'>,
  watch: Watch,
): { readonly news: News; readonly held: readonly Transfer[] } {
  if (reading === null) return { news, held: [] };
  const { fresh } = news;
  const thefts = new Set(fresh.filter((one) => isTheft(one, watch)));
  const held = fresh.filter((one) => !thefts.has(one)).map(({ transfer }) => transfer);
  return { news: { ...news, fresh: [...thefts] }, held };
}

export function rowsAfter(before: readonly LastRow[], written: readonly LastRow[]): LastRow[] {
  const after = new Map(before.map((row) => [row.place.key, row]));
  for (const row of written)
    if (row.status !== 'message' && row.status !== 'moved') after.set(row.place.key, row);
  return [...after.values()];
}
