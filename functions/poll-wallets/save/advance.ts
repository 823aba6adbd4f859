import type { RevertedAlert } from '../../alert/alert.ts';
import type { OutgoingAlert } from '../../alert/outgoing-alert.ts';
import type { HistoryEntry } from '../../state/history-table.ts';
import { neededPages } from '../../state/seen-pages.ts';
import type { WalletState } from '../../state/wallet-state.ts';
import { type SeenTransfer, toSeen } from '../../transfer/compare-with-seen.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { JudgedTransfer } from '../decide/judge-transfer.ts';
import type { JudgedChunk } from '../decide/judged-chunks.ts';
import { knownAfter } from '../decide/ration-warnings.ts';
import { anchorAt } from '../read/plausible-block.ts';
import { fitToWindow, lowestUnreadable } from '../read/rescan-window.ts';
import { inReach } from '../read/transfer-read.ts';

/** What History keeps: everything but what the row did not ask for. */
export function historyOf(
  reverts: readonly RevertedAlert[],
  judged: readonly JudgedTransfer[],
): readonly HistoryEntry[] {
  return [
    ...reverts.map((alert) => ({ alert, status: 'told' as const })),
    ...judged.flatMap(({ outcome, alert }) => (outcome === 'unwanted' ? [] : [{ alert, status: outcome }])),
  ];
}

/** The state once these transfers are dealt with: their alerts wait in the outbox, and no read tells them again. */
export function advance(
  state: WalletState,
  watch: Watch,
  chunk: JudgedChunk,
  alerts: readonly OutgoingAlert[],
): WalletState {
  const { read, judged, reverted, changed, last } = chunk;
  const seen = new Map<string, SeenTransfer>([...state.seen, ...changed]);
  for (const { key, seen: before } of reverted) seen.set(key, { ...before, status: 'reverted', page: null });
  for (const { key, transfer, outcome, reissue } of judged) {
    seen.set(key, toSeen(transfer, outcome === 'told' ? 'published' : 'suppressed', reissue));
  }
  const block = storedBlock(standingBlock(state, seen, chunk, watch.chain), chunk);
  const advanced: WalletState = {
    ...state,
    ...knownAfter(state, judged),
    start: startedTo(state, block, chunk),
    block,
    anchor: anchorAt(inReach(read), block, state.anchor, read.begunAt),
    unfinished: last && read.whole ? null : read.unfinished,
    outbox: [...state.outbox, ...alerts],
  };
  const window = fitToWindow(seen, advanced, watch.chain, { ...read, last });
  return { ...advanced, ...window, seenPages: neededPages(window.seen, state.seenPages) };
}

/**
 * The start of a watch whose first poll failed, with how far times decide what is old: up to what the first read to the
 * chain's head has shown. While that is nothing, reads begin at a time, and times go on deciding.
 */
function startedTo(
  { start }: Pick<WalletState, 'start'>,
  block: number | null,
  { read, last }: JudgedChunk,
): WalletState['start'] {
  if (
    start === null ||
    start.timedTo !== null ||
    !last ||
    !read.whole ||
    read.through !== null ||
    block === null
  )
    return start;
  // An entry that can't be read holds the stored block back, and what stands behind it may be as old.
  return { ...start, timedTo: Math.max(block, inReach(read).at(-1)?.blockNumber ?? 0) };
}

/**
 * The stored block, or, where its transfer is taken back and nothing else stands near it, the highest one below that stands: it
 * may have been a number that the API had wrong, and the chain is not there yet. What is older and was not settled is in `seen`,
 * but for what has no time: where the API gives none, going back would tell it again.
 */
function standingBlock(
  { block, seenFrom }: WalletState,
  seen: WalletState['seen'],
  { reverted }: JudgedChunk,
  { rescanBlocks }: Watch['chain'],
): number | null {
  const gone = reverted.filter((one) => one.seen.block === block);
  if (block === null || gone.length === 0 || gone.some((one) => one.seen.minedAt === null)) return block;
  const standing = seen
    .values()
    .filter((one) => one.status !== 'reverted' && one.block <= block)
    .reduce((highest, one) => Math.max(highest, one.block), seenFrom - 1);
  return standing < 0 || standing >= block - rescanBlocks ? block : standing;
}

/**
 * Never onto a block of which something is left, never onto one that the chain can't have reached, and never onto an entry that
 * could not be read: it may be a transfer that was not told.
 */
function storedBlock(
  before: number | null,
  { read, judged, changed, last, leftFrom }: JudgedChunk,
): number | null {
  const blocks = [...Array.from(changed.values(), ({ block }) => block), ...judged.map(blockOf)].filter(
    (block) => block <= read.plausibleTo,
  );
  // All that the read shows is dealt with now; one that had to end before the chain's head was whole up to there.
  const shown = inReach(read).at(-1)?.blockNumber ?? null;
  // What is ahead of the chain comes last, and may be of any block.
  if (!last && read.transfers.some(({ transfer }) => transfer.blockNumber > read.plausibleTo)) return before;
  if (last) blocks.push(...[shown, read.through].filter((block) => block !== null));
  if (blocks.length === 0) return before;
  const newest = blocks.reduce((highest, block) => Math.max(highest, block), 0);
  const ceiling = Math.min(
    newest,
    (leftFrom ?? Number.POSITIVE_INFINITY) - 1,
    lowestUnreadable(read.unreadable) - 1,
  );
  return ceiling < (before ?? 0) ? before : ceiling;
}

function blockOf({ transfer }: JudgedTransfer): number {
  return transfer.blockNumber;
}
