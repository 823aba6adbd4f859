import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { type ReadTexts, readTexts } from './read-texts.ts';
import type { Evidence } from './rule.ts';

/** What the rules look at, worked out once for all of them. */
export function gatherEvidence(
  transfer: DescribedTransfer,
  watch: Watch,
  read: ReadTexts = readTexts,
): Evidence {
  return { transfer, watch, ...read(transfer.token.name, transfer.token.symbol) };
}
