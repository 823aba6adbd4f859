import { judge } from '../../../functions/spam/judge.ts';
import { asTransfer } from './as-transfer.ts';
import type { LabelledToken } from './labelled-tokens.ts';

const rounds = 12;

/** Microseconds of processor time for one transfer, over the whole set; the best of some rounds: other work only adds. */
export function timeAVerdict(tokens: readonly LabelledToken[]): number {
  const transfers = tokens.map(asTransfer);
  const times = Array.from({ length: rounds }, () => {
    const began = process.cpuUsage();
    for (const { transfer, watch } of transfers) judge(transfer, watch);
    return process.cpuUsage(began).user / transfers.length;
  });
  return Math.min(...times);
}
