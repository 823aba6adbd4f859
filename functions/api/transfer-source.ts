import type { BlockNumber } from '../chain/units.ts';
import type { CallLimits, PageRequest, SourcePage, TransferSource } from '../transfer/source.ts';
import {
  BadRequest,
  KeyMissing,
  NoSlot,
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
  const searches: Searches = new Map();
  return {
    async open() {
      const key = await apiKey.load();
      if (key !== null || !apiKey.required) return;
      throw new KeyMissing(`There is no API key in ${apiKey.place}.`, apiKey.howToSet);
    },
    pages: askingForContracts((request, limits) => ownPages(request, pages, limits, searches), clock),
  };
}

/** A too large transfer is in block `found` or above, and below block `above`. */
interface Search {
  found: BlockNumber;
  above: BlockNumber;
}

/**
 * Searches for newest transfers, by chain and wallet. They are kept: a poll's calls may not be enough for one, and a quiet wallet's
 * newest transfer stays the newest.
 */
type Searches = Map<string, Search>;

/** One wallet's pages, without entries that faulty caches mix in. A too large transfer becomes an unreadable entry. */
export async function* ownPages(
  request: PageRequest,
  pages: TransferPages,
  limits: CallLimits,
  searches: Searches = new Map(),
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
  const before = isWhole ? searches.get(wallet) : undefined;
  if (before !== undefined && before.above - before.found === 1) {
    if (await isNewest(before.found)) yield without(before.found);
    else searches.delete(wallet);
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
      const query = { ...request, to, cursor: null };
      if (lowest !== null) {
        yield without(await findTooLarge(query, lowest, pages, limits));
        continue;
      }
      const search = searches.get(wallet) ?? { found: firstBlock(query), above: highestBlock + 1 };
      searches.set(wallet, search);
      const block = await narrow(search, query, pages, limits).catch((fault: unknown) => {
        throw fault instanceof NoSlot ? error : fault;
      });
      // Until a block is proved to be mined, none may count as read.
      if (!(await isNewest(block))) {
        searches.delete(wallet);
        throw error;
      }
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

/** Finds the block of a too large transfer at or below block `lowest`, by bisection: some thirty calls. */
async function findTooLarge(
  query: TransferQuery,
  lowest: BlockNumber,
  pages: TransferPages,
  limits: CallLimits,
): Promise<BlockNumber> {
  // The upper bound stays: a lower transfer may be too large, too.
  const lower = { ...query, to: lowest - 1 };
  // If no lower block has the too large transfer, block `lowest` itself has it.
  if ((await newestOf(lower, pages, limits)) !== 'too large') return lowest;
  return narrow({ found: firstBlock(query), above: lowest }, lower, pages, limits);
}

function firstBlock({ from }: TransferQuery): BlockNumber {
  return from !== null && 'block' in from ? from.block : 0;
}

async function narrow(
  search: Search,
  query: TransferQuery,
  pages: TransferPages,
  limits: CallLimits,
): Promise<BlockNumber> {
  while (search.above - search.found > 1) {
    const middle = Math.floor((search.found + search.above) / 2);
    const newest = await newestOf({ ...query, from: { block: middle } }, pages, limits);
    search[newest === 'too large' ? 'found' : 'above'] = middle;
  }
  return search.found;
}
