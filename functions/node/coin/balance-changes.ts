import { type Balances, readBalances } from '../ask-of-wallets.ts';
import { type AskNode, NodeUnusable } from '../calls.ts';
import { readBodies } from './read-blocks.ts';
import { type BalanceSpan, type CoinBlocks, differences, searchSpan } from './search-span.ts';

/** A scan of more blocks reads only the blocks that changed a balance. Ethereum has five blocks a minute, Base thirty. */
export const maxBlocks = 40;

export async function coinBlocksIn(scan: BalanceSpan, node: AskNode): Promise<CoinBlocks> {
  const { wallets, span } = scan;
  const { from, to } = span;
  if (to - from + 1 > maxBlocks) return searchSpan(scan, node);
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
  return { changes, bodies: await readBodies(blocks, node), through: to, after: states.at(-1) ?? null };
}

/** Null if a wallet is missing, because it was added later. */
function knownBefore({ wallets, before }: BalanceSpan): Balances | null {
  return before !== null && wallets.every((wallet) => before.has(wallet)) ? before : null;
}
