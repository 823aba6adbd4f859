import { judge } from '../../../functions/spam/judge.ts';
import { asTransfer } from './as-transfer.ts';
import type { LabelledToken } from './labelled-tokens.ts';

const rounds = 12;

/** Microseconds for one transfer, over the whole set; the best of some rounds, for other work only ever adds. */
export function timeAVerdict(tokens: readonly LabelledToken[]): number {
  const transfers = tokens.map(asTransfer);
  const times = Array.from({ length: rounds }, () => {
    const began = process.hrtime.bigint();
    for (const { transfer, watch } of transfers) judge(transfer, watch);
    return Number(process.hrtime.bigint() - began) / 1_000 / transfers.length;
  });
  return Math.min(...times);
}
