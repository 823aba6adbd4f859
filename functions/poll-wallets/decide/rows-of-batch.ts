import type { Alert } from '../../alert/alert.ts';
import { composeDigestAlerts } from '../../alert/compose/compose-digests.ts';
import { outgoing } from '../../alert/outgoing-alert.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import { behind, type NewRow, quietRow, timeOf, transferRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { publishedSingly } from './choose-singles.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/**
 * The rows of judged transfers and of the messages that tell them, in chain order: transfers that have an alert of their own,
 * then in a storm the digests of all others, with exact counts and sums. Warnings are never part of a digest, nor is what was
 * sent to an imitation.
 * @param before what this poll has told already
 */
export function rowsOfBatch(
  judged: readonly JudgedTransfer[],
  watch: Watch,
  before: Pick<PollOutcome, 'told'>,
  clock: Pick<Clock, 'now'>,
): NewRow[] {
  const told = judged.filter(({ outcome }) => outcome === 'told');
  const isStorm = before.told + told.length > publishedSingly;
  const isAlone = ({ outcome, single, described, paidImitation }: JudgedTransfer) =>
    outcome === 'told' &&
    (!isStorm || single !== null || (paidImitation && isSurelyReal(described.token, watch)));
  const now = clock.now();
  const rows = judged.flatMap((one) => rowsOf(one, isAlone(one), now));
  const others = told.filter((one) => !isAlone(one));
  if (others.length === 0) return rows;
  const digests = composeDigestAlerts({
    watch,
    transfers: others.map(({ described, key }) => ({ transfer: described, key })),
    hidden: judged.filter(({ outcome }) => outcome === 'hidden').length,
    detectedAt: new Date(now).toISOString(),
  });
  const minedAt = new Map(others.map(({ described }) => [described.blockNumber, described.blockTimestamp]));
  // The owner has waited for the oldest of them.
  const messages = digests.map((one) => {
    const { fromBlock, toBlock } = one.digest;
    return messageRow(one, toBlock, minedAt.get(fromBlock) ?? null, now);
  });
  return [...rows, ...messages];
}

/** The row of a transfer. A warning about the transfer, if there is one, has a row of its own before it. */
function rowsOf(one: JudgedTransfer, isAlone: boolean, now: number): NewRow[] {
  const { key, transfer, outcome, reissue, alert, warning, paid, imitations } = one;
  const { blockTimestamp } = transfer;
  const teaches = paid !== null || imitations.length > 0 || warning !== null;
  const warnedOn = warning === null ? null : warning.detectedAt.slice(0, 10);
  const row: NewRow = {
    ...transferRow(key, transfer, outcome, now),
    reissue,
    alert,
    turn: isAlone ? 0 : null,
    outgoing: isAlone ? withoutAlert(alert, blockTimestamp) : {},
    learnt: teaches ? [{ paid, imitations, warnedOn }] : [],
  };
  if (warning === null) return [row];
  return [messageRow(warning, transfer.blockNumber, blockTimestamp, now), row];
}

/** The row of an alert that is no transfer's own. */
export function messageRow(alert: Alert, block: number, minedAt: string | null, now: number): NewRow {
  return {
    ...quietRow(behind(block, alert.id), 'message', timeOf(minedAt, now)),
    alert,
    turn: 0,
    outgoing: withoutAlert(alert, minedAt),
  };
}

function withoutAlert(alert: Alert, minedAt: string | null): NewRow['outgoing'] {
  const { alert: _, ...rest } = outgoing(alert, minedAt);
  return rest;
}

/** The rows with their messages numbered: these go out in that order, whoever publishes them. */
export function inTurn(rows: readonly NewRow[]): NewRow[] {
  let turn = 0;
  return rows.map((row) => {
    if (row.turn === null && row.status !== 'reverted') return row;
    if (row.alert === null) return { ...row, turn: null };
    turn += 1;
    return { ...row, turn: turn - 1 };
  });
}
