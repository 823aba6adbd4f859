import { explorerUrl } from '../../chain/chains.ts';
import type { BlockNumber } from '../../chain/units.ts';
import type { ApprovalEvent, BalanceEvent, ControlEvent } from '../../node/node-event.ts';
import type { Verdict } from '../../spam/judge.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { UnreadableTransfer } from '../../transfer/source.ts';
import type { ApprovalAlert, BalanceAlert, ControlAlert, UnreadableAlert, WatchingAlert } from '../alert.ts';
import { alertId } from '../alert-id.ts';
import { graded } from '../severity.ts';
import { type AlertBasis, alertOf, alertTokenOf, verdictOf } from './alert-parts.ts';

const unjudged = { coin: null, verdict: null };

export function composeWatchingAlert({
  since,
  fromBlock,
  ...basis
}: AlertBasis & {
  readonly since: string;
  /** Null: the row has no such attribute. */
  readonly fromBlock: BlockNumber | null;
}): WatchingAlert {
  return graded(alertOf(basis, 'wallet.watching', { ...unjudged, since, fromBlock }));
}

export function composeUnreadableAlert({
  entry: { transactionHash, blockNumber, reason },
  others,
  ...basis
}: AlertBasis & {
  readonly entry: UnreadableTransfer;
  /** Unreadable entries of the same poll. */
  readonly others: number;
}): UnreadableAlert {
  return graded(
    alertOf(basis, 'entry.unreadable', {
      ...unjudged,
      entry: {
        transactionHash,
        blockNumber,
        reason: reason.slice(0, 300),
        explorerUrl: explorerUrl(basis.watch.chain, transactionHash),
        others,
      },
    }),
  );
}

export interface ApprovalInput extends AlertBasis {
  readonly event: ApprovalEvent;
  readonly verdict: Verdict;
  /** In the Contacts table or among the watched wallets. */
  readonly contact: string | null;
  readonly isSpenderKnown: boolean;
}

export function composeApprovalAlert({
  event,
  verdict,
  contact,
  isSpenderKnown,
  ...basis
}: ApprovalInput): ApprovalAlert {
  const { watch } = basis;
  const { of, isGranted, value, spender, transactionHash } = event;
  const token = alertTokenOf(event.token);
  return graded(
    alertOf(basis, isGranted ? 'approval.granted' : 'approval.revoked', {
      approval: {
        kind: of,
        token,
        spender: { address: spender, label: null, contact },
        amount: value === null ? null : formatAmount(BigInt(value), token.decimals),
        value,
        unlimited: event.unlimited,
        tokenId: event.tokenId,
        expires: event.expires,
        transactionHash,
        blockNumber: event.blockNumber,
        blockTimestamp: event.blockTimestamp,
        explorerUrl: explorerUrl(watch.chain, transactionHash),
      },
      marked: !verdict.spam || watch.spam !== 'show',
      coin: null,
      verdict: verdictOf(verdict),
    }),
    isSpenderKnown,
  );
}

export function composeControlAlert(
  { what, before, after, transactionHash, blockNumber }: ControlEvent,
  basis: AlertBasis,
): ControlAlert {
  const url = explorerUrl(basis.watch.chain, transactionHash);
  return graded(
    alertOf(basis, 'control.changed', {
      ...unjudged,
      control: { what, before, after, transactionHash, blockNumber, explorerUrl: url },
    }),
  );
}

export function composeBalanceAlert(
  { fell, token: described, value, minimum }: BalanceEvent,
  basis: AlertBasis,
): BalanceAlert {
  const { watch } = basis;
  const token = alertTokenOf(described);
  return graded(
    alertOf(basis, fell === null ? 'balance.low' : 'balance.restored', {
      ...unjudged,
      balance: { token, value, amount: formatAmount(BigInt(value), token.decimals), minimum },
      restores: fell === null ? null : alertId('balance', watch.chain.id, watch.wallet, fell),
    }),
  );
}
