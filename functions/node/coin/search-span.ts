import type { Address } from '../../chain/address.ts';
import type { BlockNumber, BlockSpan } from '../../chain/units.ts';
import { inBatches } from '../../runtime/batches.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { type BlockBody, readBodies } from '../blocks.ts';
import { type AskNode, askTwice, hexOf, NodeUnusable } from '../calls.ts';
import { readQuantity } from '../event-log.ts';
import { type Balances, callsForWallets, readBalances } from '../wallet-programs.ts';

export interface BalanceSpan {
  readonly wallets: readonly Address[];
  readonly span: BlockSpan;
  /** After the block before the span, if known. */
  readonly before: Balances | null;
  /** Movements of coin that have a log of their own: by EIP-7708, or by a wrapped coin's contract. */
  readonly logged: readonly Transfer[];
}

export interface CoinBlocks {
  /** By block, how much each wallet's balance grew; null if the node has forgotten the state before. */
  readonly changes: ReadonlyMap<number, Balances | null>;
  readonly bodies: readonly BlockBody[];
  /** First block whose coin was read: the node has forgotten the state before. */
  readonly since: BlockNumber;
  /** Last block that was read, and the balances after it; null: unknown. */
  readonly through: BlockNumber;
  readonly after: Balances | null;
}

/** Maximum wallets whose nonces are asked for, a call each at both ends of a span. */
export const maxNonces = 8;
/** Maximum blocks with moved coin and maximum calls of one search; the next scan does the rest. */
const maxChanged = 20;
const maxCalls = 60;
/** Minimum calls of the search for transactions that no balance shows, and maximum blocks that it adds. */
const moreForHidden = { calls: 40, blocks: 10 };
/** Reads of balances that a search may make if each takes several calls: enough to find one block among millions. */
const minReads = 24;
/** Maximum calls of these reads: a scan of many wallets has little more. */
const maxOfMany = 120;
/** Blocks below the newest whose state a node may have: most know the last 128. */
const keptBlocks = [120, 60, 30];

/** Searches a long span for blocks in which a balance changed or a wallet sent something, and reads only these. */
export async function searchSpan(
  { wallets, span: { from, to }, logged }: BalanceSpan,
  node: AskNode,
): Promise<CoinBlocks> {
  const [first = null, last = null] = await readBalances(wallets, [from - 1, to], node);
  if (last === null) throw new NodeUnusable('The node gives no balances after its newest blocks.');
  const known = new Map([[to, last]]);
  if (first !== null) known.set(from - 1, first);
  else {
    const kept = keptBlocks.map((blocks) => to - blocks).filter((block) => block >= from);
    if (kept.length === 0) throw new NodeUnusable('The node gives no balances before its newest blocks.');
    for (const [at, state] of (await readBalances(wallets, kept, node)).entries())
      if (state !== null) known.set(kept[at] ?? to, state);
  }
  const since = Math.min(...known.keys()) + 1;
  const { changes, bodies, through } = await divide(wallets, known, logged, node);
  return { changes, bodies, since, through, after: through === to ? last : null };
}

/**
 * Finds the blocks in which something changed, oldest first, up to the block `through`. Nonces, unlike balances, show income that a
 * thief's program takes at once. @param balances after the first block and the last
 */
async function divide(
  wallets: readonly Address[],
  balances: Map<number, Balances>,
  logged: readonly Transfer[],
  node: AskNode,
) {
  const [first, last] = [Math.min(...balances.keys()), Math.max(...balances.keys())];
  const ofWallets = callsForWallets(wallets.length);
  let callsLeft = ofWallets > 1 ? Math.min(minReads * ofWallets, maxOfMany) : maxCalls;
  // A host that runs no bytecode takes one call a wallet.
  const counted: AskNode = {
    ask(calls) {
      callsLeft -= calls.length;
      return node.ask(calls);
    },
  };
  const changes = new Map<number, Balances>();
  let maxBlocks = maxChanged;
  let senders: readonly Address[] = [];
  const balancesAt = onceABlock('balances', balances, async (block) => {
    const [read = null] = await readBalances(wallets, [block], counted);
    return read;
  });
  const noncesAt = onceABlock('nonces', new Map<number, string>(), async (block) => {
    const [read = []] = await readNonces(senders, [block], counted);
    return read.includes(null) ? null : read.join();
  });

  /** @returns the last block up to which all changes are found */
  async function search(begin: BlockNumber, end: BlockNumber): Promise<BlockNumber> {
    const difference = differences(await balancesAt(begin), await balancesAt(end));
    // A log shows coin that the wallet's program may have sent on at once.
    const isNamed = logged.some(({ blockNumber }) => begin < blockNumber && blockNumber <= end);
    const isSame = !isNamed && [...difference.values()].every((change) => change === 0n);
    if (isSame && (senders.length === 0 || (await noncesAt(begin)) === (await noncesAt(end)))) return end;
    if (end - begin === 1) {
      if (changes.size === maxBlocks && !changes.has(end)) return begin;
      changes.set(end, difference);
      return end;
    }
    // Not at the first block: the next scan would begin there again.
    if (callsLeft <= 0 && begin > first) return begin;
    const middle = Math.floor((begin + end) / 2);
    const through = await search(begin, middle);
    return through < middle ? through : search(middle, end);
  }

  const shown = await search(first, last);
  const bodies = await readBodies([...changes.keys()], node);
  senders = await hiddenSenders(wallets, [first, shown], bodies, node);
  if (senders.length === 0) return { changes, bodies, through: shown };
  callsLeft = Math.max(callsLeft, moreForHidden.calls);
  maxBlocks += moreForHidden.blocks;
  const through = await search(first, shown);
  const read = new Set(bodies.map(({ number }) => number));
  const unread = [...changes.keys()].filter((block) => !read.has(block));
  const found = await readBodies(unread, node);
  const all = [...bodies, ...found].filter(({ number }) => number <= through);
  return { changes, bodies: all.sort((one, other) => one.number - other.number), through };
}

/** Reads a block that is not known yet, and fails if the node does not say. */
function onceABlock<Said>(
  what: string,
  known: Map<number, Said>,
  read: (block: BlockNumber) => Promise<Said | null>,
): (block: BlockNumber) => Promise<Said> {
  return async (block) => {
    const said = known.get(block) ?? (await read(block));
    if (said === null) throw new NodeUnusable(`The node does not say the ${what} of a block between.`);
    known.set(block, said);
    return said;
  };
}

/** Wallets that sent more transactions than these blocks show. Empty if they are too many to ask for, or the node does not know. */
async function hiddenSenders(
  wallets: readonly Address[],
  ends: readonly [number, number],
  bodies: readonly BlockBody[],
  node: AskNode,
) {
  if (wallets.length > maxNonces) return [];
  const [before = [], after = []] = await readNonces(wallets, ends, node);
  const sent = bodies.flatMap(({ transactions }) => transactions.map(({ from }) => from));
  const shown = (wallet: Address) => sent.filter((from) => from === wallet).length;
  return wallets.filter((wallet, at) => (after[at] ?? 0) - (before[at] ?? Infinity) > shown(wallet));
}

/** After each block, how many transactions each wallet has sent; null: the node does not say it. */
async function readNonces(
  wallets: readonly Address[],
  blocks: readonly BlockNumber[],
  node: AskNode,
): Promise<readonly (readonly (number | null)[])[]> {
  const calls = blocks.flatMap((block) =>
    wallets.map((wallet) => ({ method: 'eth_getTransactionCount', params: [wallet, hexOf(block)] })),
  );
  const read = await askTwice(calls, async (some) =>
    (await node.ask(some)).map(({ result }) => readQuantity(result)),
  );
  return inBatches(read, wallets.length);
}

export function differences(before: Balances, after: Balances): Balances {
  return new Map(Array.from(after, ([wallet, balance]) => [wallet, balance - (before.get(wallet) ?? 0n)]));
}
