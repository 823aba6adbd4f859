import type { BlockNumber } from '../../chain/units.ts';
import { addressOf, padded, wordsIn } from '../ask-of-wallets.ts';
import { type AskNode, contractCall, NodeUnusable, type RpcAnswer, type RpcCall } from '../calls.ts';
import { permit2, type SaidApproval } from './approval-events.ts';

export interface AskedApproval extends SaidApproval {
  /** No stranger can make up what its contract says. */
  readonly isKnown: boolean;
  /** The same transaction moved the token out of the wallet: older tokens write an approval for each spending. */
  readonly movedAlong: boolean;
  /** It was reported, and a re-org may have dropped it: only another state is news. */
  readonly isUndone?: true;
  /** The block before the first event of this allowance in the scan. */
  readonly priorBlock: BlockNumber;
}

export interface Allowance extends Pick<SaidApproval, 'isGranted' | 'value'> {
  readonly unlimited: boolean;
  readonly expires: bigint | null;
}

/** Of each approval: the allowance, the total supply, and the allowance before the event. */
const callsOfEach = 3;
/** Maximum approvals of a scan that the node is asked about. */
export const maxAsked = 30;

/** Reads the allowances of the first thirty approvals, at the newest block. Null in an approval's place: the state does not confirm it. */
export async function confirmApprovals(
  approvals: readonly AskedApproval[],
  node: AskNode,
): Promise<readonly (Allowance | null)[]> {
  const calls = approvals
    .slice(0, maxAsked)
    .flatMap((one) => [allowanceCall(one, 'latest'), supplyCall(one), priorCall(one)]);
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
    // A known token's event was true in its block: it is reported even if the node fails, or was not asked.
    if (now === undefined || now.error !== undefined)
      return one.isKnown && !one.isUndone ? limited(one, one, null) : null;
    const read = readAllowance(one, now);
    if (read === null || isAsSaid(read, one) === (one.isUndone === true)) return null;
    if (one.movedAlong && isSpending(read, readAllowance(one, prior))) return null;
    return limited(read, one, wordsIn(supply, 1)?.[0] ?? null);
  });
}

type Read = Omit<Allowance, 'unlimited'>;

function isAsSaid(read: Read, { isGranted, value, isUndone }: AskedApproval): boolean {
  return read.isGranted === isGranted && (!isUndone || read.value === value);
}

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

function allowanceCall(approval: SaidApproval, block: BlockNumber | 'latest'): RpcCall {
  const { of, owner, token, spender, tokenId } = approval;
  const [from, to] = [padded(owner), padded(spender ?? '0x')];
  switch (of) {
    case 'erc20':
      return contractCall(token, `0xdd62ed3e${from}${to}`, block);
    case 'all':
      return contractCall(token, `0xe985e9c5${from}${to}`, block);
    case 'erc721':
      return contractCall(token, `0x081812fc${padded(`0x${BigInt(tokenId ?? 0).toString(16)}`)}`, block);
    case 'permit2':
      return contractCall(permit2, `0x927da105${from}${padded(token)}${to}`, block);
  }
}

function supplyCall({ of, token, isGranted }: SaidApproval): RpcCall | null {
  return isGranted && (of === 'erc20' || of === 'permit2')
    ? contractCall(token, '0x18160ddd', 'latest')
    : null;
}

function priorCall(approval: AskedApproval): RpcCall | null {
  const { movedAlong, isGranted, priorBlock } = approval;
  return movedAlong && isGranted ? allowanceCall(approval, Math.max(priorBlock, 0)) : null;
}

function readAllowance({ of, spender }: SaidApproval, answer: RpcAnswer | undefined): Read | null {
  const [value, expires = 0n] = wordsIn(answer, of === 'permit2' ? 3 : 1) ?? [];
  if (value === undefined) return null;
  switch (of) {
    case 'erc20':
      return { isGranted: value > 0n, value, expires: null };
    case 'all':
      return value > 1n ? null : { isGranted: value === 1n, value: null, expires: null };
    case 'erc721': {
      const isOther = value !== 0n && (value >> 160n !== 0n || addressOf(value) !== spender);
      return isOther ? null : { isGranted: value !== 0n, value: null, expires: null };
    }
    case 'permit2':
      return { isGranted: value > 0n, value, expires: value > 0n ? expires : null };
  }
}
