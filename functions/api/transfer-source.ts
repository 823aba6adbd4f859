import type { BlockNumber } from '../chain/units.ts';
import type { CallLimits, PageRequest, SourcePage, TransferSource } from '../transfer/source.ts';
import {
  BadRequest,
  KeyMissing,
  PositionRefused,
  ReplyTooLarge,
  UnreadableReply,
} from '../transfer/source-errors.ts';
import { directionFor, type Transfer } from '../transfer/transfer.ts';
import {
  askingForContracts,
  createTransferPages,
  type TransferPages,
  type TransferPagesOptions,
  type TransferQuery,
} from './transfer-pages.ts';

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

/** One wallet's pages, without entries that faulty caches mix in. A too large transfer becomes an unreadable entry. */
export async function* ownPages(
  request: PageRequest,
  pages: TransferPages,
  limits: CallLimits,
): AsyncGenerator<SourcePage> {
  let { to, cursor } = readPosition(request);
  for (;;) {
    let hasBegun = false;
    let lowest: BlockNumber | null = null;
    try {
      for await (const page of pages({ ...request, to, cursor }, limits)) {
        hasBegun = true;
        const transfers = page.transfers.flatMap((one) => ownOf(request, one));
        lowest = transfers.at(-1)?.blockNumber ?? lowest;
        const next = page.cursor === null ? null : positionOf(to, page.cursor);
        yield { transfers, unreadable: page.unreadable, next };
      }
      return;
    } catch (error) {
      // A read below block `to + 1` has met a newer transfer. Otherwise no block is proved to be mined, and none may count as read.
      if (!hasBegun && cursor === null && to !== null) lowest = to + 1;
      if (!(error instanceof ReplyTooLarge) || lowest === null)
        throw cursor === null || hasBegun ? error : ofPosition(error);
      const block = await findTooLarge({ ...request, to, cursor: null }, lowest, pages, limits);
      const unreadable = [
        { transactionHash: null, blockNumber: block, reason: 'the transfer is too large to be read' },
      ];
      [to, cursor] = [block - 1, null];
      yield { transfers: [], unreadable, next: positionOf(to, '') };
    }
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

function readPosition({ to, position }: PageRequest): { to: BlockNumber | null; cursor: string | null } {
  if (position === null) return { to, cursor: null };
  const [block = '', cursor = ''] = position.split(/:(.*)/s);
  return { to: block === '' ? null : Number(block), cursor: cursor === '' ? null : cursor };
}

/** Drops other wallets' transfers and earlier blocks. A receiver that the API leaves out is the wallet (see directionFor). */
function ownOf({ wallet, from }: PageRequest, transfer: Transfer): Transfer[] {
  if (from !== null && 'block' in from && transfer.blockNumber < from.block) return [];
  const direction = directionFor(wallet, transfer);
  if (direction === null) return [];
  if (direction !== 'in' || transfer.to.address === wallet) return [transfer];
  return [{ ...transfer, to: { ...transfer.to, address: wallet } }];
}

/** Finds the block of a too large transfer at or below block `lowest`, by bisection: some thirty calls. */
async function findTooLarge(
  query: TransferQuery,
  lowest: BlockNumber,
  pages: TransferPages,
  limits: CallLimits,
): Promise<BlockNumber> {
  /** Whether the transfer is in block `from` or above. The other bound stays: a lower transfer may be too large, too. */
  const isIn = async (from: TransferQuery['from']): Promise<boolean> => {
    try {
      for await (const _ of pages({ ...query, from, to: lowest - 1, limit: 1 }, limits)) break;
      return false;
    } catch (error) {
      if (error instanceof ReplyTooLarge) return true;
      throw error;
    }
  };
  // If no lower block has the too large transfer, block `lowest` itself has it.
  if (!(await isIn(query.from))) return lowest;
  let found = query.from !== null && 'block' in query.from ? query.from.block : 0;
  let above = lowest;
  while (above - found > 1) {
    const middle = Math.floor((found + above) / 2);
    if (await isIn({ block: middle })) found = middle;
    else above = middle;
  }
  return found;
}
