import { type Address, parseAddress } from '../chain/address.ts';
import { askOfWallets } from './ask-of-wallets.ts';
import type { AskNode } from './token-metadata.ts';

/**
 * Copies 23 bytes of each account's code, as many as a delegation has, to the end of its word: what is returned must not begin
 * with 0xef, as a delegation does.
 *
 *     out = 0x20; for (i = 0; code + i < codesize; i += 20) { codecopy(12, code + i, 20); extcodecopy(mload(0), out + 9, 0, 23); out += 32 }
 */
const program =
  '0x600060205b81603701381115602f57601482603701600c3960176000826009016000513c60200190601401906004565b602090036020f3';

/** What the code of an account that has handed itself to a contract begins with (EIP-7702); the contract's address follows. */
const designator = 0xef0100n;

/** By wallet, the contract whose code the account runs; null: it runs none. */
export type Delegates = ReadonlyMap<Address, Address | null>;

/** To which contracts accounts are delegated (EIP-7702) after a block. No log tells of it. Null: the node does not say it. */
export async function readDelegates(
  wallets: readonly Address[],
  block: number,
  node: AskNode,
): Promise<Delegates | null> {
  if (wallets.length === 0) return new Map();
  const [words = null] = await askOfWallets(program, wallets, [block], node);
  return words && new Map(Array.from(words, ([wallet, word]) => [wallet, delegateIn(word)]));
}

function delegateIn(word: bigint): Address | null {
  if (word >> 160n !== designator) return null;
  return parseAddress(`0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`);
}
