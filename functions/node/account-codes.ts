import type { Address } from '../chain/address.ts';
import { addressOf, askOfWallets } from './ask-of-wallets.ts';
import type { AskNode } from './token-metadata.ts';

/**
 * Copies 23 bytes of each account's code, as many as a delegation has, behind a byte of zero: what is returned must not begin
 * with 0xef, as a delegation does.
 *
 *     out = 0x20; for (i = 0; code + i < codesize; i += 20) { codecopy(12, code + i, 20); extcodecopy(mload(0), out + 1, 0, 23); out += 24 }
 */
export const codeProgram =
  '0x600060205b81603701381115602f57601482603701600c3960176000826001016000513c60180190601401906004565b602090036020f3';

/** The beginning of a delegated account's code (EIP-7702); the contract's address follows. */
export const designator = 0xef0100n;

/** What an account's code says of it. */
export interface AccountCode {
  readonly hasCode: boolean;
  /** The contract whose code the account runs (EIP-7702); null: none. */
  readonly delegate: Address | null;
}

/** The code of accounts after a block. No log tells of a delegation. Null: the node does not say it. */
export async function readCodes(
  wallets: readonly Address[],
  block: number,
  node: AskNode,
): Promise<ReadonlyMap<Address, AccountCode> | null> {
  if (wallets.length === 0) return new Map();
  const [words = null] = await askOfWallets(codeProgram, wallets, [block], node);
  return words && new Map(Array.from(words, ([wallet, word]) => [wallet, codeIn(word)]));
}

function codeIn(word: bigint): AccountCode {
  return { hasCode: word !== 0n, delegate: word >> 160n === designator ? addressOf(word) : null };
}
