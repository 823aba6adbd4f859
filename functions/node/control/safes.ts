import type { Address } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { type AskNode, contractCall, hexOf, type RpcAnswer } from '../calls.ts';
import { addressIn } from '../event-log.ts';
import { isFinal } from '../token-metadata.ts';
import { addressOf, digitsIn, runForWallets, wordsIn } from '../wallet-programs.ts';

const wordOf = (value: number) => value.toString(16).padStart(64, '0');

/** keccak-256 of `guard_manager.guard.address` and of `fallback_manager.handler.address`. The implementation is in slot 0. */
const guardSlot = '4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8';
const handlerSlot = '6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5';

/** The beginning of a Safe's linked lists, and how many modules are asked for. */
const sentinel = 1;
const modulesAsked = 50;

/** Call data of the calls that a Safe answers. Its proxy itself answers `masterCopy()`, from slot 0. */
const safeCalls = {
  masterCopy: '0xa619486e',
  owners: '0xa0e67e2b', // getOwners()
  threshold: '0xe75235b8', // getThreshold()
  modules: `0xcc2f8452${wordOf(sentinel)}${wordOf(modulesAsked)}`, // getModulesPaginated(address,uint256)
  guard: `0x5624b25b${guardSlot}${wordOf(1)}`, // getStorageAt(uint256,uint256)
  handler: `0x5624b25b${handlerSlot}${wordOf(1)}`,
} as const;

/** The gas of one call, also in `printProgram`: enough for four hundred owners. */
const safeGas = '0x0f4240';

export interface Members {
  readonly addresses: readonly Address[];
  /** False: there are more. */
  readonly isWhole: boolean;
}

/** Who can move a Safe's money. Undefined: it could not be read; null: none. */
export type SafeRead = Readonly<Awaited<ReturnType<typeof readSafe>>>;

/** Reads a contract after a block as if it were a Safe. Slots are read from storage, because a contract's answers may lie. */
export async function readSafe(wallet: Address, block: BlockNumber, node: AskNode) {
  const at = hexOf(block);
  const call = (data: string) => contractCall(wallet, data, block, safeGas);
  const stored = (slot: string) => ({ method: 'eth_getStorageAt', params: [wallet, slot, at] });
  const answers = await node.ask([
    ...['0x0', `0x${guardSlot}`, `0x${handlerSlot}`].map(stored),
    ...[safeCalls.masterCopy, safeCalls.handler, safeCalls.threshold].map(call),
    ...[safeCalls.owners, safeCalls.modules].map(call),
  ]);
  const [implementation, guard, handler] = answers.map(storedAddress);
  const [shown, threshold] = [wordsIn(answers[3], 1)?.[0], wordsIn(answers[5], 1)?.[0]];
  return {
    implementation,
    guard,
    handler,
    threshold: threshold?.toString(),
    owners: membersIn(answers[6], 1),
    modules: membersIn(answers[7], 2),
    /** False: the node failed at some parts, and may say them later. */
    isFinal: answers.every(isFinal),
    /** The contract's answers show its slots, so a print shows each change. */
    isShown: shown !== undefined && addressOf(shown) === implementation && wordsIn(answers[4], 3) !== null,
  };
}

/** Some nodes leave out leading zeros. */
function storedAddress(answer: RpcAnswer): Address | null | undefined {
  const digits = digitsIn(answer);
  if (!digits || digits.length > digitsPerWord) return undefined;
  return addressOf(BigInt(`0x${digits}`));
}

/** Maximum members that are read of a list: a contract may return ten thousand. */
export const maxMembers = 500;
const digitsPerWord = 64;

/** A list whose place is in the first of `fields` words. Of two words, the second says where the list continues. */
function membersIn(answer: RpcAnswer | undefined, fields: 1 | 2): Members | undefined {
  const digits = digitsIn(answer);
  if (digits === null) return undefined;
  const wordAt = (at: number) => `0x${digits.slice(at * digitsPerWord, (at + 1) * digitsPerWord)}`;
  const count = Number(wordAt(fields));
  if (Number(wordAt(0)) !== fields * 32 || Number.isNaN(count)) return undefined;
  const read = Array.from({ length: Math.min(count, maxMembers) }, (_, at) =>
    addressIn(wordAt(fields + 1 + at).toLowerCase()),
  );
  if (!read.every((one) => one !== null)) return undefined;
  const isEnd = fields === 1 || Number(wordAt(1)) <= sentinel;
  return { addresses: [...new Set(read)], isWhole: isEnd && count <= maxMembers };
}

/** Each call's data, padded to the 68 bytes of the longest. */
const callData = Object.values(safeCalls).map((data) => data.slice(2).padEnd(136, '0'));

/**
 * This program makes all calls to each wallet and hashes the first 16,384 bytes of each answer. A missing answer counts as 0. The
 * call data follow the program, and the wallets follow the call data. The hashes are shifted, because no result may begin with 0xef.
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
export const printProgram = [
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

/** By wallet, a hash of its contract's answers to a Safe's calls; `0` if the contract answers none. Null if the node gave no answer. */
export async function readPrints(
  wallets: readonly Address[],
  block: BlockNumber,
  node: AskNode,
): Promise<ReadonlyMap<Address, string> | null> {
  const [words = null] = await runForWallets(printProgram, wallets, [block], node, size);
  return words && new Map(Array.from(words, ([wallet, word]) => [wallet, word.toString(16)]));
}
