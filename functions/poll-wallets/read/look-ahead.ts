import { isSurelyReal, surelyRealContracts } from '../../spam/known-token.ts';
import type { PageRequest } from '../../transfer/source.ts';
import { NoSlot, UnreadableReply, UpstreamUnavailable } from '../../transfer/source-errors.ts';
import { directionFor, type Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, type KeyedTransfer, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Poll } from '../dependencies.ts';
import { type BegunCursor, unsettledBlocks } from './poll-read.ts';

type Look = Pick<Poll, 'watch' | 'source' | 'limits' | 'isReadFromNode'>;

export type NewestPage = Awaited<ReturnType<typeof readNewestPage>>;

/** Reads the newest page. Its transfers come oldest first; `hasOlder`: there are older pages. */
export async function readNewestPage(
  { watch, source, limits }: Pick<Poll, 'watch' | 'source' | 'limits'>,
  of: Partial<PageRequest> = {},
) {
  const { wallet, chain } = watch;
  const request: PageRequest = { wallet, chain, from: null, to: null, position: null, ...of };
  for await (const { transfers, unreadable, next } of source.pages(request, limits))
    return { transfers: withKeys(dropRepeats(transfers)), unreadable, hasOlder: next !== null };
  return { transfers: [], unreadable: [], hasOlder: false };
}

/** Reads the newest page, and the newest transfers in surely real tokens, which no storm of worthless ones displaces. Oldest first. */
export async function lookAhead(cursor: BegunCursor, poll: Look): Promise<readonly KeyedTransfer[]> {
  const newest = await readNewestPage(poll);
  const sure = await readNewestSure(cursor, poll).catch(unanswered);
  const seen = [...newest.transfers, ...sure.transfers].map(({ transfer }) => transfer);
  // The rows of settled blocks are not read, so their transfers would seem new.
  return withKeys(dropRepeats(seen)).filter(({ transfer }) => transfer.blockNumber > cursor.settled);
}

/** Maximum pages of a node's journal: the journal can't select transfers by contract. */
const journalPages = 20;

async function readNewestSure(cursor: BegunCursor, poll: Look): Promise<Pick<NewestPage, 'transfers'>> {
  const { watch, limits, source, isReadFromNode } = poll;
  const contracts = surelyRealContracts(watch);
  const request = { ...unsettledBlocks(watch, cursor), position: null, contracts };
  let left = isReadFromNode(watch.chain) ? journalPages : 1;
  const seen: Transfer[] = [];
  for await (const { transfers } of source.pages(request, { ...limits, repeats: false })) {
    seen.push(...transfers.filter(({ token }) => isSurelyReal(token, watch)));
    left -= 1;
    if (left === 0) break;
  }
  return { transfers: withKeys(dropRepeats(seen)) };
}

/** Whether the wallet has a theft above all its rows. Any error counts as none: the read shows the same transfers later. */
export async function hasNewTheft(cursor: BegunCursor, poll: Look): Promise<boolean> {
  const { transfers } = await readNewestSure(cursor, poll).catch(() => ({ transfers: [] }));
  return transfers.some(({ transfer }) => isNewTheft(transfer, cursor, poll.watch));
}

export function isNewTheft(
  transfer: Transfer,
  { newest }: Pick<BegunCursor, 'newest'>,
  watch: Watch,
): boolean {
  return transfer.blockNumber > newest && mayBeTheft({ transfer }, watch);
}

/** A failed look ahead does no harm: the long read shows the same transfers later. */
function unanswered(error: unknown): Pick<NewestPage, 'transfers'> {
  if (error instanceof NoSlot || error instanceof UpstreamUnavailable || error instanceof UnreadableReply)
    return { transfers: [] };
  throw error;
}

/** Whether the transfer is reported as soon as it is seen, while the rest is still being read. */
export function mayBeTheft({ transfer }: Pick<KeyedTransfer, 'transfer'>, watch: Watch): boolean {
  const { value, token } = transfer;
  return value > 0n && directionFor(watch.wallet, transfer) === 'out' && isSurelyReal(token, watch);
}
