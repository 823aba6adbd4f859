import type { CallLimits, PageRequest, ReadFrom, SourcePage, TransferSource } from '../transfer/source.ts';
import {
  BadRequest,
  KeyMissing,
  PositionRefused,
  ReplyTooLarge,
  UnreadableReply,
} from '../transfer/source-errors.ts';
import { directionFor, type Transfer } from '../transfer/transfer.ts';
import { findTooLarge } from './find-too-large.ts';
import {
  type Bound,
  createTransferPages,
  type TransferPages,
  type TransferPagesOptions,
  type TransferQuery,
} from './transfer-pages.ts';

const transfersPerPage = 100;

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

/**
 * The pages of one wallet, without what is somebody else's or out of bounds: caches mix things up. A transfer that is too
 * large to be read is an unreadable entry, and the pages go on below its block.
 */
export async function* ownPages(
  request: PageRequest,
  pages: TransferPages,
  limits: CallLimits,
): AsyncGenerator<SourcePage> {
  let { to, cursor } = readPosition(request);
  for (;;) {
    let lowest: number | null = null;
    try {
      for await (const page of boundedPages(request, to, cursor, pages, limits)) {
        lowest = page.transfers.at(-1)?.blockNumber ?? lowest;
        yield page;
      }
      return;
    } catch (error) {
      // Without a newer transfer nothing shows how far the chain is, and what is not mined yet must not count as read.
      if (!(error instanceof ReplyTooLarge) || lowest === null) throw error;
      const block = await findTooLarge(queryOf(request, to), lowest, pages, limits);
      const unreadable = [
        { transactionHash: null, blockNumber: block, reason: 'the transfer is too large to be read' },
      ];
      [to, cursor] = [block - 1, null];
      yield { transfers: [], unreadable, next: positionOf(to, '') };
    }
  }
}

async function* boundedPages(
  request: PageRequest,
  to: number | null,
  position: string | null,
  pages: TransferPages,
  limits: CallLimits,
): AsyncGenerator<SourcePage> {
  const query = queryOf(request, to);
  let hasBegun = false;
  try {
    for await (const { transfers, unreadable, cursor } of pages(
      position === null ? query : { ...query, cursor: position },
      limits,
    )) {
      hasBegun = true;
      const next = cursor === null ? null : positionOf(to, cursor);
      yield { transfers: transfers.flatMap((one) => ownOf(request, one)), unreadable, next };
    }
  } catch (error) {
    const isRefused = error instanceof BadRequest || error instanceof UnreadableReply;
    if (position === null || hasBegun || !isRefused || error instanceof ReplyTooLarge) throw error;
    throw new PositionRefused(`The API does not go on from its own cursor: ${error.message}`, {
      cause: error,
    });
  }
}

function queryOf({ wallet, chain, from }: PageRequest, to: number | null): TransferQuery {
  return { wallet, chain, limit: transfersPerPage, disableTotal: true, ...boundsOf(from, to) };
}

/** The API takes blocks or dates, never both (API document, 4.1, rules 1 and 2). */
function boundsOf(from: ReadFrom, to: number | null): { readonly from?: Bound; readonly to?: Bound } {
  const first = from === null ? {} : { from: 'block' in from ? { block: from.block } : { date: from.time } };
  return to === null ? first : { ...first, to: { block: to } };
}

/** A cursor is good for the query that it comes from: its last block goes along with it. */
function positionOf(to: number | null, cursor: string): string {
  return `${to ?? ''}:${cursor}`;
}

function readPosition({ to, position }: PageRequest): { to: number | null; cursor: string | null } {
  if (position === null) return { to, cursor: null };
  const [block = '', cursor = ''] = position.split(/:(.*)/s);
  return { to: block === '' ? null : Number(block), cursor: cursor === '' ? null : cursor };
}

/** Drops what is somebody else's; a receiver that the API leaves out is the wallet (see directionFor). */
function ownOf({ wallet, from }: PageRequest, transfer: Transfer): Transfer[] {
  if (from !== null && 'block' in from && transfer.blockNumber < from.block) return [];
  const direction = directionFor(wallet, transfer);
  if (direction === null) return [];
  if (direction !== 'in' || transfer.to.address === wallet) return [transfer];
  return [{ ...transfer, to: { ...transfer.to, address: wallet } }];
}
