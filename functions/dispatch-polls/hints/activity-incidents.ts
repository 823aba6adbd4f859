import type { ChainActivity } from '../../activity/chain-activity.ts';
import type { Incident, OpenIncident } from '../../incidents/incident.ts';
import { incidentKey } from '../../incidents/incident.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';

const advice = {
  'activity.unavailable': (chain: string) =>
    `Nothing, if the node is away for a while and comes back. Another one: npx chainbell rpc set ${chain}. To do without, delete its parameter.`,
  'activity.missed': (chain: string) =>
    `Nothing, if it is the first time: the node is tried again tomorrow. Another one: npx chainbell rpc set ${chain}. To do without, delete its parameter.`,
} as const;

type ActivityIncident = keyof typeof advice;

/** Brings the record in line with what this tick found of the chains' nodes. A chain without one has no such incident. */
export async function recordActivityIncidents(
  nodes: ReadonlyMap<string, ChainActivity>,
  open: readonly OpenIncident[],
  { incidents, log }: Pick<DispatchDependencies, 'incidents' | 'log'>,
): Promise<void> {
  const onRecord = new Set(open.map(({ key }) => key));
  const current = Array.from(nodes.values()).flatMap((node) => {
    const { doubt, lasts, missed } = node.troubles();
    const [unavailable] = incidentOf(node, 'activity.unavailable', doubt);
    // Whatever the cause was, the first fresh scan ends the incident.
    const isKnown = unavailable !== undefined && onRecord.has(incidentKey(unavailable));
    return [
      ...(unavailable !== undefined && (lasts || isKnown) ? [unavailable] : []),
      ...incidentOf(node, 'activity.missed', missed),
    ];
  });
  const keys = new Set(current.map(incidentKey));
  const over = open.filter(({ type, key }) => type in advice && !keys.has(key));
  try {
    await incidents.end(over);
    await incidents.begin(current, open);
  } catch (error) {
    // A later tick reports it again; a failed report must not delay polls.
    log.error('error: operations could not be told of a node', { error: String(error) });
  }
}

function incidentOf({ chain }: ChainActivity, type: ActivityIncident, reason: string | null): Incident[] {
  return reason === null ? [] : [activityIncident(chain.name, type, reason)];
}

/** An incident of a chain's node. @param chain its name, which a command takes with a hyphen for a blank */
export function activityIncident(chain: string, type: ActivityIncident, reason: string): Incident {
  return { type, wallet: null, chain, reason, whatToDo: advice[type](chain.replace(' ', '-')) };
}
