import type { RevertedAlert } from '../../alert/alert.ts';
import { composeDigestAlerts } from '../../alert/compose/compose-digests.ts';
import { type OutgoingAlert, outgoing } from '../../alert/outgoing-alert.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isSurelyReal } from '../../spam/known-token.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollOutcome } from '../poll-outcome.ts';
import { isKnownOutgoing, type JudgedTransfer } from './judge-transfer.ts';

/** More than this of one wallet in one poll is a storm: it is told in digests. */
const publishedSingly = 10;

type PublishedBefore = Pick<PollOutcome, 'told' | 'knownOut' | 'sureOut'>;

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
  before: PublishedBefore,
  clock: Pick<Clock, 'now'>,
): OutgoingAlert[] {
  const told = judged.filter(({ outcome }) => outcome === 'told');
  const storm = before.told + told.length > publishedSingly;
  const alone = new Set(storm ? aloneInStorm(told, watch, before) : told);
  for (const one of told) if (one.paidImitation && isSurelyReal(one.described.token, watch)) alone.add(one);
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

/**
 * What a storm does not bury: the first ten of a poll that went out in a known token, and ten that no stranger can make up.
 * The API alone vouches for the others, of which a thief may write ten into the block of his theft.
 */
function aloneInStorm(
  told: readonly JudgedTransfer[],
  watch: Watch,
  { knownOut, sureOut }: PublishedBefore,
): readonly JudgedTransfer[] {
  const gone = told.filter((one) => isKnownOutgoing(one, watch));
  const sure = gone.filter(({ described }) => isSurelyReal(described.token, watch));
  return [
    ...gone.slice(0, Math.max(publishedSingly - knownOut, 0)),
    ...sure.slice(0, Math.max(publishedSingly - sureOut, 0)),
  ];
}
