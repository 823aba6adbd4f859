import { approvalTopics } from '../../functions/node/approvals/approval-events.ts';
import { codeProgram, designator } from '../../functions/node/control/account-codes.ts';
import { balanceProgram, usualSize } from '../../functions/node/wallet-programs.ts';

export interface NodeOnly {
  readonly logs: readonly NodeLog[];
  readonly delegations: readonly Delegation[];
  readonly names: ReadonlyMap<string, { readonly name: string; readonly symbol: string }>;
}

export interface NodeLog {
  readonly block: number;
  readonly address: string;
  readonly topics: readonly string[];
  /** Words of 64 hex digits. */
  readonly data: string;
  readonly transactionHash: string;
  readonly sender: string;
}

/** EIP-7702. */
interface Delegation {
  readonly block: number;
  readonly wallet: string;
  readonly delegate: string;
}

const [approvalTopic] = approvalTopics;
const selectors = { allowance: '0xdd62ed3e', name: '0x06fdde03', symbol: '0x95d89b41' };
const reverted = { error: { code: 3, message: 'execution reverted' } };

/** Answers an eth_call after a block. Balances never change: movements of the chain's coin are in logs (EIP-7708). */
export function answerEthCall(
  { to, data }: { to?: string | undefined; data: string },
  block: number,
  only: NodeOnly,
) {
  const answer =
    to === undefined ? numbersOfWallets(data, block, only) : answerOfContract(to, data, block, only);
  return answer === null ? reverted : { result: `0x${answer}` };
}

function answerOfContract(to: string, data: string, block: number, only: NodeOnly): string | null {
  const { name, symbol } = only.names.get(to) ?? {};
  if (data.startsWith(selectors.allowance)) return allowanceOf(to, data, block, only);
  const text = data === selectors.name ? name : data === selectors.symbol ? symbol : undefined;
  return text === undefined ? null : Buffer.from(text).toString('hex').padEnd(64, '0');
}

/** One word for each address that follows a program sent as call data. Null: another program. */
function numbersOfWallets(data: string, block: number, { delegations }: NodeOnly): string | null {
  const program = [codeProgram, balanceProgram].find((one) => data.startsWith(one));
  if (program === undefined) return null;
  const numberOf = (wallet: string) => {
    const of = delegations.findLast((one) => one.wallet === `0x${wallet}` && one.block <= block);
    return program === codeProgram && of !== undefined ? (designator << 160n) | BigInt(of.delegate) : 0n;
  };
  const wallets = data.slice(program.length).match(/.{40}/g) ?? [];
  return wallets
    .map((wallet) =>
      numberOf(wallet)
        .toString(16)
        .padStart(2 * usualSize.bytes, '0'),
    )
    .join('');
}

function allowanceOf(to: string, data: string, block: number, { logs }: NodeOnly): string {
  const sides = data.slice(selectors.allowance.length).match(/.{64}/g) ?? [];
  const key = [approvalTopic, ...sides.map((word) => `0x${word}`)].join();
  const last = logs.findLast((one) => one.address === to && one.block <= block && one.topics.join() === key);
  return last?.data ?? '0'.repeat(64);
}
