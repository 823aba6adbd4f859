import type { BlockNumber } from '../../chain/units.ts';
import {
  type AskNode,
  blockCall,
  contractCall,
  NodeUnusable,
  type RpcAnswer,
  type RpcCall,
} from '../calls.ts';
import { isAnswered, isFinal } from '../token-metadata.ts';
import { addressOf, padded, wordsIn } from '../wallet-programs.ts';
import type { LastApproval, LoggedApproval } from './approval-events.ts';

export interface AskedApproval extends LastApproval {
  readonly key: string;
  /** The token is surely real: no stranger can make up its events. */
  readonly isKnown: boolean;
  /** A re-org dropped its log: the allowance is whatever the state says. */
  readonly isDropped: boolean;
}

type ReadAllowance = Pick<LoggedApproval, 'isGranted' | 'value' | 'spender' | 'expires'>;

export interface Allowance extends ReadAllowance {
  readonly unlimited: boolean;
}

const maxAllowance = { erc20: 2n ** 256n - 1n, permit2: 2n ** 160n - 1n };

/** Maximum approvals of a scan that the node is asked about. */
export const maxAsked = 30;

/**
 * Reads the allowances of the first thirty approvals at the newest block; null: the state does not confirm the approval. `isBehind`:
 * the node that answered has not seen `to`, the last block of the logs, or failed at an allowance.
 */
export async function confirmApprovals(approvals: readonly AskedApproval[], to: BlockNumber, node: AskNode) {
  if (approvals.length === 0) return { allowances: [], isBehind: false };
  const calls = approvals.slice(0, maxAsked).map(callsFor);
  // Also asks for the block `to`: the host may answer from another node than it did for the logs.
  const asked = [...calls.flat().filter((call) => call !== null), blockCall(to)];
  const answers = await node.ask(asked).catch((fault: unknown): RpcAnswer[] => {
    if (!(fault instanceof NodeUnusable)) throw fault;
    return asked.map(() => ({ error: fault.message }));
  });
  const byCall = new Map(asked.map((call, at) => [call, answers[at]]));
  const allowances = approvals.map((one, at) => {
    const answered = (calls[at] ?? []).map((call) => (call === null ? undefined : byCall.get(call)));
    return confirmedAllowance(one, answered);
  });
  const isUnread = ([now]: ReturnType<typeof callsFor>) => {
    const answer = byCall.get(now);
    return answer !== undefined && !isAnswered(answer);
  };
  return { allowances, isBehind: answers.at(-1)?.result == null || calls.some(isUnread) };
}

/** Calls for the allowance, the token's supply or the piece's owner, and the allowance before the event. Null: not needed. */
function callsFor(approval: AskedApproval): readonly [RpcCall, RpcCall | null, RpcCall | null] {
  const { of, token, tokenId, movedAlong, isGranted, isDropped, priorBlock } = approval;
  const ofToken = (data: string) => contractCall(token, data, 'latest');
  const isCounted = of === 'erc20' || of === 'permit2';
  const supply = isCounted && (isGranted || isDropped) ? ofToken('0x18160ddd') : null;
  const owner = of === 'erc721' && isDropped ? ofToken(`0x6352211e${pieceWord(tokenId)}`) : null;
  const prior = movedAlong && isGranted ? allowanceCall(approval, Math.max(priorBlock, 0)) : null;
  return [allowanceCall(approval, 'latest'), supply ?? owner, prior];
}

function allowanceCall(approval: LoggedApproval, block: BlockNumber | 'latest'): RpcCall {
  const { of, owner, token, spender, tokenId, log } = approval;
  const [from, to] = [padded(owner), padded(spender ?? '0x')];
  const data = {
    erc20: `0xdd62ed3e${from}${to}`,
    all: `0xe985e9c5${from}${to}`,
    erc721: `0x081812fc${pieceWord(tokenId)}`,
    permit2: `0x927da105${from}${padded(token)}${to}`,
  };
  return contractCall(of === 'permit2' ? log.address : token, data[of], block);
}

function pieceWord(tokenId: string | null): string {
  return padded(`0x${BigInt(tokenId ?? 0).toString(16)}`);
}

function confirmedAllowance(
  one: AskedApproval,
  [now, second, prior]: readonly (RpcAnswer | undefined)[],
): Allowance | null {
  // A known token's event was true in its block, so it is reported without an answer, too. A revert is an answer.
  if (now === undefined || !isFinal(now))
    return one.isKnown && !one.isDropped ? withLimit(one, one, null) : null;
  const state = readAllowance(one, now);
  const read = one.isDropped ? ofOwnPiece(state, one, second) : ifAsLogged(state, one);
  if (read === null) return null;
  if (one.movedAlong && isSpending(read, readAllowance(one, prior))) return null;
  return withLimit(read, one, wordsIn(second, 1)?.[0] ?? null);
}

/** Null: it is unreadable. */
function readAllowance({ of, spender }: LoggedApproval, answer: RpcAnswer | undefined): ReadAllowance | null {
  const [value, end = 0n] = wordsIn(answer, of === 'permit2' ? 3 : 1) ?? [];
  const highest = { erc20: Infinity, permit2: Infinity, all: 1n, erc721: 2n ** 160n - 1n };
  if (value === undefined || value > highest[of]) return null;
  const isGranted = value > 0n;
  const isCounted = of === 'erc20' || of === 'permit2';
  return {
    isGranted,
    value: isCounted ? value : null,
    spender: of === 'erc721' ? addressOf(value) : spender,
    expires: of === 'permit2' && isGranted ? end : null,
  };
}

/** Null: the state differs from the event. */
function ifAsLogged(read: ReadAllowance | null, { isGranted, spender }: AskedApproval): ReadAllowance | null {
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

/** Spending leaves less than before. */
function isSpending({ value }: ReadAllowance, prior: ReadAllowance | null): boolean {
  return value !== null && prior?.value != null && value < prior.value;
}

function withLimit(
  { isGranted, value, spender, expires }: ReadAllowance,
  { of }: LoggedApproval,
  supply: bigint | null,
): Allowance {
  const read = { isGranted, value, spender, expires };
  if (of === 'all' || of === 'erc721') return { ...read, unlimited: of === 'all' && isGranted };
  const isAll = value === maxAllowance[of] || (value !== null && supply !== null && value > supply);
  return { ...read, unlimited: isAll };
}
