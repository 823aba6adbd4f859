import { explorerUrl } from '../../chain/chains.ts';
import type { ApprovalEvent } from '../../node/node-event.ts';
import type { Verdict } from '../../spam/verdict.ts';
import { formatAmount } from '../../transfer/amount.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { ApprovalAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { alertTokenOf, verdictOf, walletOf } from './alert-parts.ts';

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
