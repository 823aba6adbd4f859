import type { Transfer } from './transfer.ts';
import { contentOf } from './transfer-key.ts';

/**
 * Rows that a reply repeats, as one. A transaction stands in one block only: where a re-org during the read shows it in
 * two, the block with more of its transfers counts, then the later one.
 */
export function dropRepeats(transfers: readonly Transfer[]): Transfer[] {
  return Map.groupBy(transfers, ({ transactionHash }) => transactionHash)
    .values()
    .flatMap(ofOneBlock)
    .toArray();
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
    (a, b) => b.length - a.length || (b[0]?.blockNumber ?? 0) - (a[0]?.blockNumber ?? 0),
  );
  return chosen;
}

function distinct(rows: readonly Transfer[]): Transfer[] {
  const byLog = new Map(rows.map((row) => [`${row.logIndex}|${contentOf(row)}`, row]));
  return [...byLog.values()];
}
