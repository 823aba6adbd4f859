import type { Address } from '../chain/address.ts';
import { type NodeCalls, NodeUnusable, tooLarge } from './node/json-rpc.ts';
import { readRefusal } from './node/refusals.ts';
import {
  type Block,
  blockCall,
  type LogQuery,
  logsCall,
  note,
  noteTransfers,
  readBlock,
  type SeenWallets,
  type WatchedWallets,
} from './node/transfer-logs.ts';

/** Request sizes that a host is known to accept; the next scan begins with them. */
export interface Sizes {
  /** Blocks a call. */
  readonly blocks: number;
  /** Addresses a list. */
  readonly topics: number;
  readonly batches: boolean;
}

/** A thousand addresses a list is what most nodes allow. */
export const largestSizes: Sizes = { blocks: 1_000_000, topics: 1_000, batches: true };

/** Larger sizes, tried now and then: the host may have raised its limits, or refused only because a minute was crowded. */
export function doubled({ blocks, topics }: Sizes): Sizes {
  return {
    blocks: Math.min(blocks * 2, largestSizes.blocks),
    topics: Math.min(topics * 2, largestSizes.topics),
    batches: true,
  };
}

/** Above these, two lists cost more bytes and calls than all of the chain's transfers. */
export const mostFiltered = 2_000;

/** Blocks that were scanned whole, with what they showed. */
export interface RangeProgress {
  /** The last of them; null while there is none. */
  through: Block | null;
  readonly seen: SeenWallets;
  sizes: Sizes;
}

/**
 * Scans a span of blocks, both ends included, in as few calls as the host takes: what it refuses is asked for in halves, or
 * in what it suggests where that is less. Behind one crowded block ranges grow again: it says nothing of the others. What was
 * scanned whole before an error stays noted in `progress`.
 * @throws NodeUnusable
 */
export async function scanRange(
  { from, to }: { readonly from: number; readonly to: number },
  watched: WatchedWallets,
  node: NodeCalls,
  progress: RangeProgress,
): Promise<void> {
  const wallets = [...watched.keys()];
  const most = progress.sizes.blocks;
  let largest = 0;
  /** The last refusal was of a single block. */
  let isCrowded = false;
  try {
    for (let first = from; first <= to; ) {
      const { sizes } = progress;
      const last = Math.min(first + sizes.blocks - 1, to);
      const blocks = last - first + 1;
      const queries = wallets.length > mostFiltered ? [null] : listsOf(wallets, sizes.topics);
      const found: SeenWallets = new Map();
      const { end, refused } = await askRange(queries, first, last, watched, node, found);
      const refusal = refused[0]?.refusal;
      if (refusal === undefined && end !== null) {
        finish(progress, end, found);
        largest = Math.max(largest, blocks);
        if (isCrowded) progress.sizes = { ...sizes, blocks: Math.min(sizes.blocks * 2, most) };
        first = last + 1;
      } else if (
        refusal?.kind === 'topics' &&
        refused.every(({ query }) => (query?.wallets.length ?? 1) > 1)
      ) {
        progress.sizes = { ...sizes, topics: halfOf(Math.min(sizes.topics, wallets.length)) };
      } else if (refusal?.kind === 'size' && blocks > 1) {
        isCrowded = false;
        const { suggested } = refusal;
        progress.sizes = {
          ...sizes,
          blocks: suggested !== null && suggested < blocks ? suggested : halfOf(blocks),
        };
      } else if (refusal?.kind === 'size') {
        const left = refused.map(({ query }) => query);
        finish(progress, await scanFullBlock(first, left, watched, node, sizes.topics, found), found);
        isCrowded = true;
        progress.sizes = { ...sizes, blocks: Math.min(2, most) };
        first += 1;
      } else {
        throw new NodeUnusable(`The node refuses eth_getLogs: ${refused[0]?.text}`);
      }
    }
  } finally {
    if (isCrowded) progress.sizes = { ...progress.sizes, blocks: largest === 0 ? most : largest };
  }
}

interface RefusedQuery {
  readonly query: LogQuery;
  readonly text: string;
  readonly refusal: ReturnType<typeof readRefusal>;
}

/** The block at the end comes last: a host that takes no batch answers it after the logs, by what it has then. */
async function askRange(
  queries: readonly LogQuery[],
  first: number,
  last: number,
  watched: WatchedWallets,
  node: NodeCalls,
  found: SeenWallets,
): Promise<{ readonly end: Block | null; readonly refused: readonly RefusedQuery[] }> {
  const answers = await node.ask([...queries.map((query) => logsCall(query, first, last)), blockCall(last)]);
  const refused: RefusedQuery[] = [];
  for (const [at, query] of queries.entries()) {
    const { error, result } = answers[at] ?? { error: 'no answer' };
    if (error !== undefined) refused.push({ query, text: error, refusal: readRefusal(error) });
    else noteTransfers(result, { from: first, to: last }, watched, found);
  }
  const { error, result } = answers[queries.length] ?? { error: 'no answer' };
  // Nothing of a batch that is too large was read, not even the block at its end.
  if (refused.length > 0 && error === tooLarge) return { end: null, refused };
  const end = error === undefined ? readBlock(result) : null;
  // Its logs were empty because it lags, or they came from another node than the head.
  if (end === null || end.number !== last) {
    if (refused.length > 0 && error !== undefined)
      throw new NodeUnusable(`The node refuses: ${refused[0]?.text}`);
    throw new NodeUnusable('The node does not know the last block of its own logs yet.');
  }
  return { end, refused };
}

/** One block with too many results: by ever shorter lists, down to a wallet that is active for sure. */
async function scanFullBlock(
  block: number,
  refused: readonly LogQuery[],
  watched: WatchedWallets,
  node: NodeCalls,
  topics: number,
  found: SeenWallets,
): Promise<Block> {
  let end: Block | null = null;
  const left: LogQuery[] = [];
  const divide = (query: LogQuery) => {
    if (query === null) left.push(...listsOf([...watched.keys()], topics));
    else if (query.wallets.length > 1) left.push(...halvesOf(query));
    // What hides in such a crowd may be the wallet's money.
    else for (const wallet of query.wallets) note(wallet, block, 'sent', found);
  };
  refused.forEach(divide);
  // Also where nothing is left to ask: the block has to be known all the same.
  do {
    const query = left.pop();
    const asked = await askRange(query === undefined ? [] : [query], block, block, watched, node, found);
    end = asked.end;
    for (const { query, text, refusal } of asked.refused) {
      if (refusal.kind === 'other') throw new NodeUnusable(`The node refuses eth_getLogs: ${text}`);
      divide(query);
    }
  } while (left.length > 0 || end === null);
  return end;
}

function halvesOf(query: NonNullable<LogQuery>): LogQuery[] {
  const middle = Math.ceil(query.wallets.length / 2);
  return [query.wallets.slice(0, middle), query.wallets.slice(middle)].map((wallets) => ({
    ...query,
    wallets,
  }));
}

/** Both sides of a transfer, in lists that a host takes. */
function listsOf(wallets: readonly Address[], topics: number): LogQuery[] {
  const lists: LogQuery[] = [];
  for (let at = 0; at < wallets.length; at += topics) {
    const some = wallets.slice(at, at + topics);
    lists.push({ side: 'from', wallets: some }, { side: 'to', wallets: some });
  }
  return lists;
}

function finish(progress: RangeProgress, end: Block, found: SeenWallets): void {
  for (const [wallet, { blocks, kind }] of found)
    for (const block of blocks) note(wallet, block, kind, progress.seen);
  progress.through = end;
}

function halfOf(count: number): number {
  return Math.max(1, Math.floor(count / 2));
}
