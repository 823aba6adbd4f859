import { lateCauses } from '../../../functions/alert/late-reasons.ts';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { readLateAlerts } from '../../../functions/state/late-alerts.ts';
import { createReadItems } from '../../../functions/state/state-items.ts';
import { readTally, secondsWithin } from '../../../functions/state/tally.ts';
import { lasted } from '../../../functions/text/lasted.ts';
import { type Check, type Found, ok } from './finding.ts';
import type { Patient } from './patient.ts';

const days = 30;
const day = 86_400_000;
/** How many wallets with late alerts are listed. */
const mostLate = 10;
const shares = [50, 95, 99];

/** How long the alerts of the last 30 days took from their block to SNS, and which wallets had late ones. */
export function latencyCheck(patient: Patient): Check {
  return { name: 'latency', look: () => lookAtLatency(patient) };
}

async function lookAtLatency({ aws, stack, clock }: Patient): Promise<Found[]> {
  const documents = documentClient(await aws.dynamodb());
  const { state } = stack.tables;
  const readItems = createReadItems(documents, state, clock);
  const now = clock.now();
  const dates = Array.from({ length: days }, (_, n) => new Date(now - n * day).toISOString().slice(0, 10));
  const { seconds } = await readTally(readItems, dates);
  const parts = shares.flatMap((share) => {
    const within = secondsWithin(seconds, share / 100);
    return within === null ? [] : [`${share} % within ${lasted(within * 1_000)}`];
  });
  if (parts.length === 0) return [ok(`no alert in ${days} days`)];
  const late = await readLateAlerts(documents, state, [dates.at(-1) ?? '', dates[0] ?? '']);
  return [
    ok(`alerts of ${days} days, from the block on: ${parts.join(', ')}`),
    ...late.slice(0, mostLate).map(({ wallet, chain, alerts, reason }) => {
      const where = `${checksumAddress(parseAddress(wallet))} on ${findChain(chain).name}`;
      return ok(`late alerts of ${where}: ${alerts}, most because ${lateCauses[reason]}`);
    }),
    ...(late.length > mostLate ? [ok(`late alerts of ${late.length - mostLate} more wallets`)] : []),
  ];
}
