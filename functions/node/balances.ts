import type { Address } from '../chain/address.ts';
import { askOfWallets, wordsIn } from './ask-of-wallets.ts';
import type { AskNode } from './token-metadata.ts';

/** out = 0x20; for (i = 0; code + i < codesize; i += 20) { codecopy(12, code + i, 20); mstore(out, balance(mload(0)) << 64); out += 24 } */
export const balanceProgram =
  '0x600060205b81603401381115602c57601482603401600c396000513160401b815260180190601401906004565b602090036020f3';

/** In wei, after a block. */
export type Balances = ReadonlyMap<Address, bigint>;

/** In the order of the blocks; null: the node does not know the block (any more). */
export function readBalances(
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
): Promise<readonly (Balances | null)[]> {
  return askOfWallets(balanceProgram, wallets, blocks, node);
}

/** First four bytes of the hash of `balanceOf(address)`. */
const balanceOf = '0x70a08231';
/** A proxy's takes some 10,000; no honest contract needs more than this. */
const gas = '0x493e0';

export interface Holding {
  readonly wallet: Address;
  readonly token: Address;
}

/** In base units, a call each, in order; null if the contract reverts or answers anything but a number. */
export async function readTokenBalances(
  holdings: readonly Holding[],
  block: number,
  node: AskNode,
): Promise<readonly (bigint | null)[]> {
  if (holdings.length === 0) return [];
  const answers = await node.ask(
    holdings.map(({ wallet, token }) => ({
      method: 'eth_call',
      params: [
        { to: token, data: balanceOf + wallet.slice(2).padStart(64, '0'), gas },
        `0x${block.toString(16)}`,
      ],
    })),
  );
  return holdings.map((_, at) => wordsIn(answers[at], 1)?.[0] ?? null);
}
