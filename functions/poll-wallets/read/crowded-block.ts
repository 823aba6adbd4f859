import { z } from 'zod';
import { readAddress } from '../../chain/address.ts';
import type { Overflow } from '../../state/overflow.ts';
import type { BlockSpool } from '../../state/wallet-state.ts';
import { sharingTokens } from '../../transfer/share-tokens.ts';
import type { CallLimits, TransferPage, TransferQuery, TransferSource } from '../../transfer/source.ts';
import { BadRequest, NoSlot, UnreadableReply } from '../../transfer/source-errors.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { type BlockWindow, oneBlock } from './block-window.ts';
import { ownTransfers, pagesPerRead, queryOf, type TransferRead } from './read-transfers.ts';

/** No rule reads more of a text, and no alert shows more; a line then has room in any item. */
const maxText = 1_024;

const address = z.string().transform((text, context) => {
  const known = readAddress(text);
  if (known !== null) return known;
  context.addIssue('not an address');
  return z.NEVER;
});
const text = z.string().nullable();
const whole = z.number().nullable();
const tokenLine = z.object({
  address,
  name: text,
  symbol: text,
  decimals: whole,
  logo: text,
  verified: z.boolean().nullable(),
});
const transferLine = z.object({
  token: tokenLine,
  from: z.object({ address: address.nullable(), label: text }),
  to: z.object({ address: address.nullable(), label: text }),
  value: z.string().transform((digits) => BigInt(digits)),
  transactionHash: z.string(),
  transactionIndex: whole,
  logIndex: whole,
  blockNumber: z.number(),
  blockHash: text,
  blockTimestamp: text,
  possibleSpam: z.boolean().nullable(),
});

/** A transfer as one line of text, to be kept between two polls. */
function writeTransfer(transfer: Transfer): string {
  return JSON.stringify(transfer, (_name, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' && value.length > maxText ? value.slice(0, maxText) : value;
  });
}

/** @throws Error where the line is none that writeTransfer made */
function readTransferLine(line: string): Transfer {
  return transferLine.parse(JSON.parse(line));
}

/** So many pages at most are read a second time after a crash or at the end of a poll. */
const transfersPerPiece = pagesPerRead * 100;

/** Where the reading of one block stands. */
interface Progress extends BlockSpool {
  readonly transfers: readonly Transfer[];
}

type Deps = Pick<PollDependencies, 'source' | 'clock' | 'states' | 'log'>;

/**
 * Reads one block whole, however many transfers it holds and however many polls that takes. The API gives the newest
 * first, and nothing of a block may be told before its oldest is known: so what was read waits in items of its own (the
 * spool) for the rest. A block whose hash has changed meanwhile is read anew; transfers of it that were dealt with are
 * known by their keys.
 * @param window of that block alone
 * @param kept what earlier polls read of it
 * @returns one read: of the whole block, or, where the time ran out, without transfers and with what is to be remembered
 * @throws what transfer/source-errors.ts names, after what was read until then is handed over to be remembered
 */
export async function* readCrowdedBlock(
  watch: Watch,
  window: BlockWindow,
  kept: BlockSpool | null,
  poll: Pick<TransferRead, 'begunAt' | 'closes' | 'leapsTo'>,
  deps: Deps,
  limits: CallLimits,
): AsyncGenerator<TransferRead> {
  const overflow = deps.states.overflow(watch);
  const begun = await resumed(window.from, kept, overflow);
  const { progress, failure, isAnother } = await readOn(watch, begun, overflow, deps, limits);
  const { transfers, unreadable } = progress;
  const whole = progress.cursor === null && failure === null && !isAnother;
  const isStuck = begun.pieces.length > 0 && progress === begun && isRefused(failure);
  const anew = isAnother || isStuck;
  if (failure !== null && progress === begun && !anew) throw failure; // nothing is to be remembered
  if (anew) deps.log.warn('a crowded block is read anew', { wallet: watch.wallet, block: window.from });
  yield {
    transfers: whole ? ownTransfers(watch, window, transfers) : [],
    unreadable: unreadable === null ? [] : [{ blockNumber: window.from, reason: unreadable }],
    window,
    complete: whole && unreadable === null,
    more: false,
    ...poll,
    spool: anew || progress.pieces.length === 0 ? null : spoolOf(progress),
    whole,
  };
  const isOutOfTime = failure instanceof NoSlot && progress !== begun;
  if (failure !== null && !isOutOfTime) throw failure;
}

/** The API takes a cursor no more: its life is not documented. */
function isRefused(failure: Error | null): boolean {
  return failure instanceof BadRequest || failure instanceof UnreadableReply;
}

const nothingRead = { pieces: [], cursor: '', unreadable: null, transfers: [] };

/** What earlier polls read, unless it is of another block or part of it is lost. */
async function resumed(block: number, kept: BlockSpool | null, overflow: Overflow): Promise<Progress> {
  if (kept === null || kept.block !== block) return { block, ...nothingRead };
  const pieces = await overflow.read(kept.pieces);
  if (pieces.some((lines) => lines === null)) return { block, ...nothingRead };
  const shared = sharingTokens();
  return { ...kept, transfers: pieces.flatMap((lines) => shared((lines ?? []).map(readTransferLine))) };
}

/**
 * Reads until the block ends, the time is up, or a call fails; writes what it read in pieces. Where that took several
 * polls, `isAnother` says that the block has become another one meanwhile.
 */
async function readOn(
  watch: Watch,
  begun: Progress,
  overflow: Overflow,
  { source, clock }: Deps,
  limits: CallLimits,
): Promise<{ progress: Progress; failure: Error | null; isAnother: boolean }> {
  let progress = begun;
  let isAnother = false;
  let loose: Transfer[] = [];
  const putDown = async () => {
    const pieces = await overflow.put(loose.map(writeTransfer));
    loose = [];
    progress = { ...progress, pieces: [...progress.pieces, ...pieces.map(({ name }) => name)] };
  };
  let failure: Error | null = null;
  const shared = sharingTokens();
  const query = queryOf(watch, oneBlock(begun.block));
  try {
    for await (const page of pagesFrom(begun.cursor, query, source, limits)) {
      const read = shared(page.transfers);
      loose.push(...read);
      const transfers = [...progress.transfers, ...read];
      const unreadable = progress.unreadable ?? page.unreadable[0]?.reason ?? null;
      progress = { ...progress, transfers, unreadable, cursor: page.cursor };
      if (page.cursor === null) break;
      if (loose.length >= transfersPerPiece) await putDown();
      if (clock.now() > limits.deadline) break;
    }
    if (progress.cursor === null && begun.pieces.length > 0)
      isAnother = !(await isStillTheSame(progress, source.pages(query, limits)));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  // What is read in one go and is small needs no piece.
  const isParted = progress.cursor !== null || progress.pieces.length > 0;
  if (isParted && loose.length > 0) await putDown();
  return { progress, failure, isAnother };
}

/** @param cursor empty: from the first page on; null: there is no page left */
function pagesFrom(
  cursor: string | null,
  query: TransferQuery,
  source: TransferSource,
  limits: CallLimits,
): AsyncIterable<TransferPage> | TransferPage[] {
  if (cursor === null) return [];
  return source.pages(cursor === '' ? query : { ...query, cursor }, limits);
}

/** A spool of several polls is the block's truth only while its newest page, asked for once more, has the same hash. */
async function isStillTheSame({ transfers }: Progress, pages: AsyncIterable<TransferPage>): Promise<boolean> {
  const hashes = new Set(transfers.map(({ blockHash }) => blockHash));
  for await (const page of pages) {
    for (const { blockHash } of page.transfers) hashes.add(blockHash);
    hashes.delete(null);
    return hashes.size <= 1 && page.transfers.length > 0;
  }
  return false;
}

function spoolOf({ block, pieces, cursor, unreadable }: Progress): BlockSpool {
  return { block, pieces, cursor, unreadable };
}
