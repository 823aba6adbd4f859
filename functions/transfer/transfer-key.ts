import { hash } from 'node:crypto';
import type { Transfer } from './transfer.ts';

/** A transfer with the key that it keeps wherever a re-org moves it. */
export interface KeyedTransfer {
  readonly key: string;
  readonly transfer: Transfer;
}

/**
 * Transfers in chain order, each with its key: transaction (or block), token and token id, from, to, value, and its ordinal among
 * equal ones of the transaction. The key leaves out block number and log index, because a re-org changes both.
 */
export function withKeys(transfers: readonly Transfer[]): KeyedTransfer[] {
  const equals = new Map<string, number>();
  return transfers.toSorted(chainOrder).map((transfer) => {
    const content = contentOf(transfer);
    const ordinal = equals.get(content) ?? 0;
    equals.set(content, ordinal + 1);
    return { key: ordinal === 0 ? firstKey(transfer, content) : keyOf(content, ordinal), transfer };
  });
}

/** All known transfers that equal one of these: a read that shows part of a transaction can't tell its equal transfers apart. */
export function knownEquals(
  transfers: readonly KeyedTransfer[],
  known: Pick<ReadonlyMap<string, unknown>, 'has'>,
): KeyedTransfer[] {
  const equals: KeyedTransfer[] = [];
  for (const [content, transfer] of new Map(transfers.map((one) => [contentOf(one.transfer), one.transfer])))
    for (let key = keyOf(content, 0), next = 1; known.has(key); key = keyOf(content, next++))
      equals.push({ key, transfer });
  return equals;
}

/** Keys by object: each poll reads the same transfer objects again, and hashing them would take most of its time. */
const firstKeys = new WeakMap<Transfer, string>();

function firstKey(transfer: Transfer, content: string): string {
  const key = firstKeys.get(transfer) ?? keyOf(content, 0);
  firstKeys.set(transfer, key);
  return key;
}

function keyOf(content: string, ordinal: number): string {
  return hash('sha256', `${content}|${ordinal}`, 'buffer').subarray(0, 16).toString('base64url');
}

/** The transaction's hash, or the block if the transaction is unknown. */
function movedBy({ transactionHash, blockHash }: Transfer): string | null {
  return transactionHash ?? blockHash;
}

/** What identifies a transfer wherever a re-org moves it. */
function contentOf(transfer: Transfer): string {
  const { token, tokenId, from, to, value } = transfer;
  const piece = tokenId === null ? [] : [tokenId];
  return [movedBy(transfer), token.address, from.address, to.address, value, ...piece].join('|');
}

/** Oldest first: block, transaction, log entry. */
export function chainOrder(a: Transfer, b: Transfer): number {
  return (
    a.blockNumber - b.blockNumber ||
    (a.transactionIndex ?? 0) - (b.transactionIndex ?? 0) ||
    (a.logIndex ?? 0) - (b.logIndex ?? 0)
  );
}

/**
 * Rows that a reply repeats, as one. A transaction stands in one block only: where a re-org during the read shows it in
 * two, the block with more of its transfers counts, then the lower one. A read goes down, so it shows the lower block last,
 * and the stored block never passes a transfer that the read has shown and no batch has told.
 */
export function dropRepeats(transfers: readonly Transfer[]): readonly Transfer[] {
  const hashes = new Set(transfers.map(movedBy));
  if (hashes.size === transfers.length) return transfers; // most pages have a transfer a transaction, and no repeat
  return Map.groupBy(transfers, movedBy).values().flatMap(ofOneBlock).toArray();
}

function ofOneBlock(ofTransaction: readonly Transfer[]): Transfer[] {
  // A row whose block hash is missing belongs to those of its block number.
  const hashes = new Map(ofTransaction.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]));
  for (const { blockNumber, blockHash } of ofTransaction)
    if (blockHash !== null) hashes.set(blockNumber, blockHash);
  const blocks = Map.groupBy(
    ofTransaction,
    ({ blockHash, blockNumber }) => blockHash ?? hashes.get(blockNumber) ?? String(blockNumber),
  );
  const [chosen = []] = Array.from(blocks.values(), distinct).sort(
    (a, b) => b.length - a.length || (a[0]?.blockNumber ?? 0) - (b[0]?.blockNumber ?? 0),
  );
  return chosen;
}

function distinct(rows: readonly Transfer[]): Transfer[] {
  const byLog = new Map(rows.map((row) => [`${row.logIndex}|${contentOf(row)}`, row]));
  return [...byLog.values()];
}
