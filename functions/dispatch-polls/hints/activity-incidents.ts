import type { ChainActivity } from '../../activity/chain-activity.ts';
import type { Incident, OpenIncident } from '../../incidents/incident.ts';
import { incidentKey } from '../../incidents/incident.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';

const advice = {
  'activity.unavailable':
    "Check the parameter with this chain's URL and the node behind it, or delete the parameter. Until the node answers, the chain's wallets are polled as if there were none.",
  'activity.missed':
    'Put the URL of another node into the parameter, or delete it. For a day the wallets of this chain are polled as if there were no node; then it is tried again.',
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
    // Whatever the cause of the day: it is over with the first fresh scan.
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
    // Told at a later tick; nothing of it delays a poll.
    log.error('error: operations could not be told of a node', { error: String(error) });
  }
}

function incidentOf({ chain }: ChainActivity, type: ActivityIncident, reason: string | null): Incident[] {
  if (reason === null) return [];
  return [{ type, wallet: null, chain: chain.name, reason, whatToDo: advice[type] }];
}
