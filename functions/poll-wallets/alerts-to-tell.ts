import type { RevertedAlert } from '../alert/alert.ts';
import { composeDigestAlerts } from '../alert/compose-digests.ts';
import { type OutgoingAlert, outgoing } from '../alert/outgoing-alert.ts';
import type { Clock } from '../clock.ts';
import type { Watch } from '../wallet/watch.ts';
import type { JudgedTransfer } from './judge-transfer.ts';

/** More than this of one wallet in one poll is a storm: it is told in digests. */
const toldSingly = 10;

/**
 * What is published: what is taken back, then these transfers in chain order, each by its own alert or, in a storm, all
 * in digests with exact counts and sums. Warnings are never part of a digest.
 * @param toldBefore how many transfers this poll has told already
 */
export function alertsToTell(
  reverts: readonly RevertedAlert[],
  judged: readonly JudgedTransfer[],
  watch: Watch,
  toldBefore: number,
  clock: Pick<Clock, 'now'>,
): OutgoingAlert[] {
  const told = judged.filter(({ outcome }) => outcome === 'told');
  const storm = toldBefore + told.length > toldSingly;
  const single = judged.flatMap(({ outcome, alert, marked, warning }) => {
    if (warning !== null) return [outgoing(warning)];
    return outcome === 'told' && !storm ? [outgoing(alert, marked)] : [];
  });
  const marks = watch.spam !== 'show';
  const alerts = [...reverts.map((alert) => outgoing(alert, marks)), ...single];
  if (!storm || told.length === 0) return alerts;
  const digests = composeDigestAlerts({
    watch,
    transfers: told.map(({ described, key }) => ({ transfer: described, key })),
    hidden: judged.filter(({ outcome }) => outcome === 'hidden').length,
    detectedAt: new Date(clock.now()).toISOString(),
  });
  return [...alerts, ...digests.map((digest) => outgoing(digest))];
}
