import type { Address } from '../chain/address.ts';
import { permit2, type SaidApproval } from './approval-events.ts';
import { NodeUnusable, type RpcAnswer, type RpcCall } from './json-rpc.ts';
import { addressIn } from './token-events.ts';
import type { AskNode } from './token-metadata.ts';

export interface AskedApproval extends SaidApproval {
  /** No stranger can make up what its contract says. */
  readonly isKnown: boolean;
  /** The same transaction moved the token out of the wallet: older tokens write an approval for each spending. */
  readonly movedAlong: boolean;
  /** The block before the first event of this allowance in the scan. */
  readonly priorBlock: number;
}

export interface Allowance extends Pick<SaidApproval, 'isGranted' | 'value'> {
  readonly unlimited: boolean;
  /** Epoch seconds. */
  readonly expires: bigint | null;
}

/** A proxy's `allowance()` takes some 30,000; no honest contract needs more than this. */
const gas = '0x493e0';
/** Of each approval: the allowance, the total supply, and the allowance before the event. */
const callsOfEach = 3;

/** Reads allowances at the newest block, in order; null: the state does not confirm the approval. */
export async function confirmApprovals(
  approvals: readonly AskedApproval[],
  node: AskNode,
): Promise<readonly (Allowance | null)[]> {
  if (approvals.length === 0) return [];
  const calls = approvals.flatMap((one) => [allowanceCall(one, 'latest'), supplyCall(one), priorCall(one)]);
  const asked = calls.filter((call) => call !== null);
  const answers = await node.ask(asked).catch((fault: unknown): RpcAnswer[] => {
    if (!(fault instanceof NodeUnusable)) throw fault;
    return asked.map(() => ({ error: fault.message }));
  });
  const byCall = new Map(asked.map((call, at) => [call, answers[at]]));
  return approvals.map((one, at) => {
    const [now, supply, prior] = calls
      .slice(at * callsOfEach, (at + 1) * callsOfEach)
      .map((call) => (call === null ? undefined : byCall.get(call)));
    // A known token's event was true in its block: it is reported even if the node fails.
    if (now?.error !== undefined) return one.isKnown ? limited(one, one, null) : null;
    const read = readAllowance(one, now?.result);
    if (read === null || read.isGranted !== one.isGranted) return null;
    if (one.movedAlong && isSpending(read, readAllowance(one, prior?.result))) return null;
    return limited(read, one, numberIn(supply?.result));
  });
}

type Read = Omit<Allowance, 'unlimited'>;

/** Spending leaves less than before. If the earlier allowance is unknown, only an allowance of zero counts as spent. */
function isSpending({ value }: Read, prior: Read | null): boolean {
  return value === 0n || (value !== null && prior?.value != null && value < prior.value);
}

const most = { erc20: 2n ** 256n - 1n, permit2: 2n ** 160n - 1n };

function limited(
  { isGranted, value, expires }: Read,
  { of }: SaidApproval,
  supply: bigint | null,
): Allowance {
  if (of === 'all' || of === 'erc721')
    return { isGranted, value, expires, unlimited: of === 'all' && isGranted };
  const isAll = value === most[of] || (value !== null && supply !== null && value > supply);
  return { isGranted, value, expires, unlimited: isAll };
}

function allowanceCall(approval: SaidApproval, block: string): RpcCall {
  const { of, owner, token, spender, tokenId } = approval;
  const [sides, piece] = [
    word(owner) + word(spender ?? '0x'),
    BigInt(tokenId ?? 0)
      .toString(16)
      .padStart(64, '0'),
  ];
  switch (of) {
    case 'erc20':
      return callTo(token, `0xdd62ed3e${sides}`, block);
    case 'all':
      return callTo(token, `0xe985e9c5${sides}`, block);
    case 'erc721':
      return callTo(token, `0x081812fc${piece}`, block);
    case 'permit2':
      return callTo(permit2, `0x927da105${word(owner)}${word(token)}${word(spender ?? '0x')}`, block);
  }
}

function supplyCall({ of, token, isGranted }: SaidApproval): RpcCall | null {
  return isGranted && (of === 'erc20' || of === 'permit2') ? callTo(token, '0x18160ddd', 'latest') : null;
}

function priorCall(approval: AskedApproval): RpcCall | null {
  const { movedAlong, isGranted, priorBlock } = approval;
  return movedAlong && isGranted
    ? allowanceCall(approval, `0x${Math.max(priorBlock, 0).toString(16)}`)
    : null;
}

function callTo(to: Address, data: string, block: string): RpcCall {
  return { method: 'eth_call', params: [{ to, data, gas }, block] };
}

function word(address: string): string {
  return address.slice(2).padStart(64, '0');
}

function readAllowance({ of, spender, log }: SaidApproval, result: unknown): Read | null {
  const words = wordsIn(result);
  const [first] = words ?? [];
  if (first === undefined || words?.length !== (of === 'permit2' ? 3 : 1)) return null;
  const value = BigInt(`0x${first}`);
  switch (of) {
    case 'erc20':
      return { isGranted: value > 0n, value, expires: null };
    case 'all':
      return value > 1n ? null : { isGranted: value === 1n, value: null, expires: null };
    case 'erc721': {
      const approved = addressIn(`0x${first}`);
      const isOther = value !== 0n && approved !== spender;
      return approved === null || isOther ? null : { isGranted: value !== 0n, value: null, expires: null };
    }
    case 'permit2': {
      const expires = BigInt(`0x${words[1]}`);
      // In Permit2 an allowance that ends in its own block is only for that transaction.
      const isOver = log.minedAt !== null && expires <= BigInt(log.minedAt);
      return { isGranted: value > 0n && !isOver, value, expires: value > 0n ? expires : null };
    }
  }
}

function wordsIn(result: unknown): readonly string[] | null {
  if (typeof result !== 'string' || !/^0x(?:[0-9a-f]{64}){1,3}$/i.test(result)) return null;
  return result.slice(2).match(/.{64}/g);
}

function numberIn(result: unknown): bigint | null {
  const words = wordsIn(result);
  return words?.length === 1 ? BigInt(`0x${words[0]}`) : null;
}
