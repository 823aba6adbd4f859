import * as z from 'zod';
import { codeProgram } from '../../../functions/node/control/account-codes.ts';
import { printProgram } from '../../../functions/node/control/safes.ts';
import { balanceProgram, usualSize } from '../../../functions/node/wallet-programs.ts';

const rpcCall = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.array(z.any()),
});
export type RpcCall = z.infer<typeof rpcCall>;

/** A node's answer to one call. */
export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export interface LogFilter {
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly address?: readonly string[];
  readonly topics: readonly (string | readonly string[] | null)[];
}

/** The calls of a request, which may be a batch. */
export function readCalls(body: string): { readonly calls: readonly RpcCall[]; readonly isBatch: boolean } {
  const asked: unknown = JSON.parse(body);
  return { calls: z.array(rpcCall).parse([asked].flat()), isBatch: Array.isArray(asked) };
}

export function failed(message: string): RpcAnswer {
  return { error: { code: -32000, message } };
}

/** The accounts' balances and code on a test's chain, after a block. */
export interface Accounts {
  readonly balanceOf: (wallet: string) => bigint;
  /** The contract whose code the account runs; null if none. */
  readonly delegateOf: (wallet: string) => string | null;
  /** If absent, no account has code of its own. */
  readonly isContract?: (wallet: string) => boolean;
  /** Zero for a contract that is no Safe; absent if there are no Safes. */
  readonly printOf?: (wallet: string) => bigint;
}

/** Accounts without coin and without code. */
export const emptyAccounts: Accounts = { balanceOf: () => 0n, delegateOf: () => null };

/** The result of a program that is called for the wallets appended to it; null if it is another program. */
export function answerProgram(
  data: string,
  { balanceOf, delegateOf, isContract = () => false, printOf = () => 0n }: Accounts,
): string | null {
  const program = [codeProgram, balanceProgram, printProgram].find((one) => data.startsWith(one));
  if (program === undefined) return null;
  const codeOf = (wallet: string) =>
    isContract(wallet) ? '60'.padEnd(46, '5') : (delegateOf(wallet)?.replace('0x', 'ef0100') ?? '');
  const answers = (data.slice(program.length).match(/.{40}/g) ?? []).map((digits) => {
    const wallet = `0x${digits}`;
    if (program === printProgram) return printOf(wallet).toString(16).padStart(64, '0');
    const number = program === balanceProgram ? balanceOf(wallet).toString(16) : codeOf(wallet);
    return number.padStart(2 * usualSize.bytes, '0');
  });
  return `0x${answers.join('')}`;
}

/** Whether a log matches the topics of an eth_getLogs call. */
export function matches(
  topics: readonly string[],
  asked: readonly (string | readonly string[] | null)[],
): boolean {
  return asked.every((one, at) => one === null || [one].flat().includes(topics[at] ?? ''));
}

export function hexOf(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
