import type { Address } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { type Balances, callsForWallets, readBalances } from '../ask-of-wallets.ts';
import type { BlockBody } from '../blocks.ts';
import { type AskNode, type BlockSpan, hexOf, NodeUnusable } from '../calls.ts';
import { readQuantity } from '../event-log.ts';
import { readBodies } from './read-blocks.ts';

/** Wallets whose balances are compared. */
export interface BalanceSpan {
  readonly wallets: readonly Address[];
  readonly span: BlockSpan;
  /** After the block before the span, if known. */
  readonly before: Balances | null;
}

/** Blocks in which coin may have moved, found in a span. */
export interface CoinBlocks {
  /** By block, how much each wallet's balance grew; null if the node has forgotten the state before. */
  readonly changes: ReadonlyMap<number, Balances | null>;
  readonly bodies: readonly BlockBody[];
  /** Last block of the part that was read, and the balances after it; null if the node does not say them. */
  readonly through: BlockNumber;
  readonly after: Balances | null;
}

/** Maximum wallets whose nonces are asked for, a call each at both ends of a span. */
export const maxNonces = 8;
/** Maximum blocks of one search whose coin moved, and reads of balances between its ends: the rest is the next scan's. */
const maxChanged = 20;
const maxReads = 40;
/** Beside these, for transactions that balances do not show. */
const ofSent = { left: 40, room: 10 };
const leastOfWallet = 16;
/** Reads of more wallets than one call takes, enough to find one block among millions. */
const minReads = 24;
/** Most nodes know the state of the last 128 blocks. */
const keptBlocks = [120, 60, 30];

interface Search {
  readonly changes: Map<number, Balances>;
  /** @throws NodeUnusable if the node does not know the block's state */
  readonly balancesAt: (block: BlockNumber) => Promise<Balances>;
  /** Finds the blocks in which a balance changed, oldest first. @returns the last block before which all are found */
  readonly divide: (begin: BlockNumber, end: BlockNumber) => Promise<BlockNumber>;
  readonly nonceAt: (wallet: Address, block: BlockNumber) => Promise<number | null>;
  /** Adds a block that left all balances as they were before its neighbours. @returns as `divide`, for what lies around it */
  readonly add: (block: BlockNumber) => Promise<BlockNumber>;
  /** Reads that are left, and changed blocks that may still be added. */
  left: number;
  room: number;
}

/** Reads a span of more blocks than a node gives one by one: those in which a balance changed or a wallet sent something. */
export async function searchSpan(
  { wallets, span: { from, to } }: BalanceSpan,
  node: AskNode,
): Promise<CoinBlocks> {
  const [first = null, last = null] = await readBalances(wallets, [from - 1, to], node);
  if (last === null) throw new NodeUnusable('The node does not say the balances after its newest blocks.');
  const known = new Map([[to, last]]);
  if (first !== null) known.set(from - 1, first);
  else {
    const kept = keptBlocks.map((blocks) => to - blocks).filter((block) => block >= from);
    for (const [at, state] of (await readBalances(wallets, kept, node)).entries())
      if (state !== null) known.set(kept[at] ?? to, state);
  }
  const begin = Math.min(...known.keys());
  const search = startSearch(wallets, known, node);
  const divided = await search.divide(begin, to);
  const bodies = new Map<number, BlockBody>();
  await readChanged(search, bodies, node);
  Object.assign(search, ofSent);
  const asked = wallets.length > maxNonces ? [] : wallets;
  const through = await findSent(asked, { begin, through: divided, search, bodies }, node);
  const blocks = Array.from(bodies.values()).sort((one, other) => one.number - other.number);
  return { changes: search.changes, bodies: blocks, through, after: through === to ? last : null };
}

function startSearch(wallets: readonly Address[], known: Map<number, Balances>, node: AskNode): Search {
  const changes = new Map<number, Balances>();
  const balancesAt = async (block: BlockNumber) => {
    const before = known.get(block);
    if (before !== undefined) return before;
    search.left -= 1;
    const [read = null] = await readBalances(wallets, [block], node);
    if (read === null) throw new NodeUnusable('The node does not say the balances of a block between.');
    known.set(block, read);
    return read;
  };
  const divide = async (begin: BlockNumber, end: BlockNumber): Promise<BlockNumber> => {
    const difference = differences(await balancesAt(begin), await balancesAt(end));
    if ([...difference.values()].every((change) => change === 0n)) return end;
    if (end - begin === 1) {
      if (changes.has(end)) return end;
      if (search.room <= 0) return begin;
      search.room -= 1;
      changes.set(end, difference);
      return end;
    }
    if (search.left <= 0) return begin;
    const middle = Math.floor((begin + end) / 2);
    const through = await divide(begin, middle);
    return through < middle ? through : divide(middle, end);
  };
  const nonceAt = async (wallet: Address, block: BlockNumber) => {
    search.left -= 1;
    return (await readNonces([wallet], [block], node))[0]?.get(wallet) ?? null;
  };
  const add = async (block: BlockNumber) => {
    const read = Array.from(known.keys());
    const [before, after] = [
      Math.max(...read.filter((one) => one < block)),
      Math.min(...read.filter((one) => one >= block)),
    ];
    changes.set(block, differences(await balancesAt(block - 1), await balancesAt(block)));
    const through = await divide(before, block - 1);
    return through < block - 1 ? through : divide(block, after);
  };
  const left = Math.max(minReads, Math.floor(maxReads / callsForWallets(wallets.length)));
  const search: Search = { changes, balancesAt, divide, nonceAt, add, left, room: maxChanged };
  return search;
}

async function readChanged(
  { changes }: Search,
  bodies: Map<number, BlockBody>,
  node: AskNode,
): Promise<void> {
  const unread = [...changes.keys()].filter((block) => !bodies.has(block));
  for (const body of await readBodies(unread, node)) bodies.set(body.number, body);
}

interface Found {
  readonly begin: BlockNumber;
  readonly through: BlockNumber;
  readonly search: Search;
  readonly bodies: Map<number, BlockBody>;
}

/**
 * Adds blocks with transactions of wallets whose balance they left as it was: a thief's program takes at once what comes in.
 * @returns the last block before which all are found
 */
async function findSent(
  wallets: readonly Address[],
  { begin, through: end, search, bodies }: Found,
  node: AskNode,
): Promise<BlockNumber> {
  const [before, after] = await readNonces(wallets, [begin, end], node);
  let through = end;
  for (const wallet of wallets) {
    const first = before?.get(wallet) ?? null;
    const isHidden = (nonce: number | null | undefined, block: BlockNumber) =>
      first !== null && nonce != null && nonce - first > sentBy(wallet, bodies, block);
    if (!isHidden(after?.get(wallet), end)) continue;
    search.left = Math.max(search.left, leastOfWallet);
    while (through > begin && isHidden(await search.nonceAt(wallet, through), through)) {
      let [low, high] = [begin, through];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (isHidden(await search.nonceAt(wallet, middle), middle)) high = middle;
        else low = middle;
      }
      // An authorization of EIP-7702 counts as well, in anybody's transaction.
      if (bodies.has(high)) break;
      const around = await search.add(high);
      await readChanged(search, bodies, node);
      if (around < high || search.left <= 0) {
        through = Math.min(around, high);
        break;
      }
    }
  }
  return through;
}

function sentBy(wallet: Address, bodies: ReadonlyMap<number, BlockBody>, through: BlockNumber): number {
  const read = Array.from(bodies.values()).filter(({ number }) => number <= through);
  return read.flatMap(({ transactions }) => transactions.filter(({ from }) => from === wallet)).length;
}

/** How many transactions each wallet has sent after each block; null: the node does not say it. */
async function readNonces(
  wallets: readonly Address[],
  blocks: readonly BlockNumber[],
  node: AskNode,
): Promise<readonly ReadonlyMap<Address, number | null>[]> {
  const answers = await node.ask(
    blocks.flatMap((block) =>
      wallets.map((wallet) => ({ method: 'eth_getTransactionCount', params: [wallet, hexOf(block)] })),
    ),
  );
  const nonceOf = (at: number) => readQuantity(answers[at]?.result);
  return blocks.map(
    (_, at) => new Map(wallets.map((wallet, i) => [wallet, nonceOf(at * wallets.length + i)])),
  );
}

export function differences(before: Balances, after: Balances): Balances;
export function differences(before: Balances | null, after: Balances | null): Balances | null;
export function differences(before: Balances | null, after: Balances | null): Balances | null {
  if (before === null || after === null) return null;
  return new Map(Array.from(after, ([wallet, balance]) => [wallet, balance - (before.get(wallet) ?? 0n)]));
}
