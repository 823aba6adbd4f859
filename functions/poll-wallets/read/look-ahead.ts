import { isSurelyReal, surelyRealContracts } from '../../spam/known-token.ts';
import { NoSlot, UnreadableReply, UpstreamUnavailable } from '../../transfer/source-errors.ts';
import { directionFor } from '../../transfer/transfer.ts';
import { dropRepeats, type KeyedTransfer, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { type NewestPage, readNewestPage } from './newest-page.ts';
import { type BegunCursor, unsettled } from './poll-read.ts';

/**
 * Looks at a wallet's newest page before its long read continues and, by one more call, at its newest transfers in surely real
 * tokens, which a storm of worthless ones can't push off the page. Oldest first.
 */
export async function lookAhead(
  watch: Watch,
  cursor: BegunCursor,
  deps: Pick<PollDependencies, 'source'>,
  limits: PollLimits,
): Promise<readonly KeyedTransfer[]> {
  const newest = await readNewestPage(watch, deps, limits);
  const sure = await readNewestPage(
    watch,
    deps,
    { ...limits, repeats: false },
    { from: unsettled(watch, cursor).from, contracts: surelyRealContracts(watch) },
  ).catch(unanswered);
  const seen = [...newest.transfers, ...sure.transfers].map(({ transfer }) => transfer);
  // Without settled blocks: their rows are not read, so a transfer there would seem new and be told again.
  return withKeys(dropRepeats(seen)).filter(({ transfer }) => transfer.blockNumber > cursor.settled);
}

/** A failed look ahead is no failure: the long read shows the same transfers later. */
function unanswered(error: unknown): Pick<NewestPage, 'transfers'> {
  if (error instanceof NoSlot || error instanceof UpstreamUnavailable || error instanceof UnreadableReply)
    return { transfers: [] };
  throw error;
}

/** Outgoing transfers in surely real tokens: reported as soon as they are seen, while the rest is still being read. */
export function isTheft({ transfer }: KeyedTransfer, watch: Watch): boolean {
  const { value, token } = transfer;
  return value > 0n && directionFor(watch.wallet, transfer) === 'out' && isSurelyReal(token, watch);
}
