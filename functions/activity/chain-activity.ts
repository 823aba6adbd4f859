import { type Chain, chainKey } from '../chain/chains.ts';
import type { Watch } from '../wallet/watch.ts';
import { askNode } from './ask-node.ts';
import { type ChainRecord, isReliable, newcomersOf, rosterOf } from './chain-record.ts';
import { distrustedBy, judgeFinds } from './finds.ts';
import { blocksSince, type Hints, hintsOf } from './hints.ts';
import { freshMarks, kindAsking, lastSeen, type Mark } from './marks.ts';
import type { ChainDependencies, KnownChain, OpenedChain } from './opened-chain.ts';
import { recordAfter } from './scan/scan-chain.ts';
import { refusedOf } from './source/past.ts';
import { isControlled } from './state/look-at-wallets.ts';
import { type SentOfChain, storeScan } from './store-scan.ts';

export type ChainActivity = Exclude<Awaited<ReturnType<typeof openChain>>, 'unknown'>;

export interface NodeHealth {
  readonly chain: string;
  /** Why no scan was fresh, or why scans lacked coin or state for five minutes; null: all is well. */
  readonly doubt: string | null;
  readonly isLasting: boolean;
  readonly isReadFromNode: boolean;
  /** Why the node's logs are distrusted for a day; null: they are trusted; undefined: nobody knows now. */
  readonly missed: string | null | undefined;
  /** Wallets that are not polled, because the node has no logs from the `fromBlock` of their rows on. */
  readonly refused?: readonly Watch[];
}

/** Maximum ticks without a fresh scan that are not reported. */
export const maxStaleTicks = 2;
/** In minutes. Ticks in a longer pause may have polled without the node: its parameter is read every four minutes. */
const longestMiss = 4;

/**
 * Opens a chain as its last tick left it, and judges the finds of later sweeps. Returns `unknown` between two ticks if this worker's
 * rows are not the last scan's: they may be older, and the scan would pass blocks in which a newer row has transfers.
 */
export async function openChain(opened: OpenedChain, deps: ChainDependencies) {
  const { chain, items, minute, watches, isBetween } = opened;
  const roster = rosterOf(watches);
  if (isBetween && roster.sums.join() !== items.record.roster.join()) return 'unknown' as const;
  const finds = await judgeFinds(items.finds, chain, minute, deps.table);
  const record = { ...items.record, distrusted: distrustedBy(finds, items.record, minute) };
  const isReadFromNode = deps.isReadFromNode(chain);
  const ofSource = chain.besideApi ? 'others' : 'everything';
  const known: KnownChain = {
    ...opened,
    record,
    finds,
    scope: isReadFromNode ? ofSource : 'hints',
    stamp: `${minute}.${deps.clock.now()}`,
    roster,
    newcomers: newcomersOf(roster, record.roster, deps.rosters.get(chainKey(chain))?.roster),
    controlled: rosterOf(watches.filter(isControlled)),
  };
  // Another tick of this minute may still be running.
  const isUnanswered = record.asking !== null && record.asking !== minute;
  const earlyHints: Hints | null = isUnanswered
    ? { ...hintsOf(known, items.marks), isReliable: false }
    : null;
  return {
    chain,
    /** Transfers come from the node: polls use no calls of the plan, and nothing can be polled without the node. */
    isReadFromNode,
    hasNode: opened.node.kind === 'url',
    wasReliable: isReliable(record) && !isUnanswered,
    /** Calls saved by earlier ticks; null: none were counted. */
    credit: record.credit,
    /** Hints for polls that are sent before the node is asked, because the last tick crashed at the node's answer; null: it did not. */
    earlyHints,
    /** Asks the node, ten seconds at most. Never throws. */
    ask: (isBegun: (watch: Watch) => boolean) => ask(known, isBegun, deps),
  };
}

async function ask(known: KnownChain, isBegun: (watch: Watch) => boolean, deps: ChainDependencies) {
  const { chain, newcomers, minute, isBetween, scope, items } = known;
  const isReadFromNode = scope !== 'hints';
  const beginning = known.watches.filter((one) => one.fromBlock !== null && !isBegun(one));
  const { asked, scan, unreadPast, ...read } = await askNode(known, beginning, deps);
  if (scan.doubt !== null) deps.log.warn(`no fresh scan: ${scan.doubt}`, { chain: chain.name });
  // A shorter pause means that ticks were missed. Missed ticks poll nothing.
  const isUnmarked = scan.isAnew || known.wasUnread || minute - known.record.calls.minute > longestMiss;
  // A tick by hand may have been dated ahead.
  const markedSince = isUnmarked ? minute : Math.min(asked.markedSince, minute);
  const scanned = { ...recordAfter(asked, scan), ...read, markedSince };
  // Outages are counted by ticks, not by scans between them.
  const after = isBetween ? { ...scanned, doubtful: asked.doubtful } : scanned;
  // Polls of the API may have left alerts, digests or reads open without marking their wallets.
  const isFirst = isReadFromNode && known.record.coinThrough === null && scan.span !== null;
  const begun = isFirst ? known.watches.filter(isBegun).map(({ wallet }) => wallet) : [];
  const fresh = freshMarks(scan, [...newcomers, ...begun], items.marks, minute, known.stamp);
  const marks = new Map([...items.marks, ...fresh.map((mark) => [mark.wallet, mark] as const)]);
  const isSeenNow = (mark: Mark | undefined) => mark !== undefined && lastSeen(mark) === minute;
  const seen = fresh.filter(isSeenNow);
  const repeated = seen.filter(
    (mark) => isBetween && kindAsking(mark, minute) === 'unsure' && isSeenNow(items.marks.get(mark.wallet)),
  );
  const lag = isReadFromNode ? lagReason(after, chain) : null;
  const hints: Hints = {
    ...hintsOf({ ...known, record: after }, marks),
    isCurrent: scan.doubt === null || scan.span !== null,
    seen: new Set(seen.map(({ wallet }) => wallet)),
    repeated: new Set(repeated.map(({ wallet }) => wallet)),
    unreadPast,
  };
  const health: NodeHealth = {
    chain: chain.name,
    doubt: scan.doubt ?? lag,
    isLasting: scan.isUnfit || after.doubtful > maxStaleTicks || lag !== null,
    isReadFromNode,
    missed: after.distrusted?.reason ?? null,
    refused: isReadFromNode ? refusedOf(beginning, items.pasts) : [],
  };
  return {
    hints,
    health,
    /** Stores marks first and the scan's progress last: a crash costs a second poll, but no transfer. Never throws. */
    store: (sent: SentOfChain) =>
      storeScan(known, { scan, after, fresh, marks }, sent, deps).catch((error: unknown) =>
        deps.log.error("error: a chain's activity can't be stored; it is scanned again at the next tick", {
          chain: chain.name,
          error: String(error),
        }),
      ),
  };
}

/** Null if coin and state are at most five minutes of blocks behind. A host may answer for logs and never for balances. */
function lagReason(record: ChainRecord, { reorgBlocks }: Chain): string | null {
  const { coinThrough, stateThrough } = record;
  if (blocksSince(coinThrough, record) > reorgBlocks)
    return `The node shows no balances or transactions after block ${coinThrough}: what moves in the chain's own coin is not reported.`;
  if (blocksSince(stateThrough, record) > reorgBlocks)
    return `The node does not show all state of wallets since block ${stateThrough}: who controls them and floors may have changed.`;
  return null;
}
