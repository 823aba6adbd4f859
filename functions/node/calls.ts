import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { BlockNumber } from '../chain/units.ts';

/** `message` is a sentence without any part of the node's address. */
export class NodeUnusable extends Error {
  override readonly name = 'NodeUnusable';
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type RpcAnswer =
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: string; readonly result?: undefined };

/** The error of an answer beyond the maximum size. */
export const tooLarge = 'response too large';

/** The error of a call to a contract whose answer came in one reply with too large ones. */
export const hiddenByOthers = 'no answer: those of other contracts are too large';

/** @throws NodeUnusable if the answer is an error */
export function resultOf(answer: RpcAnswer): unknown {
  if (answer.error !== undefined) throw new NodeUnusable(`The node refuses: ${answer.error}`);
  return answer.result;
}

export interface AskNode {
  /** Answers in order, in one batch if the host takes batches. @throws NodeUnusable also if no call or time is left */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>;
}

/**
 * Asks a second time for missing answers (null), or for all if the node fails: a busy host's refusal must not pass for state that the
 * node has forgotten. @throws NodeUnusable if the node fails the second time
 */
export async function askTwice<Question, Answer>(
  questions: readonly Question[],
  ask: (some: readonly Question[]) => Promise<readonly (Answer | null)[]>,
): Promise<readonly (Answer | null)[]> {
  const first = await ask(questions).catch((fault: unknown) => {
    if (!(fault instanceof NodeUnusable)) throw fault;
    return questions.map(() => null);
  });
  const unread = questions.filter((_, at) => first[at] === null);
  const again = unread.length === 0 ? [] : [...(await ask(unread))];
  return first.map((one) => (one === null ? (again.shift() ?? null) : one));
}

type BlockName = BlockNumber | 'latest';

export function hexOf(block: BlockName): string {
  return block === 'latest' ? block : `0x${block.toString(16)}`;
}

export function blockCall(block: BlockName, isWhole = false): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [hexOf(block), isWhole] };
}

/** A proxy's `allowance()` takes some 30,000; no honest contract needs more than this. */
const enoughGas = '0x493e0';

export function contractCall(to: Address, data: string, block: BlockName, gas = enoughGas): RpcCall {
  return { method: 'eth_call', params: [{ to, data, gas }, hexOf(block)] };
}

export const chainIdCall: RpcCall = { method: 'eth_chainId', params: [] };

export class ForeignChain extends NodeUnusable {}

/** @throws ForeignChain if the node answers for another chain, NodeUnusable if it does not say */
export function checkChain(result: unknown, { id }: Pick<Chain, 'id'>): void {
  if (typeof result !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(result))
    throw new NodeUnusable('The node does not say which chain it is of.');
  const answered = `0x${BigInt(result).toString(16)}`;
  if (answered !== id) throw new ForeignChain(`The node answers for chain ${answered}, not for ${id}.`);
}
