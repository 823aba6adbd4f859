import type { Chain } from '../../chain/chains.ts';
import { type Block, readBlock } from '../../node/blocks.ts';
import {
  type BlockSpan,
  blockCall,
  chainIdCall,
  checkChain,
  ForeignChain,
  NodeUnusable,
  resultOf,
} from '../../node/calls.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import type { NodeParameter } from '../../node/node-parameters.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ChainRecord, ScannedBlock } from '../chain-record.ts';
import type { LookedFor, WatchedWallets } from './log-queries.ts';
import { newSearch, type Sizes, scanRange } from './scan-range.ts';
import type { SeenWallets } from './transfer-logs.ts';

export interface Scan {
  /** Why it shows nothing of this minute, in a sentence; null: it is fresh. */
  readonly doubt: string | null;
  /** The doubt will not pass: the parameter names no node of this chain. */
  readonly unfit: boolean;
  /** Where the next scan continues; null: nothing was ever scanned. */
  readonly scanned: ScannedBlock | null;
  /** There is no block to continue from: it begins at the head, or where scans began that died before they stored their end. */
  readonly anew: boolean;
  /** First block scanned again after a re-org: activity from there on counts as seen now. Null: no re-org. */
  readonly rewoundTo: number | null;
  readonly seen: SeenWallets;
  /** The completely scanned blocks; null: none. */
  readonly span: BlockSpan | null;
  readonly sizes: Sizes;
}

export function noScan({ scanned, sizes }: ChainRecord, node: Exclude<NodeParameter, { kind: 'url' }>): Scan {
  const doubt = node.kind === 'none' ? 'There is no node.' : node.reason;
  const unfit = node.kind === 'unfit';
  return { doubt, unfit, scanned, anew: false, rewoundTo: null, seen: new Map(), span: null, sizes };
}

export function recordAfter(before: ChainRecord, { doubt, scanned, anew, span, sizes }: Scan): ChainRecord {
  return {
    ...before,
    scanned,
    sizes,
    from: anew && span !== null ? span.from : before.from,
    freshScans: (anew ? 0 : before.freshScans) + (doubt === null ? 1 : 0),
    doubtful: doubt === null ? 0 : before.doubtful + 1,
  };
}

/** A node whose head is older than this (in seconds) shows nothing of the last minute. */
const oldestHead = 120;
/** A day, in spans of `rescanBlocks`, five minutes each. A longer gap is not scanned, unless the node is the source. */
export const longestGap = 288;

interface ScanOptions {
  readonly what?: LookedFor;
  /** The tick before has checked which chain the node is of. */
  readonly isBetween?: boolean;
}

/** Asks the node for transfers since the last scan. A failure becomes a doubt, and blocks scanned before it count. */
export async function scanChain(
  chain: Chain,
  watched: WatchedWallets,
  before: Pick<ChainRecord, 'scanned' | 'from' | 'sizes'>,
  node: NodeCalls,
  clock: Pick<Clock, 'now'>,
  { what = 'tokens', isBetween = false }: ScanOptions = {},
): Promise<Scan> {
  const scan = newSearch(what, watched, node, before.sizes);
  let plan: ScanPlan = { from: 0, to: 0, anew: false, rewoundTo: null, isStale: false };
  let doubt: NodeUnusable | null = null;
  try {
    plan = await planScan(chain, before, node, clock, { what, isBetween });
    await scanRange(plan, scan);
    if (plan.isStale) throw staleHead();
    if (scan.through !== null && isOld(scan.through, clock))
      throw new NodeUnusable('The scan ends more than two minutes ago.');
  } catch (error) {
    if (!(error instanceof NodeUnusable)) throw error;
    doubt = error;
  }
  const { through, seen, sizes } = scan;
  return {
    doubt: doubt?.message ?? null,
    unfit: doubt instanceof ForeignChain,
    scanned: through ?? before.scanned,
    anew: plan.anew,
    // Nothing was read after the rewind: the next scan has to find the same re-org.
    rewoundTo: through === null ? null : plan.rewoundTo,
    seen,
    span: through === null ? null : { from: plan.from, to: through.number },
    sizes: { ...sizes, batches: node.batches },
  };
}

/** Empty if the end lies before the beginning. */
interface ScanPlan extends BlockSpan, Pick<Scan, 'anew' | 'rewoundTo'> {
  readonly isStale: boolean;
}

/** Reads the head, and the last scanned block as the chain has it now. */
async function planScan(
  chain: Chain,
  { scanned: last, from: begun }: Pick<ChainRecord, 'scanned' | 'from'>,
  node: NodeCalls,
  clock: Pick<Clock, 'now'>,
  { what, isBetween }: Required<ScanOptions>,
): Promise<ScanPlan> {
  const known = last === null ? [] : [blockCall(last.number)];
  const ids = isBetween ? [] : [chainIdCall];
  const answers = (await node.ask([blockCall('latest'), ...known, ...ids])).map(resultOf);
  const [newest, scanned] = answers;
  const now = last === null ? null : readBlock(scanned);
  // A known block proves the chain.
  if (!isBetween) checkChain(answers.at(-1), chain);
  else if (last === null || now?.hash !== last.hash)
    checkChain((await node.ask([chainIdCall])).map(resultOf)[0], chain);
  const head = readBlock(newest);
  if (head === null) throw new NodeUnusable('The node has no newest block.');
  const isStale = isOld(head, clock);
  // If transfers are read from the node, those of old blocks are reported all the same.
  if (isStale && what === 'tokens') throw staleHead();
  const to = head.number;
  const gap = to - (last?.number ?? to);
  // A head so far below: the last block was made up, or is another chain's. If the node is the source, no gap is skipped.
  const isTooFar = Math.abs(gap) > longestGap * chain.rescanBlocks && (what === 'tokens' || gap < 0);
  const from = last === null && begun > 0 ? Math.min(begun, to) : to;
  if (last === null || isTooFar) return { from, to, anew: true, rewoundTo: null, isStale };
  if (to < last.number || now === null)
    throw new NodeUnusable('The node does not know the last block that was scanned.');
  if (now.hash === last.hash) return { from: last.number + 1, to, anew: false, rewoundTo: null, isStale };
  const rewoundTo = Math.max(0, last.number - chain.rescanBlocks);
  return { from: rewoundTo, to, anew: false, rewoundTo, isStale };
}

function staleHead(): NodeUnusable {
  return new NodeUnusable("The node's newest block is more than two minutes old.");
}

function isOld({ minedAt }: Block, clock: Pick<Clock, 'now'>): boolean {
  return clock.now() / 1_000 - minedAt > oldestHead;
}
