import { type Address, parseAddress } from '../chain/address.ts';
import type { RpcAnswer } from './json-rpc.ts';
import type { AskNode } from './token-metadata.ts';

interface ProgramSize {
  readonly walletsACall: number;
  readonly bytes: number;
}

/** The returned bytes count as code, of which there may be 24,576 bytes. */
export const usualSize: ProgramSize = { walletsACall: 1_000, bytes: 24 };

export function callsForWallets(wallets: number): number {
  return Math.ceil(wallets / usualSize.walletsACall);
}

/** Runs a program, not deployed, over the addresses behind it. @returns numbers by wallet for each block; null: unknown block */
export async function askOfWallets(
  program: string,
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
  { walletsACall, bytes } = usualSize,
): Promise<readonly (ReadonlyMap<Address, bigint> | null)[]> {
  const lists = Array.from({ length: Math.ceil(wallets.length / walletsACall) }, (_, at) =>
    wallets.slice(at * walletsACall, (at + 1) * walletsACall),
  );
  const answers = await node.ask(
    blocks.flatMap((block) => lists.map((list) => callOf(program, list, block))),
  );
  return blocks.map((_, at) => {
    const words = new Map<Address, bigint>();
    for (const [i, list] of lists.entries()) {
      const read = numbersIn(answers[at * lists.length + i], list.length, 2 * bytes);
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

/** The words of an answer, 32 bytes each; null if there are not exactly `count`. */
export function wordsIn(answer: RpcAnswer | undefined, count: number): bigint[] | null {
  return numbersIn(answer, count, 64);
}

/** @param digits of each, hexadecimal */
function numbersIn(answer: RpcAnswer | undefined, count: number, digits: number): bigint[] | null {
  const { result } = answer ?? {};
  if (typeof result !== 'string' || result.length !== 2 + count * digits) return null;
  if (!/^0x[0-9a-f]*$/i.test(result)) return null;
  return Array.from({ length: count }, (_, at) =>
    BigInt(`0x${result.slice(2 + at * digits, 2 + (at + 1) * digits)}`),
  );
}

/** The address in the last twenty bytes of a word; null if they are zero. */
export function addressOf(word: bigint): Address | null {
  const digits = BigInt.asUintN(160, word);
  return digits === 0n ? null : parseAddress(`0x${digits.toString(16).padStart(40, '0')}`);
}
