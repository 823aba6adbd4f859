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
/** Maximum blocks with moved coin in one search, and (`maxReads`) reads of balances within it; the next scan does the rest. */
const maxChanged = 20;
const maxReads = 40;
/** More reads and blocks, for transactions that balances do not show. */
const ofSent = { left: 40, room: 10 };
const leastOfWallet = 16;
/** Reads if the wallets need more than one call each time: enough to find one block among millions. */
const minReads = 24;
/** Most nodes know the state of the last 128 blocks. */
const keptBlocks = [120, 60, 30];

/** Searches a long span for blocks in which a balance changed or a wallet sent something, and reads only these. */
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
  const search = new SpanSearch(wallets, known, node);
  const divided = await search.divide(begin, to);
  await search.readChanged();
  const through = wallets.length > maxNonces ? divided : await search.findSent(begin, divided);
  const bodies = Array.from(search.bodies.values()).sort((one, other) => one.number - other.number);
  return { changes: search.changes, bodies, through, after: through === to ? last : null };
}

class SpanSearch {
  readonly changes = new Map<number, Balances>();
  readonly bodies = new Map<number, BlockBody>();
  /** Reads that are left, and changed blocks that may still be added. */
  private left: number;
  private room = maxChanged;
  private readonly wallets: readonly Address[];
  private readonly known: Map<number, Balances>;
  private readonly node: AskNode;

  constructor(wallets: readonly Address[], known: Map<number, Balances>, node: AskNode) {
    this.wallets = wallets;
    this.known = known;
    this.node = node;
    this.left = callsForWallets(wallets.length) > 1 ? minReads : maxReads;
  }

  /** @throws NodeUnusable if the node does not know the block's state */
  private async balancesAt(block: BlockNumber): Promise<Balances> {
    const before = this.known.get(block);
    if (before !== undefined) return before;
    this.left -= 1;
    const [read = null] = await readBalances(this.wallets, [block], this.node);
    if (read === null) throw new NodeUnusable('The node does not say the balances of a block between.');
    this.known.set(block, read);
    return read;
  }

  /** Finds the blocks in which a balance changed, oldest first. @returns the last block up to which all are found */
  async divide(begin: BlockNumber, end: BlockNumber): Promise<BlockNumber> {
    const difference = differences(await this.balancesAt(begin), await this.balancesAt(end));
    if ([...difference.values()].every((change) => change === 0n)) return end;
    if (end - begin === 1) {
      if (this.room <= 0) return begin;
      this.room -= 1;
      this.changes.set(end, difference);
      return end;
    }
    if (this.left <= 0) return begin;
    const middle = Math.floor((begin + end) / 2);
    const through = await this.divide(begin, middle);
    return through < middle ? through : this.divide(middle, end);
  }

  async readChanged(): Promise<void> {
    const unread = [...this.changes.keys()].filter((block) => !this.bodies.has(block));
    for (const body of await readBodies(unread, this.node)) this.bodies.set(body.number, body);
  }

  /** Adds a block that `divide` could not see, and divides the spans on both sides of it. @returns as `divide` */
  private async add(block: BlockNumber): Promise<BlockNumber> {
    const read = Array.from(this.known.keys());
    const before = Math.max(...read.filter((one) => one < block));
    const after = Math.min(...read.filter((one) => one >= block));
    this.changes.set(block, differences(await this.balancesAt(block - 1), await this.balancesAt(block)));
    const around = await this.divide(before, block - 1);
    const through = around < block - 1 ? around : await this.divide(block, after);
    await this.readChanged();
    return through;
  }

  /**
   * Adds blocks in which a wallet sent something that balances don't show: a thief's program takes at once what comes in.
   * @returns the last block up to which all are found
   */
  async findSent(begin: BlockNumber, end: BlockNumber): Promise<BlockNumber> {
    this.left = ofSent.left;
    this.room = ofSent.room;
    const [before, after] = await readNonces(this.wallets, [begin, end], this.node);
    let through = end;
    for (const wallet of this.wallets) {
      const first = before?.get(wallet) ?? null;
      const isHidden = (nonce: number | null | undefined, block: BlockNumber) =>
        first !== null && nonce != null && nonce - first > this.sentBy(wallet, block);
      if (!isHidden(after?.get(wallet), end)) continue;
      this.left = Math.max(this.left, leastOfWallet);
      const isHiddenAt = async (block: BlockNumber) => {
        this.left -= 1;
        const [nonces] = await readNonces([wallet], [block], this.node);
        return isHidden(nonces?.get(wallet), block);
      };
      while (through > begin && (await isHiddenAt(through))) {
        let [low, high] = [begin, through];
        while (high - low > 1) {
          const middle = Math.floor((low + high) / 2);
          if (await isHiddenAt(middle)) high = middle;
          else low = middle;
        }
        // The nonce also counts EIP-7702 authorizations, which anybody's transaction may carry.
        if (this.bodies.has(high)) break;
        const around = await this.add(high);
        if (around < high || this.left <= 0) {
          through = Math.min(around, high);
          break;
        }
      }
    }
    return through;
  }

  private sentBy(wallet: Address, through: BlockNumber): number {
    const read = Array.from(this.bodies.values()).filter(({ number }) => number <= through);
    return read.flatMap(({ transactions }) => transactions.filter(({ from }) => from === wallet)).length;
  }
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

/** How much each balance grew. */
export function differences(before: Balances, after: Balances): Balances {
  return new Map(Array.from(after, ([wallet, balance]) => [wallet, balance - (before.get(wallet) ?? 0n)]));
}
