import { hash } from 'node:crypto';
import type { Transfer } from './transfer.ts';

export interface KeyedTransfer {
  readonly key: string;
  readonly transfer: Transfer;
}

/** Returns chain order. Keys lack block number and log index, which a re-org changes; equal transfers are numbered. */
export function withKeys(transfers: readonly Transfer[]): KeyedTransfer[] {
  const equals = new Map<string, number>();
  return transfers.toSorted(chainOrder).map((transfer) => {
    const content = contentOf(transfer);
    const ordinal = equals.get(content) ?? 0;
    equals.set(content, ordinal + 1);
    return { key: ordinal === 0 ? firstKey(transfer, content) : keyOf(content, ordinal), transfer };
  });
}

/** All known transfers that are equal to these: a read of only a part of their transaction can't tell them apart. */
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

/** Kept, because each page of a poll needs the keys of all earlier pages again. */
const firstKeys = new WeakMap<Transfer, string>();

function firstKey(transfer: Transfer, content: string): string {
  const key = firstKeys.get(transfer) ?? keyOf(content, 0);
  firstKeys.set(transfer, key);
  return key;
}

function keyOf(content: string, ordinal: number): string {
  return hash('sha256', `${content}|${ordinal}`, 'buffer').subarray(0, 16).toString('base64url');
}

/** The hash of its transaction; if no transaction moved it, the hash of its block. */
export function movedBy({ transactionHash, blockHash }: Transfer): string | null {
  return transactionHash ?? blockHash;
}

function contentOf(transfer: Transfer): string {
  const { token, tokenId, from, to, value } = transfer;
  const piece = tokenId === null ? [] : [tokenId];
  return [movedBy(transfer), token.address, from.address, to.address, value, ...piece].join('|');
}

type InChain = Pick<Transfer, 'blockNumber' | 'transactionIndex' | 'logIndex'>;

/** The index of a movement that only a balance shows: its transaction is unknown, so it stands last in its block. */
export const unknownIndex = 999_999;

/** Orders by transaction before log index, because some nodes count logs anew in each transaction. */
export function chainOrder(a: InChain, b: InChain): number {
  return (
    a.blockNumber - b.blockNumber ||
    (a.transactionIndex ?? unknownIndex) - (b.transactionIndex ?? unknownIndex) ||
    (a.logIndex ?? 0) - (b.logIndex ?? 0)
  );
}

/** If a re-org shows a transaction twice, the block with more of its transfers counts, then the lower one: it is read last. */
export function dropRepeats(transfers: readonly Transfer[]): readonly Transfer[] {
  const hashes = new Set(transfers.map(movedBy));
  if (hashes.size === transfers.length) return transfers; // most pages have a transfer a transaction, and no repeat
  return Map.groupBy(transfers, movedBy).values().flatMap(ofOneBlock).toArray();
}

function ofOneBlock(ofTransaction: readonly Transfer[]): Transfer[] {
  // A transfer without a block hash belongs to the others of its block number.
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
  return [...new Map(rows.map((row) => [entryOf(row), row])).values()];
}

/** Equal for two entries that show the same transfer. */
export function entryOf(transfer: Transfer): string {
  return `${transfer.logIndex}|${contentOf(transfer)}`;
}
