import { explorerUrl } from '../../chain/chains.ts';
import type { ApprovalEvent, BalanceEvent, ControlEvent } from '../../node/node-event.ts';
import type { Verdict } from '../../spam/judge.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { UnreadableTransfer } from '../../transfer/source.ts';
import type { ApprovalAlert, BalanceAlert, ControlAlert, UnreadableAlert, WatchingAlert } from '../alert.ts';
import { alertId } from '../alert-id.ts';
import { withSeverity } from '../severity.ts';
import { type AlertBasis, alertOf, alertTokenOf, verdictOf } from './alert-parts.ts';

const unjudged = { coin: null, verdict: null };

/** @param fromBlock null: the row has no such attribute */
export function composeWatchingAlert({
  since,
  fromBlock,
  ...basis
}: AlertBasis & Pick<WatchingAlert, 'since' | 'fromBlock'>): WatchingAlert {
  return withSeverity(alertOf(basis, 'wallet.watching', { ...unjudged, since, fromBlock }));
}

/** @param others number of further unreadable entries in the same poll */
export function composeUnreadableAlert({
  entry: { transactionHash, blockNumber, reason },
  others,
  ...basis
}: AlertBasis & { readonly entry: UnreadableTransfer; readonly others: number }): UnreadableAlert {
  const url = explorerUrl(basis.watch.chain, transactionHash);
  const entry = { transactionHash, blockNumber, reason: reason.slice(0, 300), explorerUrl: url, others };
  return withSeverity(alertOf(basis, 'entry.unreadable', { ...unjudged, entry }));
}

export interface ApprovalInput extends AlertBasis {
  readonly event: ApprovalEvent;
  readonly verdict: Verdict;
  /** The spender's name in the Contacts table or among the watched wallets. */
  readonly contact: string | null;
  readonly isSpenderKnown: boolean;
}

export function composeApprovalAlert(input: ApprovalInput): ApprovalAlert {
  const { event, verdict, contact, isSpenderKnown, watch } = input;
  const { of: kind, isGranted, value, spender, unlimited, tokenId, expires } = event;
  const { transactionHash, blockNumber, blockTimestamp } = event;
  const token = alertTokenOf(event.token);
  return withSeverity(
    alertOf(input, isGranted ? 'approval.granted' : 'approval.revoked', {
      approval: {
        kind,
        token,
        spender: { address: spender, label: null, contact },
        amount: value === null ? null : formatAmount(BigInt(value), token.decimals),
        value,
        unlimited,
        tokenId,
        expires,
        transactionHash,
        blockNumber,
        blockTimestamp,
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
  const control = { what, before, after, transactionHash, blockNumber, explorerUrl: url };
  return withSeverity(alertOf(basis, 'control.changed', { ...unjudged, control }));
}

export function composeBalanceAlert(
  { fell, token: described, value, minimum }: BalanceEvent,
  basis: AlertBasis,
): BalanceAlert {
  const { chain, wallet } = basis.watch;
  const token = alertTokenOf(described);
  const balance = { token, value, amount: formatAmount(BigInt(value), token.decimals), minimum };
  const restores = fell === null ? null : alertId('balance', chain.id, wallet, fell);
  const type = fell === null ? 'balance.low' : 'balance.restored';
  return withSeverity(alertOf(basis, type, { ...unjudged, balance, restores }));
}
