import type { Chain } from '../chain/chains.ts';
import type { Clock } from '../runtime/clock.ts';
import { type NodeCalls, NodeUnusable } from './node/json-rpc.ts';
import {
  type Block,
  blockCall,
  readBlock,
  type SeenWallets,
  type WatchedWallets,
} from './node/transfer-logs.ts';
import { type RangeProgress, type Sizes, scanRange } from './scan-range.ts';

/** The last block whose logs were seen. */
export interface ScannedBlock {
  readonly number: number;
  readonly hash: string;
}

/** What one tick's scan of a chain came to. */
export interface Scan {
  /** Why it says nothing of this minute, in a sentence; null: it is fresh. */
  readonly doubt: string | null;
  /** The doubt does not pass by itself: the parameter names no node of this chain. */
  readonly unfit: boolean;
  /** Where the next scan goes on; null: nothing was ever scanned. */
  readonly scanned: ScannedBlock | null;
  /** It begins anew at the head, for want of a block to go on from. */
  readonly anew: boolean;
  /** A scanned block was replaced: what was seen from this one on counts as seen now. */
  readonly rewoundTo: number | null;
  readonly seen: SeenWallets;
  readonly sizes: Sizes;
}

/** A node whose head is older than this is no witness of the last minute. */
const oldestHead = 120_000;
/** In re-scan depths, which are five minutes each: what was missed for longer than a day is not looked for. */
const longestGap = 288;

/**
 * Asks a chain's node which wallets had transfers since the last scan. Never throws: what can't be known is a doubt, and
 * what was scanned before it came up counts.
 */
export async function scanChain(
  chain: Chain,
  watched: WatchedWallets,
  before: { readonly scanned: ScannedBlock | null; readonly sizes: Sizes },
  node: NodeCalls,
  clock: Pick<Clock, 'now'>,
): Promise<Scan> {
  const progress: RangeProgress = { through: null, seen: new Map(), sizes: before.sizes };
  let anew = false;
  let rewoundTo: number | null = null;
  const scan = (doubt: string | null, unfit = false): Scan => ({
    doubt,
    unfit,
    // Rewound and then not read: the next scan has to find the same.
    scanned: progress.through ?? (anew ? null : before.scanned),
    anew,
    rewoundTo: progress.through === null ? null : rewoundTo,
    seen: progress.seen,
    sizes: { ...progress.sizes, batches: node.batches },
  });
  try {
    const { head, scanned } = await lookAtHead(chain, before.scanned, node);
    if (clock.now() - head.minedAt > oldestHead)
      return scan("The node's newest block is more than two minutes old.");
    const last = before.scanned;
    // Below it by as much: the last block was made up, or is another chain's.
    anew = last === null || Math.abs(head.number - last.number) > longestGap * chain.rescanBlocks;
    if (last !== null && !anew) {
      if (head.number < last.number || scanned === null)
        return scan('The node does not know the last block that was scanned.');
      if (scanned.hash !== last.hash) rewoundTo = Math.max(0, last.number - chain.rescanBlocks);
      if (rewoundTo === null && head.number === last.number) return scan(null);
    }
    const from = anew || last === null ? head.number : (rewoundTo ?? last.number + 1);
    await scanRange({ from, to: head.number }, watched, node, progress);
    return scan(isOld(progress.through, clock) ? 'The scan ends more than two minutes ago.' : null);
  } catch (error) {
    if (error instanceof ForeignChain) return scan(error.message, true);
    if (error instanceof NodeUnusable) return scan(error.message);
    throw error;
  }
}

class ForeignChain extends Error {}

/** The head, and the block that was scanned last as the chain has it now; null where the node has none of that number. */
async function lookAtHead(
  chain: Chain,
  scanned: ScannedBlock | null,
  node: NodeCalls,
): Promise<{ readonly head: Block; readonly scanned: Block | null }> {
  const known = scanned === null ? [] : [blockCall(scanned.number)];
  const answers = await node.ask([{ method: 'eth_chainId', params: [] }, blockCall('latest'), ...known]);
  const [id, head, last] = answers.map((answer) => {
    if (answer.error !== undefined) throw new NodeUnusable(`The node refuses: ${answer.error}`);
    return answer.result;
  });
  if (typeof id !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(id))
    throw new NodeUnusable('The node does not say which chain it is of.');
  const answered = `0x${BigInt(id).toString(16)}`;
  if (answered !== chain.id)
    throw new ForeignChain(`The node answers for chain ${answered}, not for ${chain.id}.`);
  const newest = readBlock(head);
  if (newest === null) throw new NodeUnusable('The node has no newest block.');
  return { head: newest, scanned: last === undefined ? null : readBlock(last) };
}

function isOld(block: Block | null, clock: Pick<Clock, 'now'>): boolean {
  return block === null || clock.now() - block.minedAt > oldestHead;
}
