import { balanceProgram, usualSize } from '../../functions/node/ask-of-wallets.ts';
import { codeProgram } from '../../functions/node/control/account-codes.ts';
import { printProgram } from '../../functions/node/control/safes.ts';

/** What accounts have and run, as a test's chain has it after a block. */
export interface Accounts {
  readonly balanceOf: (wallet: string) => bigint;
  /** The contract whose code the account runs; null: none. */
  readonly delegateOf: (wallet: string) => string | null;
}

/** Accounts without coin and code. */
export const emptyAccounts: Accounts = { balanceOf: () => 0n, delegateOf: () => null };

/** What a program returns that is asked of the wallets behind it; null: it is another program. */
export function answerProgram(data: string, { balanceOf, delegateOf }: Accounts): string | null {
  const program = [codeProgram, balanceProgram, printProgram].find((one) => data.startsWith(one));
  if (program === undefined) return null;
  // No account is a Safe.
  if (program === printProgram) return `0x${'00'.repeat(32 * ((data.length - program.length) / 40))}`;
  const numbers = (data.slice(program.length).match(/.{40}/g) ?? []).map((digits) =>
    program === balanceProgram
      ? balanceOf(`0x${digits}`).toString(16)
      : (delegateOf(`0x${digits}`)?.replace('0x', 'ef0100') ?? ''),
  );
  return `0x${numbers.map((number) => number.padStart(2 * usualSize.bytes, '0')).join('')}`;
}

/** Whether a log's topics are those that a call of eth_getLogs asks for. */
export function matches(
  topics: readonly string[],
  asked: readonly (string | readonly string[] | null)[],
): boolean {
  return asked.every((one, at) => one === null || [one].flat().includes(topics[at] ?? ''));
}

export function hexOf(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
