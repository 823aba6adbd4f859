import type { PageRequest, TransferSource } from '../../../functions/transfer/source.ts';

/** A source as it would be if a block were the newest of its chain; null: as it is. */
export function upToBlock(source: TransferSource, newest: number | null): TransferSource {
  if (newest === null) return source;
  return {
    open: source.open,
    async *pages(request, limits) {
      if (isBeyond(request, newest)) yield { transfers: [], unreadable: [], next: null };
      else yield* source.pages({ ...request, to: Math.min(request.to ?? newest, newest) }, limits);
    },
  };
}

function isBeyond({ from }: PageRequest, newest: number): boolean {
  return from !== null && 'block' in from && from.block > newest;
}
