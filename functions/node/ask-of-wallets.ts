import { type Address, parseAddress } from '../chain/address.ts';
import type { RpcAnswer } from './json-rpc.ts';
import type { AskNode } from './token-metadata.ts';

/** What is returned counts as code, of which there may be 24,576 bytes. */
const walletsACall = 500;

/**
 * Runs a program without deploying it: it takes the addresses that stand behind it, 20 bytes each, and returns a word for each.
 * @param perCall wallets, where the program needs much gas for each
 * @returns the words of all wallets after each of the blocks, in their order; null for a block that the node does not know (any more)
 */
export async function askOfWallets(
  program: string,
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
  perCall = walletsACall,
): Promise<readonly (ReadonlyMap<Address, bigint> | null)[]> {
  const lists = Array.from({ length: Math.ceil(wallets.length / perCall) }, (_, at) =>
    wallets.slice(at * perCall, (at + 1) * perCall),
  );
  const answers = await node.ask(
    blocks.flatMap((block) => lists.map((list) => callOf(program, list, block))),
  );
  return blocks.map((_, at) => {
    const words = new Map<Address, bigint>();
    for (const [i, list] of lists.entries()) {
      const read = wordsIn(answers[at * lists.length + i], list.length);
      if (read === null) return null;
      for (const [j, wallet] of list.entries()) words.set(wallet, read[j] ?? 0n);
    }
    return words;
  });
}

function callOf(program: string, wallets: readonly Address[], block: number) {
  const data = program + wallets.map((wallet) => wallet.slice(2)).join('');
  return { method: 'eth_call', params: [{ data }, `0x${block.toString(16)}`] };
}

const digitsPerWord = 64;

/** The words of an answer; null where it is not exactly so many. */
export function wordsIn(answer: RpcAnswer | undefined, count: number): bigint[] | null {
  const { result } = answer ?? {};
  if (typeof result !== 'string' || result.length !== 2 + count * digitsPerWord) return null;
  if (!/^0x[0-9a-f]*$/i.test(result)) return null;
  return Array.from({ length: count }, (_, at) =>
    BigInt(`0x${result.slice(2 + at * digitsPerWord, 2 + (at + 1) * digitsPerWord)}`),
  );
}

/** The address in the last twenty bytes of a word; null where they are zero. */
export function addressOf(word: bigint): Address | null {
  const digits = BigInt.asUintN(160, word);
  return digits === 0n ? null : parseAddress(`0x${digits.toString(16).padStart(40, '0')}`);
}
