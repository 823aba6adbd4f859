import type { BlockNumber } from '../chain/units.ts';
import type { CallLimits, PageRequest, SourcePage, TransferSource } from '../transfer/source.ts';
import { BadRequest, KeyMissing, PositionRefused, UnreadableReply } from '../transfer/source-errors.ts';
import { directionFor, type Transfer } from '../transfer/transfer.ts';
import { askingForContracts, createTransferPages, type TransferPagesOptions } from './transfer-pages.ts';

/** Transfers by the API's transfers endpoint, one wallet a call. @throws BaseUrlUnreadable */
export function createTransferSource(options: TransferPagesOptions): TransferSource {
  const { apiKey, clock } = options;
  const pages = createTransferPages(options);
  return {
    async open() {
      const key = await apiKey.load();
      if (key !== null || !apiKey.required) return;
      throw new KeyMissing(`There is no API key in ${apiKey.place}.`, apiKey.howToSet);
    },
    pages: askingForContracts((request, limits) => ownPages(request, pages, limits), clock),
  };
}

/** One wallet's pages, without entries that faulty caches mix in. */
export async function* ownPages(
  request: PageRequest,
  pages: TransferSource['pages'],
  limits: CallLimits,
): AsyncGenerator<SourcePage> {
  const { to, position } = readPosition(request);
  let hasBegun = false;
  try {
    for await (const page of pages({ ...request, to, position }, limits)) {
      hasBegun = true;
      const transfers = page.transfers.flatMap((one) => ownOf(request, one));
      const next = page.next && positionOf(to, page.next);
      yield { transfers, unreadable: page.unreadable, next };
    }
  } catch (error) {
    throw position === null || hasBegun ? error : ofPosition(error);
  }
}

/** The error of a read that began at a cursor. */
function ofPosition(error: unknown): unknown {
  if (!(error instanceof BadRequest || error instanceof UnreadableReply)) return error;
  return new PositionRefused(`The API does not go on from its own cursor: ${error.message}`, {
    cause: error,
  });
}

/** A position includes the query's last block, because a cursor is valid for its own query only. */
function positionOf(to: BlockNumber | null, cursor: string): string {
  return `${to ?? ''}:${cursor}`;
}

function readPosition({ to, position }: PageRequest): Pick<PageRequest, 'to' | 'position'> {
  if (position === null) return { to, position };
  const [block = '', cursor = ''] = position.split(/:(.*)/s);
  return { to: block === '' ? null : Number(block), position: cursor };
}

/** Drops other wallets' transfers and earlier blocks. A receiver that the API leaves out is the wallet (see directionFor). */
function ownOf({ wallet, from }: PageRequest, transfer: Transfer): Transfer[] {
  if (from !== null && 'block' in from && transfer.blockNumber < from.block) return [];
  const direction = directionFor(wallet, transfer);
  if (direction === null) return [];
  if (direction !== 'in' || transfer.to.address === wallet) return [transfer];
  return [{ ...transfer, to: { ...transfer.to, address: wallet } }];
}
