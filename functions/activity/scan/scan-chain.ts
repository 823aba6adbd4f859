import { type Chain, maxLag } from '../../chain/chains.ts';
import type { BlockSpan } from '../../chain/units.ts';
import { type Block, checkStanding, readBlock } from '../../node/blocks.ts';
import {
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
import type { ScanScope, WatchedWallets } from './log-queries.ts';
import { newRangeScan, type RangeScan, type Sizes, scanRange } from './scan-range.ts';

export type Scan = Readonly<Awaited<ReturnType<typeof scanChain>>>;
export type BlockScan = Scan & { readonly span: BlockSpan; readonly scanned: ScannedBlock };

export function noScan({ scanned, sizes }: ChainRecord, node: Exclude<NodeParameter, { kind: 'url' }>): Scan {
  const doubt = node.kind === 'none' ? 'There is no node.' : node.reason;
  const isUnfit = node.kind === 'unfit';
  return { doubt, isUnfit, scanned, isAnew: false, rewoundTo: null, seen: new Map(), span: null, sizes };
}

export function recordAfter(before: ChainRecord, { doubt, scanned, isAnew, span, sizes }: Scan): ChainRecord {
  return {
    ...before,
    scanned,
    highest: Math.max(isAnew ? 0 : before.highest, scanned?.number ?? 0),
    sizes,
    from: isAnew && span !== null ? span.from : before.from,
    freshScans: (isAnew ? 0 : before.freshScans) + (doubt === null ? 1 : 0),
    doubtful: doubt === null ? 0 : before.doubtful + 1,
  };
}

interface ScanOptions {
  readonly scope: ScanScope;
  /** The tick before has checked that the node serves this chain. */
  readonly isBetween: boolean;
}

/** After an outage a busy wallet has more finds than a scan can store: DynamoDB takes a thousand a second for one wallet. */
const mostFinds = 20_000;

/** Asks the node for transfers since the last scan. A failure becomes a doubt; blocks scanned before it count. */
export async function scanChain(
  chain: Chain,
  watched: WatchedWallets,
  before: Pick<ChainRecord, 'scanned' | 'from' | 'highest' | 'sizes'>,
  node: NodeCalls,
  clock: Pick<Clock, 'now'>,
  options: ScanOptions,
) {
  const scan = newRangeScan(options.scope, watched, node, before.sizes, mostFinds);
  let plan: ScanPlan | null = null;
  let doubt: NodeUnusable | null = null;
  try {
    plan = await planScan(chain, before, node, clock, options);
    await scanRange(plan, scan);
    await checkReplaced(plan, scan, chain);
    // If calls are not batched, a machine that lags behind may have answered for the newest blocks of the last scan.
    const again = { from: Math.max(before.from, plan.from - maxLag(chain)), to: plan.from - 1 };
    if (!node.batches && plan.last !== null && plan.rewoundTo === null && scan.ends.length > 0)
      await scanRange(again, { ...scan, ends: [] });
    if (plan.isStale) throw staleHead();
    const through = scan.ends.at(-1);
    if (through !== undefined && isOld(through, clock))
      throw new NodeUnusable('The scan ends more than two minutes ago.');
  } catch (error) {
    if (!(error instanceof NodeUnusable)) throw error;
    doubt = error;
    if (plan !== null && scan.ends.length === 0) scan.sizes = afterFailure(plan, scan.sizes);
  }
  const { seen, sizes } = scan;
  const through = scan.ends.at(-1);
  const span = plan === null || through === undefined ? null : { from: plan.from, to: through.number };
  const scanned: ScannedBlock | null = through ?? before.scanned;
  return {
    /** Why the scan shows nothing of this minute, in a sentence; null: it is fresh. */
    doubt: doubt?.message ?? null,
    /** The doubt will not pass: the parameter names no node of this chain. */
    isUnfit: doubt instanceof ForeignChain,
    /** Where the next scan continues; null: nothing was ever scanned. */
    scanned,
    isAnew: plan?.isAnew ?? false,
    // If nothing was read after the rewind, the next scan must find the same re-org.
    rewoundTo: (span && plan?.rewoundTo) ?? null,
    seen,
    /** The completely scanned blocks; null: none. */
    span,
    sizes: { ...sizes, batches: node.batches },
  };
}

const shortSpan = 100;

/** A host may fail at a long span, as after an outage, without saying why: the next scan asks for fewer blocks. */
function afterFailure({ from, to }: BlockSpan, sizes: Sizes): Sizes {
  const blocks = Math.min(to - from + 1, sizes.blocks);
  return blocks > shortSpan ? { ...sizes, blocks: Math.max(shortSpan, Math.floor(blocks / 10)) } : sizes;
}

/** A node whose head is older than this (in seconds) shows nothing of the last minute. */
const oldestHead = 120;
/** A day, in spans of `reorgBlocks`, five minutes each. A longer gap is not scanned, unless the node is the source. */
export const longestGap = 288;

/** Empty if the end lies before the beginning. */
interface ScanPlan extends BlockSpan {
  /** No scanned block is known: the scan begins at the head, or where a scan began that died. */
  readonly isAnew: boolean;
  /** First block scanned again after a re-org: activity from there on counts as seen now. Null: no re-org. */
  readonly rewoundTo: number | null;
  readonly isStale: boolean;
  readonly head: Block;
  /** The block from which the scan continues; null: it does not continue an earlier scan. */
  readonly last: ScannedBlock | null;
}

/** Reads the head, and the last scanned block as the chain has it now. */
async function planScan(
  chain: Chain,
  { scanned: last, from: begun, highest }: Pick<ChainRecord, 'scanned' | 'from' | 'highest'>,
  node: NodeCalls,
  clock: Pick<Clock, 'now'>,
  { scope, isBetween }: ScanOptions,
): Promise<ScanPlan> {
  const known = last === null ? [] : [blockCall(last.number)];
  const ids = isBetween ? [] : [chainIdCall];
  const answers = (await node.ask([blockCall('latest'), ...known, ...ids])).map(resultOf);
  const [newest, scanned] = answers;
  const now = last === null ? null : readBlock(scanned);
  // A known block proves that the node serves this chain.
  if (!isBetween) checkChain(answers.at(-1), chain);
  else if (last === null || now?.hash !== last.hash)
    checkChain((await node.ask([chainIdCall])).map(resultOf)[0], chain);
  const head = readBlock(newest);
  if (head === null) throw new NodeUnusable('The node has no newest block.');
  const isStale = isOld(head, clock);
  // Transfers read from the node are reported even if their blocks are old.
  if (isStale && scope === 'hints') throw staleHead();
  const to = head.number;
  const fromHead = { to, isAnew: true, rewoundTo: null, isStale, head, last: null };
  const gap = to - (last?.number ?? to);
  // A last scanned block far above the head is false, or another chain's. Far below the head, only scans for hints skip the gap.
  const isAfterHints = scope === 'hints' || last?.hash === '';
  const isTooFar = Math.abs(gap) > longestGap * chain.reorgBlocks && (isAfterHints || gap < 0);
  const from = last === null && begun > 0 ? Math.min(begun, to) : to;
  if (last === null || isTooFar) return { ...fromHead, from };
  if (to < last.number || now === null)
    throw new NodeUnusable('The node does not know the last block that was scanned.');
  const next = last.number + 1;
  if (now.hash === last.hash)
    return { ...fromHead, from: next, isAnew: false, rewoundTo: next <= highest ? next : null, last };
  const rewoundTo = Math.max(0, last.number - chain.reorgBlocks);
  return { ...fromHead, from: rewoundTo, isAnew: false, rewoundTo };
}

/**
 * Checks that all scanned spans are of one version of the chain. If the node has another head now, because of a re-org or because
 * another node of the host answers, lower blocks may have been replaced too. @throws NodeUnusable: the scan is discarded
 */
async function checkReplaced({ head, last, to }: ScanPlan, scan: RangeScan, chain: Chain): Promise<void> {
  const end = scan.ends.at(-1);
  if (end?.number !== to || end.hash === head.hash) return;
  const ends = scan.ends.splice(0);
  const earlier = [...(last === null ? [] : [last]), ...ends.slice(0, -1)];
  const near = earlier.filter(({ number }) => number >= to - chain.reorgBlocks);
  await checkStanding(near, scan.node);
  scan.ends.push(...ends);
}

function staleHead(): NodeUnusable {
  return new NodeUnusable("The node's newest block is more than two minutes old.");
}

function isOld({ minedAt }: Block, clock: Pick<Clock, 'now'>): boolean {
  return clock.now() / 1_000 - minedAt > oldestHead;
}
