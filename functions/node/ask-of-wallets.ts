import { type Address, parseAddress } from '../chain/address.ts';
import type { BlockNumber } from '../chain/units.ts';
import { inBatches } from '../runtime/batches.ts';
import { type AskNode, contractCall, hexOf, type RpcAnswer } from './calls.ts';

/** A call without a receiver creates a contract: it may return 24,576 bytes, as its code. */
export const usualSize = { walletsACall: 1_000, bytes: 24 };

export function callsForWallets(wallets: number): number {
  return Math.ceil(wallets / usualSize.walletsACall);
}

/** A program's number for each wallet, block by block; null: unknown block. */
type Numbers = readonly (ReadonlyMap<Address, bigint> | null)[];

/** Runs an undeployed program over the addresses appended to it. */
export async function askOfWallets(
  program: string,
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
  { walletsACall, bytes } = usualSize,
): Promise<Numbers> {
  const lists = inBatches(wallets, walletsACall);
  const calls = lists.map((list) => program + list.map((wallet) => wallet.slice(2)).join(''));
  const answers = await node.ask(
    blocks.flatMap((block) =>
      calls.map((data) => ({ method: 'eth_call', params: [{ data }, hexOf(block)] })),
    ),
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

/** A call about one wallet, in place of a program. */
export interface SingleCall {
  readonly method: 'eth_getBalance' | 'eth_getCode';
  /** The program's number; null if this is no such answer. @param digits hexadecimal */
  readonly numberOf: (digits: string) => bigint | null;
}

/** Maximum calls in place of a program: the rest of the scan's calls are for other questions. */
const maxSingle = 40;

/** For a program that one call about each wallet can replace: some chains and hosts run no undeployed program. */
export async function askOrAskSingly(
  program: string,
  { method, numberOf }: SingleCall,
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
): Promise<Numbers> {
  const numbers = await askOfWallets(program, wallets, blocks, node);
  if (numbers.some((one) => one !== null) || wallets.length * blocks.length > maxSingle) return numbers;
  const answers = await node.ask(
    blocks.flatMap((block) => wallets.map((wallet) => ({ method, params: [wallet, hexOf(block)] }))),
  );
  return blocks.map((_, at) => {
    const words = new Map<Address, bigint>();
    for (const [i, wallet] of wallets.entries()) {
      const digits = digitsIn(answers[at * wallets.length + i]);
      const number = digits === null ? null : numberOf(digits);
      if (number === null) return null;
      words.set(wallet, number);
    }
    return words;
  });
}

/** An address as a word of call data, 64 hex digits. */
export function padded(address: string): string {
  return address.slice(2).padStart(64, '0');
}

/** The words of an answer, 32 bytes each; null if there are not exactly `count`. */
export function wordsIn(answer: RpcAnswer | undefined, count: number): bigint[] | null {
  return numbersIn(answer, count, 64);
}

/** @param digits hexadecimal digits of each number */
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

/** In the order of the blocks; null: the node does not know the block (any more). */
export function readBalances(
  wallets: readonly Address[],
  blocks: readonly number[],
  node: AskNode,
): Promise<readonly (Balances | null)[]> {
  return askTwice(blocks, (some) => askOrAskSingly(balanceProgram, singleBalance, wallets, some, node));
}

/**
 * Asks once more for what a busy host left unanswered. One refusal must not pass for a state that the node has forgotten: what moved up
 * to there would never be read.
 */
export async function askTwice<Question, Answer>(
  questions: readonly Question[],
  ask: (some: readonly Question[]) => Promise<readonly (Answer | null)[]>,
): Promise<readonly (Answer | null)[]> {
  const read = await ask(questions);
  const unread = questions.filter((_, at) => read[at] === null);
  if (unread.length === 0 || unread.length === questions.length) return read;
  const again = [...(await ask(unread))];
  return read.map((one) => one ?? again.shift() ?? null);
}

/** First four bytes of the hash of `balanceOf(address)`. */
const balanceOf = '0x70a08231';

export interface Holding {
  readonly wallet: Address;
  readonly token: Address;
}

/** In base units, a call each, in order; null if the contract reverts or answers anything but a number. */
export async function readTokenBalances(
  holdings: readonly Holding[],
  block: BlockNumber,
  node: AskNode,
): Promise<readonly (bigint | null)[]> {
  const answers = await node.ask(
    holdings.map(({ wallet, token }) => contractCall(token, balanceOf + padded(wallet), block)),
  );
  return holdings.map((_, at) => wordsIn(answers[at], 1)?.[0] ?? null);
}
