import { isSurelyReal, surelyRealContracts } from '../../spam/known-token.ts';
import { NoSlot, UnreadableReply, UpstreamUnavailable } from '../../transfer/source-errors.ts';
import { directionFor } from '../../transfer/transfer.ts';
import { dropRepeats, type KeyedTransfer, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { type NewestPage, readNewestPage } from './newest-page.ts';
import { type BegunCursor, unsettled } from './poll-read.ts';

/**
 * What is seen of a wallet before its long read goes on: its newest page, and by one more call its newest transfers in surely
 * real tokens, which no storm of strangers' events can push off their page. Oldest first.
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
  // The ledger is not asked about settled blocks: a transfer there would seem to have no row, and be told again.
  return withKeys(dropRepeats(seen)).filter(({ transfer }) => transfer.blockNumber > cursor.settled);
}

/** The long read shows the same later: it goes on. */
function unanswered(error: unknown): Pick<NewestPage, 'transfers'> {
  if (error instanceof NoSlot || error instanceof UpstreamUnavailable || error instanceof UnreadableReply)
    return { transfers: [] };
  throw error;
}

/** What goes out in a token that no stranger can make up: told as soon as it is seen, whatever else is still being read. */
export function isTheft({ transfer }: KeyedTransfer, watch: Watch): boolean {
  const { value, token } = transfer;
  return value > 0n && directionFor(watch.wallet, transfer) === 'out' && isSurelyReal(token, watch);
}
