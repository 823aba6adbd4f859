import { type Address, zeroAddress } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import type { BlockBody } from '../blocks.ts';
import type { AskNode } from '../calls.ts';
import type { EventLog } from '../event-log.ts';
import { addressOf, runOrAskSingly, type SingleCall } from '../wallet-programs.ts';

/**
 * The first 23 bytes of each account's code, a delegation's length. A zero byte comes first: no result may begin with 0xef.
 *
 *     out = 0x20; for (i = 0; code + i < codesize; i += 20) { codecopy(12, code + i, 20); extcodecopy(mload(0), out + 1, 0, 23); out += 24 }
 */
export const codeProgram =
  '0x600060205b81603701381115602f57601482603701600c3960176000826001016000513c60180190601401906004565b602090036020f3';

const codeDigits = 2 * 23;
const singleCode: SingleCall = {
  method: 'eth_getCode',
  numberOf: (digits) => BigInt(`0x${digits.slice(0, codeDigits).padEnd(codeDigits, '0')}`),
};

/** A delegated account's code is this prefix and the contract's address (EIP-7702). */
export const designator = 0xef0100n;

/** `delegate`: the contract whose code the account runs (EIP-7702); null: there is no delegation. */
export type AccountCode = Readonly<ReturnType<typeof codeIn>>;

/** Accounts' code after a block; null if the node does not know it. */
export async function readCodes(
  wallets: readonly Address[],
  block: BlockNumber,
  node: AskNode,
): Promise<ReadonlyMap<Address, AccountCode> | null> {
  const [words = null] = await runOrAskSingly(codeProgram, singleCode, wallets, [block], node);
  return words && new Map(Array.from(words, ([wallet, word]) => [wallet, codeIn(word)]));
}

function codeIn(word: bigint) {
  return { hasCode: word !== 0n, delegate: word >> 160n === designator ? addressOf(word) : null };
}

/** Maximum blocks searched for one authorization: other accounts' authorizations of the same contract match too. */
const maxSearched = 3;

/** The transaction that set or removed a delegate, proved by the code before and after. Undefined: none, or several. */
export async function findAuthorization(
  wallet: Address,
  delegate: Address | null,
  blocks: readonly BlockBody[],
  node: AskNode,
): Promise<Pick<EventLog, 'blockNumber' | 'transactionHash' | 'minedAt'> | undefined> {
  const authorizing = blocks.flatMap((block) => {
    const found = block.transactions.filter(({ delegates }) =>
      delegates.some((one) => one === (delegate ?? zeroAddress)),
    );
    return found.length === 0 ? [] : [{ ...block, transactions: found }];
  });
  for (const { number, minedAt, transactions } of authorizing.slice(-maxSearched).reverse()) {
    const codes = await runOrAskSingly(codeProgram, singleCode, [wallet], [number - 1, number], node);
    const [before, after] = codes.map((words) => words && codeIn(words.get(wallet) ?? 0n).delegate);
    if (after !== delegate || before === after) continue;
    const own = transactions.filter(({ from, to }) => from === wallet || to === wallet);
    const [only, ...others] = own.length > 0 ? own : transactions;
    if (only === undefined || others.length > 0) return undefined;
    return { blockNumber: number, transactionHash: only.hash, minedAt };
  }
  return undefined;
}
