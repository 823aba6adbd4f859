import type { PageRequest, ReadFrom, SourcePage, TransferSource } from '../transfer/source.ts';
import { BadRequest, KeyMissing, PositionRefused } from '../transfer/source-errors.ts';
import { directionFor, type Transfer } from '../transfer/transfer.ts';
import { type Bound, createTransferPages, type TransferPages, type TransferPagesOptions } from './transfer-pages.ts';

/**
 * Transfers by the API's transfers endpoint, which serves one wallet a call.
 * @throws BaseUrlUnreadable where the base address or the version can't be used
 */
export function createTransferSource(options: TransferPagesOptions): TransferSource {
  const { apiKey } = options;
  const pages = createTransferPages(options);
  return {
    async open() {
      const key = await apiKey.load();
      if (key !== null || !apiKey.required) return;
      throw new KeyMissing(`There is no API key in ${apiKey.place}.`, apiKey.howToSet);
    },
    pages: (request, limits) => ownPages(request, pages, limits),
  };
}

const transfersPerPage = 100;

/** The pages of one wallet, without what is somebody else's or out of bounds: caches mix things up. */
export async function* ownPages(
  request: PageRequest,
  pages: TransferPages,
  limits: Parameters<TransferSource['pages']>[1],
): AsyncGenerator<SourcePage> {
  const { wallet, chain, from, to, position } = request;
  const query = {
    wallet,
    chain,
    limit: transfersPerPage,
    disableTotal: true,
    ...boundsOf(from, to),
    ...(position === null ? {} : { cursor: position }),
  };
  let isFirst = true;
  try {
    for await (const { transfers, unreadable, cursor } of pages(query, limits)) {
      isFirst = false;
      yield { transfers: transfers.flatMap((one) => ownOf(request, one)), unreadable, next: cursor };
    }
  } catch (error) {
    if (position !== null && isFirst && error instanceof BadRequest)
      throw new PositionRefused(`The API does not go on from its own cursor: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The API takes blocks or dates, never both (API document, 4.1, rules 1 and 2). */
function boundsOf(from: ReadFrom, to: number | null): { from?: Bound; to?: Bound } {
  const first = from === null ? {} : { from: 'block' in from ? { block: from.block } : { date: from.time } };
  return to === null ? first : { ...first, to: { block: to } };
}

/** Drops what is somebody else's; a receiver that the API leaves out is the wallet (see directionFor). */
function ownOf({ wallet, from }: PageRequest, transfer: Transfer): Transfer[] {
  if (from !== null && 'block' in from && transfer.blockNumber < from.block) return [];
  const direction = directionFor(wallet, transfer);
  if (direction === null) return [];
  if (direction !== 'in' || transfer.to.address === wallet) return [transfer];
  return [{ ...transfer, to: { ...transfer.to, address: wallet } }];
}
