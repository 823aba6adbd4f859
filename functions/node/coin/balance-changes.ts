import type { Address } from '../../chain/address.ts';
import { type Balances, readBalances } from '../ask-of-wallets.ts';
import type { AskNode, BlockSpan } from '../calls.ts';
import { NodeUnusable } from '../calls.ts';

/** A scan of more blocks reads only the blocks that changed a balance. Ethereum has five blocks a minute, Base thirty. */
export const maxBlocks = 40;

/** Wallets whose balances are compared. */
export interface BalanceSpan {
  readonly wallets: readonly Address[];
  readonly span: BlockSpan;
  /** After the block before the span, if known. */
  readonly before: Balances | null;
}

interface Changes {
  /** By block, how much each wallet's balance grew; null if the node has forgotten the state before. */
  readonly changes: ReadonlyMap<number, Balances | null>;
  readonly after: Balances | null;
}

export async function changesIn(scan: BalanceSpan, node: AskNode): Promise<Changes> {
  const { wallets, span } = scan;
  const { from, to } = span;
  if (to - from + 1 > maxBlocks) return changesByHalves(scan, node);
  const before = knownBefore(scan);
  const blocks = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const read = await readBalances(wallets, before === null ? [from - 1, ...blocks] : blocks, node);
  const states = before === null ? read : [before, ...read];
  // A node forgets the oldest state first: a gap behind a known one is a refused call, which may hide what a contract moved.
  if (states.slice(states.findIndex((state) => state !== null)).includes(null))
    throw new NodeUnusable('The node does not say the balances after its newest blocks.');
  const changes = new Map(
    blocks.map((block, at) => [block, differences(states[at] ?? null, states[at + 1] ?? null)]),
  );
  return { changes, after: states.at(-1) ?? null };
}

/** Null if a wallet is missing, because it was added later. */
function knownBefore({ wallets, before }: BalanceSpan): Balances | null {
  return before !== null && wallets.every((wallet) => before.has(wallet)) ? before : null;
}

/** A span counts as quiet if no balance differs at its ends: reading every block would take more calls than a node allows. */
async function changesByHalves(
  { wallets, span: { from, to } }: BalanceSpan,
  node: AskNode,
): Promise<Changes> {
  const [first = null, last = null] = await readBalances(wallets, [from - 1, to], node);
  if (last === null) throw new NodeUnusable('The node does not say the balances after its newest blocks.');
  const changes = new Map<number, Balances | null>();
  const divide = async (begin: number, before: Balances, end: number, after: Balances): Promise<void> => {
    const difference = differences(before, after);
    if (difference === null || [...difference.values()].every((change) => change === 0n)) return;
    if (end - begin === 1) {
      changes.set(end, difference);
      return;
    }
    const middle = Math.floor((begin + end) / 2);
    const [between = null] = await readBalances(wallets, [middle], node);
    if (between === null) throw new NodeUnusable('The node does not say the balances of a block between.');
    await divide(begin, before, middle, between);
    await divide(middle, between, end, after);
  };
  if (first !== null) await divide(from - 1, first, to, last);
  return { changes, after: last };
}

function differences(before: Balances | null, after: Balances | null): Balances | null {
  if (before === null || after === null) return null;
  return new Map(Array.from(after, ([wallet, balance]) => [wallet, balance - (before.get(wallet) ?? 0n)]));
}
