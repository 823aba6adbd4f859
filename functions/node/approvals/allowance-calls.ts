import type { BlockNumber } from '../../chain/units.ts';
import { addressOf, padded, wordsIn } from '../ask-of-wallets.ts';
import { contractCall, type RpcAnswer, type RpcCall } from '../calls.ts';
import { permit2, type SaidApproval } from './approval-events.ts';
import type { LastApproval } from './last-approvals.ts';

export interface AskedApproval extends LastApproval {
  /** Key of the event that reports the approval. */
  readonly key: string;
  /** The token is surely real: no stranger can make up its events. */
  readonly isKnown: boolean;
  /** A re-org dropped its log: the allowance is whatever the state says. */
  readonly isDropped: boolean;
}

/** An allowance as the state has it. */
export interface ReadAllowance extends Pick<SaidApproval, 'isGranted' | 'value' | 'spender'> {
  /** Epoch seconds, of Permit2; null: it does not end. */
  readonly expires: bigint | null;
}

/** Calls for the allowance, the token's supply or the piece's owner, and the allowance before the event. Null: not needed. */
export function callsFor(approval: AskedApproval): readonly [RpcCall, RpcCall | null, RpcCall | null] {
  const { movedAlong, isGranted, priorBlock } = approval;
  const isPrior = movedAlong && isGranted;
  return [
    allowanceCall(approval, 'latest'),
    supplyCall(approval),
    isPrior ? allowanceCall(approval, Math.max(priorBlock, 0)) : null,
  ];
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
      return contractCall(token, `0x081812fc${pieceWord(tokenId)}`, block);
    case 'permit2':
      return contractCall(permit2, `0x927da105${from}${padded(token)}${to}`, block);
  }
}

function supplyCall({ of, token, tokenId, isGranted, isDropped }: AskedApproval): RpcCall | null {
  if (of === 'erc721')
    return isDropped ? contractCall(token, `0x6352211e${pieceWord(tokenId)}`, 'latest') : null;
  return of !== 'all' && (isGranted || isDropped) ? contractCall(token, '0x18160ddd', 'latest') : null;
}

function pieceWord(tokenId: string | null): string {
  return padded(`0x${BigInt(tokenId ?? 0).toString(16)}`);
}

/** Null: it is unreadable. */
export function readAllowance(
  { of, spender }: SaidApproval,
  answer: RpcAnswer | undefined,
): ReadAllowance | null {
  const [value, expires = 0n] = wordsIn(answer, of === 'permit2' ? 3 : 1) ?? [];
  if (value === undefined) return null;
  const isGranted = value > 0n;
  switch (of) {
    case 'erc20':
      return { isGranted, value, spender, expires: null };
    case 'all':
      return value > 1n ? null : { isGranted, value: null, spender, expires: null };
    case 'erc721':
      return value >> 160n > 0n ? null : { isGranted, value: null, spender: addressOf(value), expires: null };
    case 'permit2':
      return { isGranted, value, spender, expires: isGranted ? expires : null };
  }
}
