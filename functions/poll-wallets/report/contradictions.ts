import { checksumAddress } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import { genuineToken } from '../../chain/genuine-tokens.ts';
import { type Incident, incidentKey } from '../../incidents/incident.ts';
import type { IncidentLog } from '../../incidents/incident-log.ts';
import { contradictionOf } from '../../spam/listed-token.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';

/** An incident for each way in which these transfers describe a contract of our list differently. */
export function contradictionsIn(
  transfers: readonly KeyedTransfer[],
  chain: Pick<Chain, 'id' | 'name'>,
): readonly Incident[] {
  const tokens = new Set(transfers.map(({ transfer }) => transfer.token)); // one object for all rows that say the same
  return Array.from(tokens).flatMap((token) => {
    const says = contradictionOf(chain.id, token);
    if (says === null || token.address === null) return [];
    return {
      type: 'token.contradicted',
      wallet: null,
      chain: chain.name,
      part: token.address,
      reason: `The API gives the token ${checksumAddress(token.address)} on ${chain.name} ${says}. In brackets is what the list of genuine tokens has; alerts show that.`,
      whatToDo:
        "Nothing for your alerts. Look the contract up in an explorer: if the API is wrong tell its provider, if the list is wrong tell Chainbell's authors.",
      about: { detail: genuineToken(chain.id, token.address)?.symbol },
    };
  });
}

/** Reports a contract once in the whole stack, and remembers it, so that a busy wallet needs no read at each poll. */
export function createContradictionReports(
  incidents: Pick<IncidentLog, 'begin' | 'find'>,
): (found: readonly Incident[]) => Promise<void> {
  const reported = new Set<string>();
  return async (found) => {
    const byKey = new Map(found.map((incident) => [incidentKey(incident), incident]));
    for (const key of reported) byKey.delete(key);
    const open = (await Promise.all(Array.from(byKey.keys(), incidents.find))).flat();
    // An incident that another worker is publishing is not remembered here: if that worker crashes, a later poll publishes it.
    for (const { key, published } of open) if (published) reported.add(key);
    await incidents.begin([...byKey.values()], open);
  };
}
