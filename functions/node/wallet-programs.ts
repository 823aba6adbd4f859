import { type Address, parseAddress } from '../chain/address.ts';
import type { BlockNumber } from '../chain/units.ts';
import { inBatches } from '../runtime/batches.ts';
import { type AskNode, askTwice, contractCall, hexOf, type RpcAnswer, type RpcCall } from './calls.ts';

/** A call without a receiver returns a contract's code, which has at most 24,576 bytes. */
export const usualSize = { walletsACall: 1_000, bytes: 24 };

export function callsForWallets(wallets: number): number {
  return Math.ceil(wallets / usualSize.walletsACall);
}

/** A number for each wallet, by block; null: the node does not know the block. */
type Numbers = readonly (ReadonlyMap<Address, bigint> | null)[];

/** @param numbersOf the numbers in an answer, by wallet; null: it is no such answer */
async function readNumbers(
  lists: readonly (readonly Address[])[],
  blocks: readonly number[],
  callFor: (list: readonly Address[], block: string) => RpcCall,
  numbersOf: (answer: RpcAnswer | undefined, list: readonly Address[]) => readonly bigint[] | null,
  node: AskNode,
): Promise<Numbers> {
  const questions = blocks.flatMap((block) => lists.map((list) => ({ block, list })));
  const read = await askTwice(questions, async (some) => {
    const answers = await node.ask(some.map(({ list, block }) => callFor(list, hexOf(block))));
    return some.map(({ list }, at) => numbersOf(answers[at], list));
  });
  const wallets = lists.flat();
  return blocks.map((_, at) => {
    const parts = read.slice(at * lists.length, (at + 1) * lists.length);
    if (!parts.every((part) => part !== null)) return null;
    const numbers = parts.flat();
    return new Map(wallets.map((wallet, i) => [wallet, numbers[i] ?? 0n]));
  });
}

/** Runs an undeployed program over the addresses appended to it. */
export function runForWallets(
  program: string,
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
  { walletsACall, bytes } = usualSize,
): Promise<Numbers> {
  return readNumbers(
    inBatches(wallets, walletsACall),
    blocks,
    (list, block) => {
      const data = program + list.map((wallet) => wallet.slice(2)).join('');
      return { method: 'eth_call', params: [{ data }, block] };
    },
    (answer, { length }) => numbersIn(answer, length, 2 * bytes),
    node,
  );
}

/** A call about one wallet, in place of a program. */
export interface SingleCall {
  readonly method: 'eth_getBalance' | 'eth_getCode';
  /** The program's number; null: it is none. @param digits hexadecimal */
  readonly numberOf: (digits: string) => bigint | null;
}

/** Maximum calls in place of a program. */
const maxSingle = 40;

/** Asks singly if the host refuses to run code that is not deployed. */
export async function runOrAskSingly(
  program: string,
  { method, numberOf }: SingleCall,
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
): Promise<Numbers> {
  const numbers = await runForWallets(program, wallets, blocks, node);
  if (numbers.some((one) => one !== null) || wallets.length * blocks.length > maxSingle) return numbers;
  return readNumbers(
    wallets.map((wallet) => [wallet]),
    blocks,
    ([wallet], block) => ({ method, params: [wallet, block] }),
    (answer) => {
      const digits = digitsIn(answer);
      const number = digits === null ? null : numberOf(digits);
      return number === null ? null : [number];
    },
    node,
  );
}

/** An address as a word of call data, 64 hex digits. */
export function padded(address: string): string {
  return address.slice(2).padStart(64, '0');
}

/** The words of an answer, 32 bytes each; null if there are not exactly `count`. */
export function wordsIn(answer: RpcAnswer | undefined, count: number): bigint[] | null {
  return numbersIn(answer, count, 64);
}

function numbersIn(answer: RpcAnswer | undefined, count: number, digits: number): bigint[] | null {
  const all = digitsIn(answer);
  if (all?.length !== count * digits) return null;
  return Array.from({ length: count }, (_, at) => BigInt(`0x${all.slice(at * digits, (at + 1) * digits)}`));
}

/** The digits of a hexadecimal answer; null: the answer is not hexadecimal. */
export function digitsIn(answer: RpcAnswer | undefined): string | null {
  const { result } = answer ?? {};
  return typeof result === 'string' && /^0x[0-9a-f]*$/i.test(result) ? result.slice(2) : null;
}

/** The address in the last twenty bytes of a word; null if they are zero. */
export function addressOf(word: bigint): Address | null {
  const digits = BigInt.asUintN(160, word);
  return digits === 0n ? null : parseAddress(`0x${digits.toString(16).padStart(40, '0')}`);
}

/** out = 0x20; for (i = 0; code + i < codesize; i += 20) { codecopy(12, code + i, 20); mstore(out, balance(mload(0)) << 64); out += 24 } */
export const balanceProgram =
  '0x600060205b81603401381115602c57601482603401600c396000513160401b815260180190601401906004565b602090036020f3';

const singleBalance: SingleCall = {
  method: 'eth_getBalance',
  numberOf: (digits) => (digits === '' || digits.length > 64 ? null : BigInt(`0x${digits}`)),
};

/** In wei, after a block. */
export type Balances = ReadonlyMap<Address, bigint>;

/** In the order of the blocks; null: the node does not know the block's state. */
export function readBalances(
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
): Promise<readonly (Balances | null)[]> {
  return runOrAskSingly(balanceProgram, singleBalance, wallets, blocks, node);
}

const balanceOf = '0x70a08231'; // balanceOf(address)

export interface Holding {
  readonly wallet: Address;
  readonly token: Address;
}

/** In base units, in order, a call each; null: the contract does not answer with a number; undefined: there is no contract. */
export async function readTokenBalances(
  holdings: readonly Holding[],
  block: BlockNumber,
  node: AskNode,
): Promise<readonly (bigint | null | undefined)[]> {
  const answers = await node.ask(
    holdings.map(({ wallet, token }) => contractCall(token, balanceOf + padded(wallet), block)),
  );
  return holdings.map((_, at) => {
    const answer = answers[at];
    return answer?.result === '0x' ? undefined : (wordsIn(answer, 1)?.[0] ?? null);
  });
}
