import type { Address } from '../chain/address.ts';
import { askOfWallets } from './ask-of-wallets.ts';
import { safeCalls, safeGas } from './safes.ts';
import type { AskNode } from './token-metadata.ts';

/** Each padded to the 68 bytes of the longest. */
const callData = Object.values(safeCalls).map((data) => data.slice(2).padEnd(136, '0'));

/**
 * Behind the program stand the call data and then the wallets. It makes all calls to each wallet and hashes what they return, 16,384
 * bytes of each at most. The word of a wallet that answers none of them is 0; no hash begins with 0xef, because what is returned
 * must not.
 *
 *     out = 0x80
 *     for (w = 0x21c; w < codesize; w += 20) {
 *       codecopy(0x6c, w, 20); p = 0x4000
 *       for (c = 0x84; c < 0x21c; c += 68) {
 *         codecopy(0, c, 68); ok = staticcall(gas, mload(0x60), 0, 68, 0, 0)
 *         size = ok * min(returndatasize, 0x4000)
 *         mstore(p, size); returndatacopy(p + 32, 0, size); p += 32 + size
 *       }
 *       mstore(out, (p - 0x4000 > 0xc0) * (keccak256(0x4000, p - 0x4000) >> 8)); out += 32
 *     }
 *     return(0x80, out - 0x80)
 */
const program = [
  '0x608061021c', // out, w
  '5b38811015607b57', // while w < codesize
  '601481606c396060516140006100', // the wallet, p
  '845b604481600039', // c, its call data
  `60006000604460008662${safeGas.slice(2)}fa`, // the call
  '3d614000808210828218021890500280', // size
  '83529160200191806000843e90910190', // what it returned
  '60440161021c8110601c57', // the next call
  '50614000809103', // all that it returned
  '8060c010912060081c02', // its hash
  '83525060140190602001906005565b', // the next wallet
  '50608080910390f3',
  ...callData,
].join('');

/** Some 40,000 gas a Safe, which is a fifth of what hosts allow a call. */
const size = { walletsACall: 250, bytes: 32 };

/** A hash of a contract's answers to a Safe's calls; `0`: it answers none. Null: the node does not say it, or has too little gas. */
export async function readPrints(
  wallets: readonly Address[],
  block: number,
  node: AskNode,
): Promise<ReadonlyMap<Address, string> | null> {
  if (wallets.length === 0) return new Map();
  const [words = null] = await askOfWallets(program, wallets, [block], node, size);
  return words && new Map(Array.from(words, ([wallet, word]) => [wallet, word.toString(16)]));
}
