import type { RpcAnswer } from '../../functions/node/json-rpc.ts';
import type { Address } from '../chain/address.ts';
import type { AskNode } from './token-metadata.ts';

/**
 * A program that is run without being deployed: it takes the addresses that stand behind it, 20 bytes each, and returns the
 * balance of each in 32.
 *
 *     out = 0x20; for (i = 0; code + i < codesize; i += 20) { codecopy(12, code + i, 20); mstore(out, balance(mload(0))); out += 32 }
 *     return (0x20, out - 0x20)
 */
const program =
  '0x600060205b81603101381115602957601482603101600c3960005131815260200190601401906004565b602090036020f3';

/** What is returned counts as code, of which there may be 24,576 bytes. */
const walletsACall = 500;

/** Balances of wallets after a block, to the wei. @throws Error where the node does not say them all */
export type Balances = ReadonlyMap<Address, bigint>;

/** How many calls it takes to read the balances of so many wallets after one block. */
export function callsForBalances(wallets: number): number {
  return Math.ceil(wallets / walletsACall);
}

/**
 * Balances of all wallets after each of some blocks.
 * @returns in the order of the blocks; null for those that the node does not know (any more)
 */
export async function readBalances(
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
): Promise<readonly (Balances | null)[]> {
  const lists = Array.from({ length: callsForBalances(wallets.length) }, (_, at) =>
    wallets.slice(at * walletsACall, (at + 1) * walletsACall),
  );
  const answers = await node.ask(blocks.flatMap((block) => lists.map((list) => callOf(list, block))));
  return blocks.map((_, at) => {
    const balances = new Map<Address, bigint>();
    for (const [i, list] of lists.entries()) {
      const read = balancesIn(answers[at * lists.length + i], list.length);
      if (read === null) return null;
      for (const [j, wallet] of list.entries()) balances.set(wallet, read[j] ?? 0n);
    }
    return balances;
  });
}

function callOf(wallets: readonly Address[], block: number) {
  const data = program + wallets.map((wallet) => wallet.slice(2)).join('');
  return { method: 'eth_call', params: [{ data }, `0x${block.toString(16)}`] };
}

const digitsPerWord = 64;

function balancesIn(answer: RpcAnswer | undefined, count: number): bigint[] | null {
  const { result } = answer ?? {};
  if (typeof result !== 'string' || result.length !== 2 + count * digitsPerWord) return null;
  if (!/^0x[0-9a-f]*$/i.test(result)) return null;
  return Array.from({ length: count }, (_, at) =>
    BigInt(`0x${result.slice(2 + at * digitsPerWord, 2 + (at + 1) * digitsPerWord)}`),
  );
}
