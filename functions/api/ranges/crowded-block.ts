import { sharingTokens } from '../../transfer/share-tokens.ts';
import type { CallLimits, RangeRequest, TransferRange, UnfinishedBlock } from '../../transfer/source.ts';
import { BadRequest, NoSlot, ReplyTooLarge, UnreadableReply } from '../../transfer/source-errors.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { TransferPage } from '../read-transfer-page.ts';
import type { TransferPages, TransferQuery } from '../transfer-pages.ts';
import { oneBlock } from './block-window.ts';
import { ownTransfers, pagesPerRead, queryOf, type RangeDependencies } from './read-window.ts';
import { readTransferLine, writeTransfer } from './transfer-line.ts';

/** So many pages at most are read a second time after a crash or at the end of a poll. */
const transfersPerNote = pagesPerRead * 100;

/** Where the reading of one block stands. */
interface Progress extends UnfinishedBlock {
  readonly transfers: readonly Transfer[];
}

/**
 * Reads one block whole, however many transfers it holds and however many polls that takes. The API gives the newest
 * first, and nothing of a block may be told before its oldest is known: so what was read waits in the notebook for the rest.
 * A block whose hash has changed meanwhile is read anew; transfers of it that were dealt with are known by their keys.
 * @returns one range: the whole block, or, where the time ran out, without transfers and with what is to be remembered
 * @throws what transfer/source-errors.ts names, after what was read until then is handed over to be remembered
 */
export async function* readCrowdedBlock(
  request: RangeRequest,
  block: number,
  deps: RangeDependencies,
  limits: CallLimits,
): AsyncGenerator<TransferRange> {
  const { wallet } = request;
  const begun = await resumed(block, request);
  const { progress, failure, isAnother } = await readOn(begun, request, deps, limits);
  const { transfers, unreadable } = progress;
  const whole = progress.position === null && failure === null && !isAnother;
  const isStuck = begun.notes.length > 0 && progress === begun && isRefused(failure);
  const anew = isAnother || isStuck;
  if (failure !== null && progress === begun && !anew) throw failure; // nothing is to be remembered
  if (anew) deps.log.warn('a crowded block is read anew', { wallet, block });
  yield {
    from: block,
    through: block,
    transfers: whole ? ownTransfers(request, oneBlock(block), transfers) : [],
    unreadable: unreadable === null ? [] : [{ blockNumber: block, reason: unreadable }],
    complete: whole && unreadable === null,
    more: false,
    whole,
    unfinished: anew || progress.notes.length === 0 ? null : withoutTransfers(progress),
  };
  const isOutOfTime = failure instanceof NoSlot && progress !== begun;
  if (failure !== null && !isOutOfTime && !anew) throw failure;
}

/** The API takes a cursor no more: its life is not documented. */
function isRefused(failure: Error | null): boolean {
  return failure instanceof BadRequest || failure instanceof UnreadableReply;
}

const nothingRead = { notes: [], position: '', unreadable: null, transfers: [] };

/** What earlier polls read, unless it is of another block or part of it is lost. */
async function resumed(
  block: number,
  { unfinished, notebook }: Pick<RangeRequest, 'unfinished' | 'notebook'>,
): Promise<Progress> {
  if (unfinished?.block !== block) return { block, ...nothingRead };
  const notes = await notebook.read(unfinished.notes);
  if (notes.some((lines) => lines === null)) return { block, ...nothingRead };
  const shared = sharingTokens();
  return { ...unfinished, transfers: notes.flatMap((lines) => shared((lines ?? []).map(readTransferLine))) };
}

/**
 * Reads until the block ends, the time is up, or a call fails; writes what it read as notes. Where that took several
 * polls, `isAnother` says that the block has become another one meanwhile.
 */
async function readOn(
  begun: Progress,
  request: RangeRequest,
  { pages, clock }: RangeDependencies,
  limits: CallLimits,
): Promise<{ progress: Progress; failure: Error | null; isAnother: boolean }> {
  let progress = begun;
  let isAnother = false;
  let loose: Transfer[] = [];
  const putDown = async () => {
    const written = await request.notebook.put(loose.map(writeTransfer));
    loose = [];
    progress = { ...progress, notes: [...progress.notes, ...written.map(({ name }) => name)] };
  };
  let failure: Error | null = null;
  const shared = sharingTokens();
  const query = queryOf(request, oneBlock(begun.block));
  try {
    for await (const page of pagesFrom(begun.position, query, pages, limits)) {
      const read = shared(page.transfers);
      loose.push(...read);
      const transfers = [...progress.transfers, ...read];
      const unreadable = progress.unreadable ?? page.unreadable[0]?.reason ?? null;
      progress = { ...progress, transfers, unreadable, position: page.cursor };
      if (page.cursor === null) break;
      if (loose.length >= transfersPerNote) await putDown();
      if (clock.now() > limits.deadline) break;
    }
    if (progress.position === null && begun.notes.length > 0)
      isAnother = !(await isStillTheSame(progress, pages(query, limits)));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    // Waiting would not make it smaller, and all later blocks would wait with it: the rest of the block is given up, and told of.
    if (failure instanceof ReplyTooLarge) {
      const unreadable =
        'a transfer is too large to be read, and with it those that stand before it in its block';
      progress = { ...progress, unreadable, position: null };
      failure = null;
    }
  }
  // What is read in one go and is small needs no note.
  const isParted = progress.position !== null || progress.notes.length > 0;
  if (isParted && loose.length > 0) await putDown();
  return { progress, failure, isAnother };
}

/** @param position a cursor; empty: from the first page on; null: there is no page left */
function pagesFrom(
  position: string | null,
  query: TransferQuery,
  pages: TransferPages,
  limits: CallLimits,
): AsyncIterable<TransferPage> | TransferPage[] {
  if (position === null) return [];
  return pages(position === '' ? query : { ...query, cursor: position }, limits);
}

/** What several polls have read is the block only while its newest page, asked for once more, has the same hash. */
async function isStillTheSame({ transfers }: Progress, pages: AsyncIterable<TransferPage>): Promise<boolean> {
  const hashes = new Set(transfers.map(({ blockHash }) => blockHash));
  for await (const page of pages) {
    for (const { blockHash } of page.transfers) hashes.add(blockHash);
    hashes.delete(null);
    return hashes.size <= 1 && page.transfers.length > 0;
  }
  return false;
}

function withoutTransfers({ block, notes, position, unreadable }: Progress): UnfinishedBlock {
  return { block, notes, position, unreadable };
}
