import { explorerUrl } from '../../chain/chains.ts';
import type { ApprovalEvent, BalanceEvent, ControlEvent } from '../../node/node-event.ts';
import type { Verdict } from '../../spam/verdict.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { UnreadableTransfer } from '../../transfer/source.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { ApprovalAlert, BalanceAlert, ControlAlert, UnreadableAlert, WatchingAlert } from '../alert.ts';
import { eventAlertId } from '../alert-id.ts';
import { graded } from '../severity.ts';
import { alertTokenOf, verdictOf, walletOf } from './alert-parts.ts';

/** What the alert of a wallet's first poll is made of. */
export interface WatchingInput {
  readonly watch: Watch;
  /** From watchingAlertId. */
  readonly id: string;
  /** ISO 8601 UTC of the first poll: transfers mined from here on are told. */
  readonly since: string;
  /** First block told; null where the row gave none. */
  readonly fromBlock: number | null;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert that says a wallet is watched from now on. */
export function composeWatchingAlert({
  watch,
  id,
  since,
  fromBlock,
  detectedAt,
}: WatchingInput): WatchingAlert {
  return graded({
    version: 1,
    id,
    type: 'wallet.watching',
    wallet: walletOf(watch),
    since,
    fromBlock,
    coin: null,
    verdict: null,
    detectedAt,
  });
}

/** What the alert of an entry that could not be read is made of. */
export interface UnreadableInput {
  readonly watch: Watch;
  readonly entry: UnreadableTransfer;
  /** How many more of the same poll could not be read. */
  readonly others: number;
  /** From unreadableAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert that something of a wallet could not be read, as far as anything of it can be told. */
export function composeUnreadableAlert({
  watch,
  entry: { transactionHash, blockNumber, reason },
  others,
  id,
  detectedAt,
}: UnreadableInput): UnreadableAlert {
  return graded({
    version: 1,
    id,
    type: 'entry.unreadable',
    wallet: walletOf(watch),
    entry: {
      transactionHash,
      blockNumber,
      reason: reason.slice(0, 300),
      explorerUrl: explorerUrl(watch.chain, transactionHash),
      others,
    },
    coin: null,
    verdict: null,
    detectedAt,
  });
}

/** What the alert of an approval is made of. */
export interface ApprovalInput {
  readonly watch: Watch;
  readonly event: ApprovalEvent;
  readonly verdict: Verdict;
  /** What the Contacts table or a watched wallet calls the spender. */
  readonly contact: string | null;
  /** The wallet approved the spender before. */
  readonly isSpenderKnown: boolean;
  /** From eventAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert that somebody may spend something of a wallet, or no longer. */
export function composeApprovalAlert({
  watch,
  event,
  verdict,
  contact,
  isSpenderKnown,
  id,
  detectedAt,
}: ApprovalInput): ApprovalAlert {
  const { of, isGranted, value, spender, transactionHash } = event;
  const token = alertTokenOf(event.token);
  return graded(
    {
      version: 1,
      id,
      type: isGranted ? 'approval.granted' : 'approval.revoked',
      wallet: walletOf(watch),
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
      detectedAt,
    },
    isSpenderKnown,
  );
}

/** The alert that someone else can move the wallet's money, or no longer can. @param detectedAt ISO 8601 UTC */
export function composeControlAlert(
  { what, before, after, transactionHash, blockNumber }: ControlEvent,
  watch: Watch,
  id: string,
  detectedAt: string,
): ControlAlert {
  return graded({
    version: 1,
    id,
    type: 'control.changed',
    wallet: walletOf(watch),
    control: {
      what,
      before,
      after,
      transactionHash,
      blockNumber,
      explorerUrl: explorerUrl(watch.chain, transactionHash),
    },
    coin: null,
    verdict: null,
    detectedAt,
  });
}

/** The alert that a balance fell below the row's floor, or is there again. @param detectedAt ISO 8601 UTC */
export function composeBalanceAlert(
  { fell, token, value, minimum }: BalanceEvent,
  watch: Watch,
  id: string,
  detectedAt: string,
): BalanceAlert {
  const told = alertTokenOf(token);
  return graded({
    version: 1,
    id,
    type: fell === null ? 'balance.low' : 'balance.restored',
    wallet: walletOf(watch),
    balance: { token: told, value, amount: formatAmount(BigInt(value), told.decimals), minimum },
    restores: fell === null ? null : eventAlertId(watch.chain.id, watch.wallet, 'balance', fell),
    coin: null,
    verdict: null,
    detectedAt,
  });
}
