import type { DigestAlert, TransferAlert } from '../../alert/alert.ts';
import { withNames } from '../../alert/compose/alert-parts.ts';
import { composeDigestAlerts } from '../../alert/compose/compose-digests.ts';
import type { EpochMilliseconds, Milliseconds } from '../../chain/units.ts';
import { afterSetBack, hourMs } from '../../runtime/clock.ts';
import {
  type Cursor,
  type RationSide,
  type Rations,
  rationSides,
  type WaitingDigest,
} from '../../state/cursor.ts';
import { knownTransfers, type LedgerRow, messageRow, type NewRow } from '../../state/ledger-row.ts';
import { byPlace, positionOf } from '../../state/place.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Poll } from '../dependencies.ts';

/** Each side has one digest a period. The outgoing period is short, because the reader may have to act. */
const digestPeriods: Readonly<Record<RationSide, Milliseconds>> = { in: hourMs, out: hourMs / 6 };
export function endOfPeriod(side: RationSide, now: EpochMilliseconds): EpochMilliseconds {
  return (Math.floor(now / digestPeriods[side]) + 1) * digestPeriods[side];
}

/** Whether a digest must go out now. */
export const isDue = ({ due }: WaitingDigest, now: EpochMilliseconds) =>
  afterSetBack(due, now, 2 * hourMs) <= now;

/** Names the digest that a side's transfers wait for. */
export function digestOf(
  { rations, version }: Pick<Cursor, 'rations' | 'version'>,
  side: RationSide,
): string {
  return rations[side].waiting?.digest ?? `${side}${version}`;
}

/** A digest is due at once when this many transfers wait for it: its poll reads them all, and has memory and time for twice as many. */
export const maxWaiting = 30_000;

export async function composeDueDigests(
  cursor: Cursor,
  poll: Pick<Poll, 'watch' | 'history' | 'clock' | 'findPeople'>,
): Promise<{ readonly rows: readonly NewRow[]; readonly rations: Rations }> {
  const now = poll.clock.now();
  const rows: NewRow[] = [];
  const rations = { ...cursor.rations };
  for (const side of rationSides) {
    const { waiting, ...rest } = rations[side];
    if (waiting === null || !isDue(waiting, now)) continue;
    rows.push(...(await digestRows(cursor, waiting, poll)));
    rations[side] = { ...rest, digestFrom: endOfPeriod(side, now), waiting: null };
  }
  return { rows, rations };
}

/** The transfers come from the ledger, because several polls found them. Dropped ones are left out. */
export async function digestRows(
  cursor: Cursor,
  waiting: WaitingDigest,
  { watch, history, clock, findPeople }: Pick<Poll, 'watch' | 'history' | 'clock' | 'findPeople'>,
): Promise<NewRow[]> {
  const rows = await history.rowsOf(watch, waiting);
  const alerts = new Map(rows.map(({ place, batch, alert }) => [positionOf(place, batch), alert]));
  const reported = knownTransfers(rows, cursor)
    .values()
    .filter(({ status }) => status === 'waiting')
    .toArray()
    .sort(byPlace)
    .flatMap((row) => {
      const alert = alerts.get(row.alertAt ?? positionOf(row.place, row.batch));
      return alert != null && 'transfer' in alert ? [{ alert, transfer: reportedTransfer(alert, row) }] : [];
    });
  const [oldest] = reported;
  if (oldest === undefined) return [];
  const now = clock.now();
  const { hidden, due } = waiting;
  const digests = composeDigestAlerts({ watch, reported, hidden, detectedAt: new Date(now).toISOString() });
  // Latency counts from the oldest transfer, but never from before the digest was due.
  const { blockTimestamp } = oldest.transfer;
  const since = blockTimestamp && new Date(Math.max(Date.parse(blockTimestamp), due)).toISOString();
  const named = await namePeople(digests, findPeople);
  return named.map((one) => messageRow(one, one.digest.toBlock, since, now));
}

/** Names addresses of the largest transfers only: each is a look-up, and strangers can make thousands of smaller transfers. */
async function namePeople(
  digests: readonly DigestAlert[],
  findPeople: Poll['findPeople'],
): Promise<readonly DigestAlert[]> {
  const sides = digests.flatMap(({ digest }) => digest.largest.flatMap(({ from, to }) => [from, to]));
  const unnamed = sides.flatMap(({ address, contact }) => (address && contact === null ? [address] : []));
  if (unnamed.length === 0) return digests;
  const people = await findPeople(new Set(unnamed));
  return digests.map((alert) => {
    const largest = alert.digest.largest.map((one) => withNames(one, people));
    return { ...alert, digest: { ...alert.digest, largest } };
  });
}

/** The alert's transfer, in the block where the ledger has it now. */
export function reportedTransfer(
  { transfer }: Pick<TransferAlert, 'transfer'>,
  { place }: LedgerRow,
): DescribedTransfer {
  const { blockNumber, blockHash } = transfer;
  return {
    ...transfer,
    value: BigInt(transfer.value),
    blockNumber: place.block,
    blockHash: blockNumber === place.block ? blockHash : null,
    possibleSpam: null,
    sentBy: null,
    coin: null,
  };
}
