import type { BlockNumber } from '../../chain/units.ts';
import { addressOf, wordsIn } from '../ask-of-wallets.ts';
import { type AskNode, blockCall, NodeUnusable, type RpcAnswer } from '../calls.ts';
import { type AskedApproval, callsFor, type ReadAllowance, readAllowance } from './allowance-calls.ts';
import type { SaidApproval } from './approval-events.ts';

export interface Allowance extends ReadAllowance {
  readonly unlimited: boolean;
}

/** Maximum approvals of a scan that the node is asked about. */
export const maxAsked = 30;

/**
 * Reads the allowances of the first thirty approvals at the newest block. An allowance is null if the state does not confirm the
 * approval. `isBehind` is true if the node that answered has not seen the block `to` yet. @param to the block up to which logs were read
 */
export async function confirmApprovals(approvals: readonly AskedApproval[], to: BlockNumber, node: AskNode) {
  if (approvals.length === 0) return { allowances: [], isBehind: false };
  const calls = approvals.slice(0, maxAsked).map(callsFor);
  // The block `to` too, because the host may answer from another node than it did for the logs.
  const asked = [...calls.flat().filter((call) => call !== null), blockCall(to)];
  const answers = await node.ask(asked).catch((fault: unknown): RpcAnswer[] => {
    if (!(fault instanceof NodeUnusable)) throw fault;
    return asked.map(() => ({ error: fault.message }));
  });
  const byCall = new Map(asked.map((call, at) => [call, answers[at]]));
  const allowances = approvals.map((one, at) => {
    const answered = (calls[at] ?? []).map((call) => (call === null ? undefined : byCall.get(call)));
    return confirmed(one, answered);
  });
  return { allowances, isBehind: answers.at(-1)?.result == null };
}

function confirmed(
  one: AskedApproval,
  [now, second, prior]: readonly (RpcAnswer | undefined)[],
): Allowance | null {
  // A known token's event was true in its block: it is reported even if the node fails, or was not asked.
  if (now === undefined || now.error !== undefined)
    return one.isKnown && !one.isDropped ? limited(one, one, null) : null;
  const state = readAllowance(one, now);
  const read = one.isDropped ? ofOwnPiece(state, one, second) : asSaid(state, one);
  if (read === null) return null;
  if (one.movedAlong && isSpending(read, readAllowance(one, prior))) return null;
  return limited(read, one, wordsIn(second, 1)?.[0] ?? null);
}

/** Null: the state differs from the event. */
function asSaid(read: ReadAllowance | null, { isGranted, spender }: AskedApproval): ReadAllowance | null {
  return read?.isGranted === isGranted && read.spender === spender ? read : null;
}

/** If a piece has another owner by now, its approval is no longer the wallet's. */
function ofOwnPiece(
  read: ReadAllowance | null,
  { of, owner }: AskedApproval,
  answer: RpcAnswer | undefined,
): ReadAllowance | null {
  if (of !== 'erc721') return read;
  const [holder] = wordsIn(answer, 1) ?? [];
  if (read === null || holder === undefined) return null;
  return addressOf(holder) === owner ? read : { ...read, isGranted: false, spender: null };
}

/** Spending leaves less than before. If the earlier allowance is unknown, only an allowance of zero counts as spent. */
function isSpending({ value }: ReadAllowance, prior: ReadAllowance | null): boolean {
  return value === 0n || (value !== null && prior?.value != null && value < prior.value);
}

const most = { erc20: 2n ** 256n - 1n, permit2: 2n ** 160n - 1n };

function limited(
  { isGranted, value, spender, expires }: ReadAllowance,
  { of }: SaidApproval,
  supply: bigint | null,
): Allowance {
  const read = { isGranted, value, spender, expires };
  if (of === 'all' || of === 'erc721') return { ...read, unlimited: of === 'all' && isGranted };
  const isAll = value === most[of] || (value !== null && supply !== null && value > supply);
  return { ...read, unlimited: isAll };
}
