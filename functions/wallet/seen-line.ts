import type { SeenStatus, SeenTransfer } from '../transfer/compare-with-seen.ts';

/**
 * An entry of `seen` as one short line: `key.block.mark.status.incarnation.time`, the block and the time (epoch seconds)
 * in base 36, the status by its first letter. A save is billed by the KB.
 */
export function writeSeen([key, seen]: readonly [string, SeenTransfer]): string {
  const { block, blockMark, status, incarnation, minedAt } = seen;
  return [
    key,
    block.toString(36),
    blockMark,
    status.charAt(0),
    incarnation,
    minedAt?.toString(36) ?? '',
  ].join('.');
}

/** @param page the page that the line stands in; null for the wallet's own item. Lines of before times were kept have none. */
export function readSeen(line: string, page: string | null): [string, SeenTransfer] {
  const [key = '', block = '', blockMark = '', letter = '', incarnation = '0', time = ''] = line.split('.');
  const status = seenStatuses.find((known) => known.startsWith(letter)) ?? 'quiet';
  const minedAt = time === '' ? null : Number.parseInt(time, 36);
  return [
    key,
    { block: Number.parseInt(block, 36), blockMark, minedAt, status, incarnation: Number(incarnation), page },
  ];
}

const seenStatuses: readonly SeenStatus[] = ['told', 'missed', 'gone', 'quiet'];
