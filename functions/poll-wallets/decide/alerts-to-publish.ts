import type { RevertedAlert } from '../../alert/alert.ts';
import { composeDigestAlerts } from '../../alert/compose/compose-digests.ts';
import { type OutgoingAlert, outgoing } from '../../alert/outgoing-alert.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { publishedSingly } from './choose-singles.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/**
 * What is published: what is taken back, then in chain order the transfers that have an alert of their own, then in a
 * storm the digests of all others, with exact counts and sums. Warnings are never part of a digest, nor is what was sent
 * to an imitation.
 * @param before what this poll has told already
 */
export function alertsToPublish(
  reverts: readonly RevertedAlert[],
  judged: readonly JudgedTransfer[],
  watch: Watch,
  before: Pick<PollOutcome, 'told'>,
  clock: Pick<Clock, 'now'>,
): OutgoingAlert[] {
  const told = judged.filter(({ outcome }) => outcome === 'told');
  const storm = before.told + told.length > publishedSingly;
  const isAlone = ({ single, described, paidImitation }: JudgedTransfer) =>
    !storm || single !== null || (paidImitation && isSurelyReal(described.token, watch));
  const alone = new Set(told.filter(isAlone));
  const single = judged.flatMap((one) => {
    const own = alone.has(one) ? [one.alert] : [];
    return [...(one.warning === null ? [] : [one.warning]), ...own].map((alert) =>
      outgoing(alert, alert.transfer.blockTimestamp),
    );
  });
  const alerts = [...reverts.map((alert) => outgoing(alert)), ...single];
  const others = told.filter((one) => !alone.has(one));
  if (others.length === 0) return alerts;
  const digests = composeDigestAlerts({
    watch,
    transfers: others.map(({ described, key }) => ({ transfer: described, key })),
    hidden: judged.filter(({ outcome }) => outcome === 'hidden').length,
    detectedAt: new Date(clock.now()).toISOString(),
  });
  const minedAt = new Map(others.map(({ described }) => [described.blockNumber, described.blockTimestamp]));
  // The owner has waited for the oldest of them.
  return [...alerts, ...digests.map((one) => outgoing(one, minedAt.get(one.digest.fromBlock)))];
}
