import { lateCauses } from '../../../functions/alert/late-reasons.ts';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { readLateAlerts } from '../../../functions/state/counts/late-alerts.ts';
import { monthTo, percentilesOf, readTally } from '../../../functions/state/counts/tally.ts';
import { createReadItems } from '../../../functions/state/state-items.ts';
import { lasted } from '../../../functions/text/lasted.ts';
import { type Found, ok } from './finding.ts';
import type { Patient } from './patient.ts';

const maxLate = 10;

export async function lookAtLatency({ aws, stack, clock }: Patient): Promise<Found[]> {
  const documents = documentClient(await aws.dynamodb());
  const { state } = stack.tables;
  const readItems = createReadItems(documents, state, clock);
  const days = monthTo(clock.now());
  const within = percentilesOf((await readTally(readItems, days)).seconds);
  if (within === null) return [ok(`no alert in ${days.length} days`)];
  const parts = Object.entries(within).map(
    ([name, seconds]) => `${name.slice(1)} % within ${lasted(seconds * 1_000)}`,
  );
  const late = await readLateAlerts(documents, state, [days[0] ?? '', days.at(-1) ?? '']);
  return [
    ok(`alerts of ${days.length} days, from the block on: ${parts.join(', ')}`),
    ...late.slice(0, maxLate).map(({ wallet, chain, alerts, reason }) => {
      const where = `${checksumAddress(parseAddress(wallet))} on ${findChain(chain).name}`;
      return ok(`late alerts of ${where}: ${alerts}, most because ${lateCauses[reason]}`);
    }),
    ...(late.length > maxLate ? [ok(`late alerts of ${late.length - maxLate} more wallets`)] : []),
  ];
}
