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
import { highestBlock } from './read-transfer-page.ts';
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
  const found: FoundBlocks = new Map();
  return {
    async open() {
      const key = await apiKey.load();
      if (key !== null || !apiKey.required) return;
      throw new KeyMissing(`There is no API key in ${apiKey.place}.`, apiKey.howToSet);
    },
    pages: askingForContracts((request, limits) => ownPages(request, pages, limits, found), clock),
  };
}

/** Blocks of too large transfers, by chain and wallet: a quiet wallet's newest transfer stays the newest. */
type FoundBlocks = Map<string, BlockNumber>;

/** One wallet's pages, without entries that faulty caches mix in. A too large transfer becomes an unreadable entry. */
export async function* ownPages(
  request: PageRequest,
  pages: TransferPages,
  limits: CallLimits,
  found: FoundBlocks = new Map(),
): AsyncGenerator<SourcePage> {
  let { to, cursor } = readPosition(request);
  const wallet = `${request.chain.id}:${request.wallet}`;
  const isWhole = to === null && cursor === null && request.contracts === undefined;
  const newest = (block: BlockNumber, last: BlockNumber | null) =>
    newestOf({ ...request, from: { block }, to: last, cursor: null }, pages, limits);
  const isNewest = async (block: BlockNumber) =>
    (await newest(block + 1, null)) === null && (await newest(block, block)) === 'too large';
  /** The read continues below the block. */
  const without = (block: BlockNumber): SourcePage => {
    [to, cursor] = [block - 1, null];
    const reason = 'the transfer is too large to be read';
    const unreadable = [{ transactionHash: null, blockNumber: block, reason }];
    return { transfers: [], unreadable, next: positionOf(to, '') };
  };
  const before = isWhole ? found.get(wallet) : undefined;
  if (before !== undefined) {
    if (await isNewest(before)) yield without(before);
    else found.delete(wallet);
  }
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
      // A read below block `to + 1` has met a newer transfer.
      if (!hasBegun && cursor === null && to !== null) lowest = to + 1;
      if (!(error instanceof ReplyTooLarge) || (lowest === null && (!isWhole || hasBegun)))
        throw cursor === null || hasBegun ? error : ofPosition(error);
      const block = await findTooLarge({ ...request, to, cursor: null }, lowest, pages, limits);
      // Until a block is proved to be mined, none may count as read.
      if (lowest === null && !(await isNewest(block))) throw error;
      if (lowest === null) found.set(wallet, block);
      yield without(block);
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

/** The newest transfer that the query shows. */
async function newestOf(query: TransferQuery, pages: TransferPages, limits: CallLimits) {
  try {
    for await (const { transfers, unreadable } of pages({ ...query, limit: 1 }, limits))
      return transfers.length + unreadable.length > 0 ? 'readable' : null;
    return null;
  } catch (error) {
    if (error instanceof ReplyTooLarge) return 'too large';
    throw error;
  }
}

/**
 * Finds the block of a too large transfer at or below block `lowest`, by bisection: some thirty calls.
 * @param lowest null: the transfer is the newest
 */
async function findTooLarge(
  query: TransferQuery,
  lowest: BlockNumber | null,
  pages: TransferPages,
  limits: CallLimits,
): Promise<BlockNumber> {
  const to = lowest === null ? null : lowest - 1;
  /** Whether the transfer is in block `from` or above. The other bound stays: a lower transfer may be too large, too. */
  const isIn = async (from: TransferQuery['from']): Promise<boolean> =>
    (await newestOf({ ...query, from, to }, pages, limits)) === 'too large';
  // If no lower block has the too large transfer, block `lowest` itself has it.
  if (lowest !== null && !(await isIn(query.from))) return lowest;
  let found = query.from !== null && 'block' in query.from ? query.from.block : 0;
  let above = lowest ?? highestBlock + 1;
  while (above - found > 1) {
    const middle = Math.floor((found + above) / 2);
    if (await isIn({ block: middle })) found = middle;
    else above = middle;
  }
  return found;
}
