import type { Address } from '../chain/address.ts';
import { type Chain, chainKey } from '../chain/chains.ts';
import type { Watch } from '../wallet/watch.ts';
import type { ActivityTable } from './activity-table.ts';
import {
  askNode,
  type ChainDependencies,
  controlName,
  type KnownChain,
  type OpenedChain,
  stampAt,
} from './ask-node.ts';
import {
  type ChainRecord,
  type Credit,
  isDistrusted,
  isReliable,
  newcomersOf,
  rosterOf,
  sweptBefore,
} from './chain-record.ts';
import { distrustedBy, type Find, isMissing, judgeFinds, logOf, namesFor, wasSeen } from './finds.ts';
import { longestGap, recordAfter, type Scan } from './scan/scan-chain.ts';
import { isControlled } from './state/look-at-wallets.ts';
import { freshMarks, isNews, isOver, kindAsking, lastSeen, type Mark } from './tail.ts';

/** What a tick knows of the wallets of a chain with a node. */
export interface Hints {
  /** False: silence proves nothing, and all wallets are polled as if there were no node. */
  readonly reliable: boolean;
  /** Activity that polls have not dealt with yet. */
  readonly marks: ReadonlyMap<Address, Mark>;
  /** Polled as if there were no node, whatever the scans say. */
  readonly ordinary: ReadonlySet<Address>;
  /** The latest tick up to which due sweeps were sent; null: unknown. */
  readonly sweptThrough: number | null;
  /** This tick's scan has read up to the node's head. */
  readonly isCurrent: boolean;
  /** Both ends included; null: none. */
  readonly scanned: [from: number, to: number] | null;
  /** The last block whose coin was read, unless the coin is a day behind; null: no coin is read on this chain. */
  readonly coinThrough: number | null;
  readonly seen: ReadonlySet<Address>;
  /** In a scan between two ticks: wallets that strangers' events name again in the same minute. They wait for the next tick. */
  readonly repeated: ReadonlySet<Address>;
  /** Their first poll waits: logs from the row's `fromBlock` on are still being read. */
  readonly unreadPast: ReadonlySet<Address>;
}

export interface SentOfChain {
  /** False: the queue refused some, and all are made again. */
  readonly all: boolean;
  /** False if sweeps were not sent: due sweeps stay due. */
  readonly sweeps: boolean;
  /** After these polls; null: the plan has no daily limit. */
  readonly credit: Credit | null;
  /** Active wallets whose polls wait for the plan's calls. */
  readonly waiting: ReadonlySet<Address>;
}

export interface ChainActivity {
  readonly chain: Chain;
  /** Transfers come from the node: polls use no calls of the plan, and nothing can be polled without the node. */
  readonly isSource: boolean;
  readonly hasNode: boolean;
  readonly wasReliable: boolean;
  /** Left by earlier ticks; null: none was counted. */
  readonly credit: Credit | null;
  /** Hints without a scan, if the last tick died at the node's answer: polls go out before the node is asked. Null: it did not. */
  readonly unanswered: Hints | null;
  /** Asks the node, ten seconds at most. Never throws. @param beginning have a `fromBlock` and no successful poll yet */
  ask(beginning: readonly Watch[]): Promise<AskedNode>;
}

export interface AskedNode {
  readonly hints: Hints;
  readonly troubles: NodeTroubles;
  /** Stores marks first and the scan's progress last: a crash costs a second poll, but no transfer. */
  store(sent: SentOfChain): Promise<void>;
}

export interface NodeTroubles {
  readonly chain: string;
  /** Why there was no fresh scan, or no coin in it for five minutes; null: there was one. */
  readonly doubt: string | null;
  readonly lasts: boolean;
  readonly isSource: boolean;
  /** Why the node's logs are not relied on for a day; null: they are. */
  readonly missed: string | null;
}

/** Up to this many ticks without a fresh scan are not reported. */
const hiccup = 2;
/** In case a paused or deleted row comes back. */
const stateDays = 90;

/** Resumes a chain where its last tick ended, and checks the node against what polls have found since. */
export async function openChain(opened: OpenedChain, deps: ChainDependencies): Promise<ChainActivity> {
  const { chain, items, minute } = opened;
  const { marks } = items;
  const finds = await judged(opened, deps.table);
  const record = { ...items.record, distrusted: distrustedBy(finds, items.record, minute) };
  const roster = rosterOf(opened.watches);
  const newcomers = newcomersOf(roster, record.roster, deps.rosters.get(chainKey(chain)));
  const controlled = rosterOf(opened.watches.filter((watch) => !watch.paused && isControlled(watch)));
  const source = deps.source?.isReadFromNode(chain) ? deps.source : undefined;
  const known = { ...opened, record, marks, finds, source, roster, newcomers, controlled };
  // Another tick of this minute may still be running.
  const isUnanswered = record.asking !== null && record.asking !== minute;
  return {
    chain,
    isSource: source !== undefined,
    hasNode: opened.node.kind === 'url',
    wasReliable: isReliable(record, minute) && !isUnanswered,
    credit: record.credit,
    unanswered: isUnanswered ? { ...hintsOf(known), reliable: false } : null,
    ask: (beginning) => ask(known, beginning, deps),
  };
}

async function judged({ chain, items, minute }: OpenedChain, table: ActivityTable): Promise<readonly Find[]> {
  const names = Array.from(namesFor(items.finds, chain));
  const log = new Map(
    await Promise.all(names.map(async (name) => [name, new Set(await table.readSeen(chain, name))] as const)),
  );
  return judgeFinds(items.finds, (wallet, block) => wasSeen(log, wallet, block, chain), minute);
}

function hintsOf({ chain, record, marks, finds, minute }: KnownChain): Hints {
  const { scanned, coinThrough } = record;
  const isFarBehind = blocksWithoutCoin(record) > longestGap * chain.rescanBlocks;
  return {
    reliable: isReliable(record, minute),
    marks,
    ordinary: new Set(finds.filter((find) => isMissing(find, minute)).map(({ wallet }) => wallet)),
    sweptThrough: sweptBefore(record, minute),
    isCurrent: false,
    scanned: scanned && [record.from, scanned.number],
    coinThrough: isFarBehind ? null : coinThrough,
    seen: new Set(),
    repeated: new Set(),
    unreadPast: new Set(),
  };
}

async function ask(
  known: KnownChain,
  beginning: readonly Watch[],
  deps: ChainDependencies,
): Promise<AskedNode> {
  const { chain, newcomers, minute, isBetween } = known;
  const { asked, scan, unreadPast, ...read } = await askNode(known, beginning, deps);
  if (scan.doubt !== null) deps.log.warn(`no fresh scan: ${scan.doubt}`, { chain: chain.name });
  const after = { ...recordAfter(asked, scan), ...read };
  // Outages are counted by ticks, however often a node is asked between them.
  const record = isBetween ? { ...after, doubtful: asked.doubtful } : after;
  const fresh = freshMarks(scan, newcomers, known.marks, minute, stampAt(minute, deps.clock));
  const marks = new Map([...known.marks, ...fresh.map((mark) => [mark.wallet, mark] as const)]);
  const now = { ...known, record, marks };
  const seen = fresh.filter((mark) => lastSeen(mark) === minute);
  const unreadCoin = known.source === undefined ? null : unreadCoinOf(record, chain);
  const lasts = scan.unfit || record.doubtful > hiccup || unreadCoin !== null;
  const wasSeenNow = (before: Mark | undefined) => before !== undefined && lastSeen(before) === minute;
  const repeated = seen.filter(
    (mark) => isBetween && kindAsking(mark, minute) === 'unsure' && wasSeenNow(known.marks.get(mark.wallet)),
  );
  return {
    hints: {
      ...hintsOf(now),
      isCurrent: scan.doubt === null || scan.span !== null,
      seen: walletsOf(seen),
      repeated: walletsOf(repeated),
      unreadPast,
    },
    troubles: {
      chain: chain.name,
      doubt: scan.doubt ?? unreadCoin,
      lasts,
      isSource: known.source !== undefined,
      missed: isDistrusted(record, minute) ? (record.distrusted?.reason ?? null) : null,
    },
    store: (sent) => store(now, scan, fresh, sent, deps),
  };
}

/** A host may answer for logs and never for balances. Null: the coin is at most five minutes of blocks behind. */
function unreadCoinOf(record: ChainRecord, { rescanBlocks }: Chain): string | null {
  if (blocksWithoutCoin(record) <= rescanBlocks) return null;
  return `The node shows no balances or transactions after block ${record.coinThrough}: what moves in the chain's own coin is not reported.`;
}

/** Scanned blocks whose coin is still to be read. */
function blocksWithoutCoin({ scanned, coinThrough }: ChainRecord): number {
  return scanned === null || coinThrough === null ? 0 : scanned.number - coinThrough;
}

function walletsOf(marks: readonly Mark[]): ReadonlySet<Address> {
  return new Set(marks.map(({ wallet }) => wallet));
}

async function store(
  { chain, items, record, marks, finds, source, roster, newcomers, controlled, minute }: KnownChain,
  scan: Scan,
  fresh: readonly Mark[],
  { all, sweeps, credit, waiting }: SentOfChain,
  { table, rosters, clock, log }: ChainDependencies,
): Promise<void> {
  const verdicts = finds.filter((find) => isMissing(find, minute) && !items.finds.includes(find));
  await table.put(chain, 'find', verdicts);
  const isNew = (mark: Mark) => !waiting.has(mark.wallet) || isNews(mark, items.marks.get(mark.wallet));
  await table.put(chain, 'hot', fresh.filter(isNew));
  if (!all) return;
  await table.putSeen(chain, logOf(scan, newcomers, chain), stampAt(minute, clock));
  const next = {
    ...record,
    roster: [...roster.sums],
    credit,
    // Until a scan has come to its end, the next one cleans up what it may have left.
    asking: source !== undefined && scan.span === null ? record.asking : null,
    sweptThrough: sweeps ? Math.max(minute, sweptBefore(record, minute) ?? 0) : record.sweptThrough,
  };
  if ((await table.save(chain, next)) === null)
    return log.info('another tick has scanned this chain meanwhile', { chain: chain.name });
  rosters.set(chainKey(chain), roster);
  rosters.set(controlName(chain), controlled);
  // Marks are kept while a re-org may take their blocks back.
  const lowest = (record.scanned?.number ?? 0) - chain.rescanBlocks;
  const isDone = (mark: Mark) =>
    !roster.prints.has(mark.wallet) || (isOver(lastSeen(mark), mark) && mark.block < lowest);
  await table.remove(chain, 'hot', Array.from(marks.values()).filter(isDone));
  const gone = Array.from(items.states.values()).filter(
    ({ wallet, expiresAt }) => expiresAt === null && !roster.prints.has(wallet),
  );
  const expiresAt = Math.floor(clock.now() / 1_000) + stateDays * 86_400;
  await table.put(
    chain,
    'state',
    gone.map((state) => ({ ...state, expiresAt })),
  );
  const over = finds.filter((find) => !isMissing(find, minute));
  await table.remove(chain, 'find', over);
}
