import type { RangeRequest, TransferRange, TransferSource } from '../../../functions/transfer/source.ts';

/** A source as it would be if a block were the newest of its chain; null: as it is. */
export function upToBlock(source: TransferSource, newest: number | null): TransferSource {
  if (newest === null) return source;
  return {
    open: source.open,
    ranges: (requests, limits) =>
      requests.map((request) => {
        const [ranges] = source.ranges([{ ...request, through: request.through ?? newest }], limits);
        return ranges === undefined || isBeyond(request, newest) ? nothing(request) : upTo(ranges, newest);
      }),
  };
}

async function* upTo(ranges: AsyncIterable<TransferRange>, newest: number): AsyncGenerator<TransferRange> {
  // A range that reaches the head has no last block.
  for await (const range of ranges)
    yield range.through === newest && range.whole ? { ...range, through: null } : range;
}

function isBeyond({ from }: RangeRequest, newest: number): boolean {
  return from !== null && 'block' in from && from.block > newest;
}

async function* nothing({ from }: RangeRequest): AsyncGenerator<TransferRange> {
  yield {
    from: from !== null && 'block' in from ? from.block : 0,
    through: null,
    transfers: [],
    unreadable: [],
    complete: true,
    more: false,
    whole: true,
    unfinished: null,
  };
}
