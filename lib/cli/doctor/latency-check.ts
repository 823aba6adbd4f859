import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { createReadItems } from '../../../functions/state/state-items.ts';
import { readTally, secondsWithin } from '../../../functions/state/tally.ts';
import { lasted } from '../../../functions/text/lasted.ts';
import { type Check, type Found, ok } from './finding.ts';
import type { Patient } from './patient.ts';

const days = 30;
const day = 86_400_000;
const shares = [50, 95, 99];

/** How long the alerts of the last 30 days took from their block to SNS. */
export function latencyCheck(patient: Patient): Check {
  return { name: 'latency', look: () => lookAtLatency(patient) };
}

async function lookAtLatency({ aws, stack, clock }: Patient): Promise<Found[]> {
  const readItems = createReadItems(documentClient(await aws.dynamodb()), stack.tables.state, clock);
  const now = clock.now();
  const dates = Array.from({ length: days }, (_, n) => new Date(now - n * day).toISOString().slice(0, 10));
  const { seconds } = await readTally(readItems, dates);
  const parts = shares.flatMap((share) => {
    const within = secondsWithin(seconds, share / 100);
    return within === null ? [] : [`${share} % within ${lasted(within * 1_000)}`];
  });
  if (parts.length === 0) return [ok(`no alert in ${days} days`)];
  return [ok(`alerts of ${days} days, from the block on: ${parts.join(', ')}`)];
}
