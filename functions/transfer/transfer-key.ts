import { createHash } from 'node:crypto';
import type { Transfer } from './transfer.ts';

/** A transfer with the key that it keeps wherever a re-org moves it. */
export interface KeyedTransfer {
  readonly key: string;
  readonly transfer: Transfer;
}

/**
 * Transfers in chain order, each with its key: transaction, token, from, to, value and its ordinal among equals in
 * the transaction. Not block number nor log index, for a re-org changes both.
 */
export function withKeys(transfers: readonly Transfer[]): KeyedTransfer[] {
  const equals = new Map<string, number>();
  return transfers.toSorted(chainOrder).map((transfer) => {
    const content = contentOf(transfer);
    const ordinal = equals.get(content) ?? 0;
    equals.set(content, ordinal + 1);
    return {
      key: createHash('sha256')
        .update(`${content}|${ordinal}`)
        .digest()
        .subarray(0, 16)
        .toString('base64url'),
      transfer,
    };
  });
}

/** What a transfer is, apart from where in the chain it stands. */
export function contentOf({ transactionHash, token, from, to, value }: Transfer): string {
  return [transactionHash, token.address, from.address, to.address, value].join('|');
}

/** Oldest first: block, transaction, log entry. */
export function chainOrder(a: Transfer, b: Transfer): number {
  return (
    a.blockNumber - b.blockNumber ||
    (a.transactionIndex ?? 0) - (b.transactionIndex ?? 0) ||
    (a.logIndex ?? 0) - (b.logIndex ?? 0)
  );
}
