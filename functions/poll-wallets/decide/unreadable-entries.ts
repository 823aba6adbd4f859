import { hash } from 'node:crypto';
import { alertId } from '../../alert/alert-id.ts';
import { composeUnreadableAlert } from '../../alert/compose/compose-events.ts';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { type NewRow, quietRow, type RowStatus } from '../../state/ledger-row.ts';
import { endOfBlock } from '../../state/place.ts';
import type { UnreadableTransfer } from '../../transfer/source.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollRead } from '../read/poll-read.ts';

/** The last alert says how many more entries there were. */
const maxReported = 3;
const maxRows = 100;
/** Stands for a missing block number. It is so high that every poll reads the entry's row. */
const nowhere = 9_999_999_999_999;

/** The rows of unreadable entries. The first poll that sees an entry records it, and the second one reports it. */
export function unreadableRows(
  { unreadable, known }: PollRead,
  watch: Watch,
  now: EpochMilliseconds,
): NewRow[] {
  const entries = new Map(unreadable.map((entry) => [entryKey(entry), entry]));
  const met = Array.from(entries, ([key, entry]) => ({ key, entry, before: known.get(key)?.status }));
  const first = met.filter(({ before }) => before === undefined).slice(0, maxRows);
  const second = met.filter(({ before }) => before === 'odd').slice(0, maxRows);
  const detectedAt = new Date(now).toISOString();
  const rowOf = (status: RowStatus, { key, entry }: (typeof met)[number]) =>
    quietRow(endOfBlock(entry.blockNumber ?? nowhere, key), status, now);
  return [
    ...first.map((one) => rowOf('odd', one)),
    ...second.map((one, i) => {
      const row = rowOf('unreadable', one);
      if (i >= maxReported) return row;
      const others = i === maxReported - 1 ? second.length - maxReported : 0;
      const id = alertId('unreadable', watch.chain.id, watch.wallet, one.key);
      const alert = composeUnreadableAlert({ watch, entry: one.entry, others, id, detectedAt });
      return { ...row, alert, turn: 0 };
    }),
  ];
}

function entryKey({ transactionHash, blockNumber, reason }: UnreadableTransfer): string {
  const text = JSON.stringify([transactionHash, blockNumber, reason]);
  return `?${hash('sha256', text, 'base64url').slice(0, 22)}`;
}
