import type { NodeHealth } from '../activity/chain-activity.ts';
import { typedName } from '../chain/chains.ts';
import { type Incident, incidentKey, type OpenIncident } from '../incidents/incident.ts';
import { apiIncident } from '../incidents/incident-kinds.ts';
import { reconcile } from '../incidents/incident-log.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Watch } from '../wallet/watch.ts';
import type { DispatchDependencies } from './dependencies.ts';

type RecordDependencies = Pick<DispatchDependencies, 'incidents' | 'callsPerDay'>;

/** Reports that the day has no calls left; the next day's first answer ends the incident. */
export async function recordSpentQuota(
  open: readonly OpenIncident[],
  { incidents, callsPerDay }: RecordDependencies,
): Promise<void> {
  const reason = `The ${callsPerDay} calls of today (setting callsPerDay) are used up; polling goes on at midnight UTC.`;
  await incidents.begin([apiIncident('plan.exhausted', reason)], open);
}

/** A plan of less than half the calls asked for is an incident. */
const stretchAllowed = 2;

/** @param asked calls a day */
export function stretchIncident(asked: number, callsPerDay: number): Incident {
  return {
    type: 'polling.stretched',
    wallet: null,
    chain: null,
    reason: `All wallets together ask for ${Math.round(asked)} calls a day, and callsPerDay allows ${callsPerDay}: each is polled less than half as often as asked.`,
    whatToDo:
      'npx chainbell export | npx chainbell estimate --file - (with --every, if that setting is not 1m) says what plan the wallets take. Raise it and callsPerDay, watch fewer wallets, or poll less often (every).',
  };
}

/** Reports whether wallets ask for more than twice the plan's calls. @param asked calls a day */
export async function recordStretch(
  asked: number,
  open: readonly OpenIncident[],
  { incidents, callsPerDay }: RecordDependencies,
): Promise<void> {
  const stretched = open.filter(({ type }) => type === 'polling.stretched');
  const isStretched = callsPerDay !== null && asked > callsPerDay * stretchAllowed;
  await reconcile(stretched, isStretched ? [stretchIncident(asked, callsPerDay)] : [], incidents);
}

const advice = {
  'activity.unavailable': 'Nothing, if the node is away for a while and comes back.',
  'activity.missed': 'Nothing, if it is the first time: the node is tried again tomorrow.',
} as const;

export function activityIncident(
  chain: string,
  type: keyof typeof advice,
  reason: string,
  isReadFromNode = false,
): Incident {
  const typed = typedName({ name: chain });
  // A chain that is read from its node can't do without one.
  const without = isReadFromNode ? '' : ` To do without: npx chainbell rpc unset ${typed}.`;
  const whatToDo = `${advice[type]} Another one: npx chainbell rpc set ${typed}.${without}`;
  return { type, wallet: null, chain, reason, whatToDo };
}

const askedNoMore = 'Its node is asked no more: its parameter is gone, or no row of the chain is watched';

export async function recordActivityIncidents(
  nodes: readonly NodeHealth[],
  open: readonly OpenIncident[],
  { incidents }: Pick<RecordDependencies, 'incidents'>,
): Promise<void> {
  const onRecord = new Set(open.map(({ key }) => key));
  // Of a chain with two entries the source's, the last, decides: without the node, its alerts wait.
  const inOrder = nodes.toSorted((a, b) => Number(a.isReadFromNode) - Number(b.isReadFromNode));
  const current = inOrder.flatMap(({ chain, doubt, isLasting, missed, isReadFromNode }) => {
    const of = (type: keyof typeof advice, reason: string | null | undefined) =>
      reason == null ? [] : [activityIncident(chain, type, reason, isReadFromNode)];
    // Whatever the cause was, the first fresh scan ends the incident.
    const isReported = (incident: Incident) => isLasting || onRecord.has(incidentKey(incident));
    return [...of('activity.unavailable', doubt).filter(isReported), ...of('activity.missed', missed)];
  });
  const ofNodes = open.filter(({ type }) => type in advice);
  const chains = new Set(nodes.map(({ chain }) => chain));
  const why = ({ chain }: OpenIncident) => (chains.has(chain ?? '') ? undefined : askedNoMore);
  await reconcile(ofNodes, current, incidents, { unseen: unknownIn(nodes), why });
}

/** Whether an incident is of a chain of which this tick knows nothing. */
function unknownIn(nodes: readonly NodeHealth[]): (open: OpenIncident) => boolean {
  const unknown = new Set(nodes.flatMap(({ chain, missed }) => (missed === undefined ? [chain] : [])));
  return ({ chain }) => unknown.has(chain ?? '');
}

/** Reports wallets that are not polled, because their node lacks logs. */
export async function recordRefused(
  nodes: readonly NodeHealth[],
  open: readonly OpenIncident[],
  { incidents }: Pick<RecordDependencies, 'incidents'>,
): Promise<void> {
  const known = open.filter(({ type }) => type === 'wallet.failing');
  const refused = nodes.values().flatMap((node) => node.refused ?? []);
  await reconcile(known, refused.map(refusedIncident), incidents, { most: 100, unseen: unknownIn(nodes) });
}

function refusedIncident({ wallet, chain, fromBlock, label }: Watch): Incident {
  const { name } = chain;
  const typed = typedName(chain);
  const shown = cleanText(label);
  return {
    type: 'wallet.failing',
    wallet,
    chain: name,
    reason: `Its first poll waits: the node of ${name} gives no logs from block ${fromBlock} on, the fromBlock of its row, or from a later one.`,
    whatToDo: `A node that has them: npx chainbell rpc set ${typed}. To begin now: npx chainbell set ${wallet} --chain ${typed} fromBlock= takes it out.`,
    about: shown === null ? {} : { label: shown },
  };
}
