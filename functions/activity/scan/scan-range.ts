import type { Address } from '../../chain/address.ts';
import type { BlockSpan } from '../../chain/units.ts';
import { type Block, readBlock } from '../../node/blocks.ts';
import { blockCall, NodeUnusable, tooLarge } from '../../node/calls.ts';
import type { NodeCalls } from '../../node/json-rpc.ts';
import { maxReplyBytes } from '../../node/post-to-node.ts';
import { inBatches } from '../../runtime/batches.ts';
import {
  halvesOf,
  isTooSlow,
  type LogQuery,
  logsCall,
  queriesFor,
  type Refusal,
  readRefusal,
  type ScanScope,
  surePartsOf,
  type WatchedWallets,
} from './log-queries.ts';
import { type LogSearch, noteSight, noteTransfers, storesMoreThan } from './transfer-logs.ts';

/** Sizes that the host accepts; the next scan begins with them. */
export type Sizes = Readonly<typeof largestSizes>;

/** Blocks a call, and addresses a list: most nodes allow a thousand. */
export const largestSizes = { blocks: 1_000_000, topics: 1_000, batches: true };

/** With more wallets, two lists cost more bytes and calls than all of the chain's transfers. */
export const maxFiltered = 2_000;

export interface RangeScan extends LogSearch {
  readonly node: NodeCalls;
  sizes: Sizes;
  /** Last blocks of the completely scanned spans, oldest first. */
  readonly ends: Block[];
  /** The most blocks that the host took in one call. */
  widest: number;
  /** Whether the host refused a call for more than one block. */
  isSplit: boolean;
  /** Once the scan has more finds than this, or is short of bytes, it reads no further span. Infinity: neither. */
  readonly maxFinds: number;
}

export function newRangeScan(
  scope: ScanScope,
  watched: WatchedWallets,
  node: NodeCalls,
  sizes: Sizes,
  maxFinds = Number.POSITIVE_INFINITY,
): RangeScan {
  return { scope, watched, node, sizes, maxFinds, seen: new Map(), ends: [], widest: 0, isSplit: false };
}

/** Scans in as few calls as the host accepts, refused spans in halves. Blocks scanned before an error stay. @throws NodeUnusable */
export async function scanRange(span: BlockSpan, scan: RangeScan): Promise<void> {
  try {
    for (const part of partsOf(span, scan.sizes.blocks)) await scanSpan(part, scan);
  } finally {
    if (scan.isSplit && scan.widest > 0) scan.sizes = { ...scan.sizes, blocks: scan.widest };
  }
}

async function scanSpan(span: BlockSpan, scan: RangeScan): Promise<void> {
  // Coin, state and approvals need the last bytes, however many logs strangers write.
  const isFull = () => scan.node.bytesLeft() <= 2 * maxReplyBytes || storesMoreThan(scan.maxFinds, scan);
  if (scan.ends.length > 0 && scan.maxFinds < Infinity && isFull())
    throw new NodeUnusable('The scan has all that a tick can read or store. The next goes on.');
  const wallets = [...scan.watched.keys()];
  const { topics } = scan.sizes;
  const queries = wallets.length > maxFiltered ? [null] : listsOf(wallets, topics, scan.scope);
  const { end, refused, answered } = await askSpan(queries, span, scan);
  const blocks = span.to - span.from + 1;
  const [first] = refused;
  if (first === undefined) {
    if (end !== null) scan.ends.push(end);
    scan.widest = Math.max(scan.widest, blocks);
  } else if (
    first.refusal === 'topics' &&
    refused.every(({ query }) => query !== null && query.wallets.length > 1)
  ) {
    scan.sizes = { ...scan.sizes, topics: Math.max(1, Math.floor(Math.min(topics, wallets.length) / 2)) };
    await scanSpan(span, scan);
  } else if (first.refusal !== 'size') {
    throw refusesLogs(first);
  } else if (blocks > 1) {
    scan.isSplit = true;
    for (const half of partsOf(span, Math.ceil(blocks / 2))) await scanSpan(half, scan);
  } else scan.ends.push(await scanFullBlock(span, { refused, answered }, scan));
}

/**
 * Scans one block with too many results, by ever shorter lists of wallets. A wallet that alone has too many counts as active. Once the
 * tick's bytes run short, the rest of the wallets count as active: otherwise a stranger who names many wallets in a block would stop the
 * scan there. If the node is the source, it must answer at least one query, and time out at no single wallet's.
 */
async function scanFullBlock(
  span: BlockSpan,
  { refused, ...first }: Pick<AskedSpan, 'refused' | 'answered'>,
  scan: RangeScan,
): Promise<Block> {
  const isReadFromNode = scan.scope !== 'hints';
  let { answered } = first;
  const left: LogQuery[] = [];
  const divide = (one: RefusedQuery, isFirst = false) => {
    const { query, text, refusal } = one;
    if (refusal === 'other') throw refusesLogs(one);
    if (query === null) left.push(...listsOf([...scan.watched.keys()], scan.sizes.topics, scan.scope));
    else if (query.wallets.length > 1 && !scan.node.isShort)
      left.push(...halvesOf(query.wallets).map((wallets) => ({ ...query, wallets })));
    // Some hosts say "too many results" to too many requests. So the same query is sent once more.
    else if (isFirst && !scan.node.isShort) left.push(query);
    else {
      // Money leaving the wallet may hide in the crowd of results.
      for (const wallet of query.wallets) noteSight(wallet, span.from, 'sent', scan.seen);
      if (isReadFromNode && isTooSlow(text)) throw refusesLogs(one);
      if (isReadFromNode) left.push(...surePartsOf(query, scan.watched));
    }
  };
  for (const one of refused) divide(one, true);
  // Asks once even if no query is left, because the block must be known.
  let end: Block | null = null;
  do {
    const query = left.pop();
    if (query && query.contracts === undefined && scan.node.isShort) {
      divide({ query, text: tooLarge, refusal: 'size' });
      continue;
    }
    const asked = await askSpan(query === undefined ? [] : [query], span, scan);
    end = asked.end;
    answered += asked.answered;
    for (const one of asked.refused) divide(one);
  } while (left.length > 0 || end === null);
  if (isReadFromNode && answered === 0 && refused[0] !== undefined) throw refusesLogs(refused[0]);
  return end;
}

function refusesLogs({ text }: RefusedQuery): NodeUnusable {
  return new NodeUnusable(`The node refuses eth_getLogs: ${text}`);
}

type AskedSpan = Readonly<Awaited<ReturnType<typeof askSpan>>>;

interface RefusedQuery {
  readonly query: LogQuery;
  readonly text: string;
  readonly refusal: Refusal;
}

/** Asks for the end block after the logs: a host that knows the block now may not have known it before. */
async function askSpan(queries: readonly LogQuery[], span: BlockSpan, scan: RangeScan) {
  const calls = queries.map((query) => logsCall(query, span, scan.scope));
  const answers = await scan.node.ask([...calls, blockCall(span.to)]);
  const refused: RefusedQuery[] = [];
  for (const [at, query] of queries.entries()) {
    const { error, result } = answers[at] ?? { error: 'no answer' };
    if (error !== undefined) refused.push({ query, text: error, refusal: readRefusal(error) });
    else noteTransfers(result, span, scan);
  }
  const answered = queries.length - refused.length;
  const { error, result } = answers[queries.length] ?? { error: 'no answer' };
  // No part of a batch that is too large was read, not even the block at its end.
  if (refused.length > 0 && error === tooLarge) return { end: null, refused, answered };
  const end = error === undefined ? readBlock(result) : null;
  if (end?.number === span.to) return { end, refused, answered };
  if (refused.length > 0 && error !== undefined)
    throw new NodeUnusable(`The node refuses: ${refused[0]?.text}`);
  // The node lags and gave no logs, or another node than the head's gave them.
  throw new NodeUnusable('The node does not know the last block of its own logs yet.');
}

/** A generator, because a span that ends at a made-up head may have billions of parts. */
function* partsOf({ from, to }: BlockSpan, blocks: number): Generator<BlockSpan> {
  for (let at = from; at <= to; at += blocks) yield { from: at, to: Math.min(at + blocks - 1, to) };
}

function listsOf(wallets: readonly Address[], topics: number, scope: ScanScope): LogQuery[] {
  return inBatches(wallets, topics).flatMap((list) => queriesFor(list, scope));
}
