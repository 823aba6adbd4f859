import type { Chain } from '../../chain/chains.ts';
import { type BlockSpan, ForeignChain, NodeUnusable } from '../../node/calls.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import type { NodeParameter } from '../../node/node-parameters.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ChainRecord, ScannedBlock } from '../chain-record.ts';
import type { WatchedWallets } from './log-queries.ts';
import { checkReplaced, isOld, planScan, type ScanOptions, type ScanPlan, staleHead } from './plan-scan.ts';
import { newSearch, type Sizes, scanRange } from './scan-range.ts';
import type { SeenWallets } from './transfer-logs.ts';

export interface Scan extends Pick<ScanPlan, 'anew' | 'rewoundTo'> {
  /** Why the scan shows nothing of this minute, in a sentence; null: it is fresh. */
  readonly doubt: string | null;
  /** The doubt will not pass: the parameter names no node of this chain. */
  readonly unfit: boolean;
  /** Where the next scan continues; null: nothing was ever scanned. */
  readonly scanned: ScannedBlock | null;
  readonly seen: SeenWallets;
  /** The completely scanned blocks; null: none. */
  readonly span: BlockSpan | null;
  readonly sizes: Sizes;
}

/** A scan that read at least one block. */
export type BlockScan = Scan & { readonly span: BlockSpan; readonly scanned: ScannedBlock };

export function noScan({ scanned, sizes }: ChainRecord, node: Exclude<NodeParameter, { kind: 'url' }>): Scan {
  const doubt = node.kind === 'none' ? 'There is no node.' : node.reason;
  const unfit = node.kind === 'unfit';
  return { doubt, unfit, scanned, anew: false, rewoundTo: null, seen: new Map(), span: null, sizes };
}

export function recordAfter(before: ChainRecord, { doubt, scanned, anew, span, sizes }: Scan): ChainRecord {
  return {
    ...before,
    scanned,
    highest: Math.max(anew ? 0 : before.highest, scanned?.number ?? 0),
    sizes,
    from: anew && span !== null ? span.from : before.from,
    freshScans: (anew ? 0 : before.freshScans) + (doubt === null ? 1 : 0),
    doubtful: doubt === null ? 0 : before.doubtful + 1,
  };
}

/** Asks the node for transfers since the last scan. A failure becomes a doubt, and blocks scanned before it count. */
export async function scanChain(
  chain: Chain,
  watched: WatchedWallets,
  before: Pick<ChainRecord, 'scanned' | 'from' | 'highest' | 'sizes'>,
  node: NodeCalls,
  clock: Pick<Clock, 'now'>,
  { what = 'tokens', isBetween = false }: ScanOptions = {},
): Promise<Scan> {
  const scan = newSearch(what, watched, node, before.sizes);
  let plan: ScanPlan | null = null;
  let doubt: NodeUnusable | null = null;
  try {
    plan = await planScan(chain, before, node, clock, { what, isBetween });
    await scanRange(plan, scan);
    await checkReplaced(plan, scan, chain);
    if (plan.isStale) throw staleHead();
    const through = scan.ends.at(-1);
    if (through !== undefined && isOld(through, clock))
      throw new NodeUnusable('The scan ends more than two minutes ago.');
  } catch (error) {
    if (!(error instanceof NodeUnusable)) throw error;
    doubt = error;
  }
  const { seen, sizes } = scan;
  const through = scan.ends.at(-1);
  const span = plan === null || through === undefined ? null : { from: plan.from, to: through.number };
  return {
    doubt: doubt?.message ?? null,
    unfit: doubt instanceof ForeignChain,
    scanned: through ?? before.scanned,
    anew: plan?.anew ?? false,
    // Nothing was read after the rewind: the next scan has to find the same re-org.
    rewoundTo: (span && plan?.rewoundTo) ?? null,
    seen,
    span,
    sizes: { ...sizes, batches: node.batches },
  };
}
