import { type ParameterStringFilter, paginateDescribeParameters } from '@aws-sdk/client-ssm';
import { type Chain, typedName } from '../../../functions/chain/chains.ts';
import type { OpenIncident } from '../../../functions/incidents/incident.ts';
import { apiIncidentTypes } from '../../../functions/incidents/incident-kinds.ts';
import { listIncidents } from '../../../functions/incidents/incident-log.ts';
import { incidentTexts } from '../../../functions/incidents/incident-texts.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { chainOf } from '../frame/watched-wallet.ts';
import { type OpenStack, openTable } from '../stack/open-stack.ts';
import type { Deployment } from './deployment.ts';

/** A fault that keeps wallets from being polled, in the words of every command. */
export interface Fault {
  /** A clause: "the schedule is off". */
  readonly what: string;
  readonly toDo: string;
  /** Mends the fault for `doctor --fix`. Returns a sentence that says what it did. */
  readonly fix?: () => Promise<string>;
}

export async function openIncidents(open: OpenStack): Promise<readonly OpenIncident[]> {
  return listIncidents(await openTable(open, 'state'));
}

/** The open incident of this wallet, or of attributes in its row that need a missing node; null: none. */
export function unpolledIn(incidents: readonly OpenIncident[], { wallet, chain }: Watch) {
  const isIts = (one: OpenIncident) =>
    (one.type === 'wallet.failing' || one.about?.isShared) &&
    one.wallet?.trim().toLowerCase() === wallet &&
    chainOf(one.chain ?? '')?.id === chain.id;
  return incidents.find(isIts) ?? null;
}

/** A missing key, or the fault of the last polls on record. */
export async function keyFault(
  deployment: Deployment,
  incidents: readonly OpenIncident[],
): Promise<Fault | null> {
  const { API_KEY_PARAMETER: name } = await deployment.pollSettings();
  const [key] = await parameters(deployment, { Key: 'Name', Option: 'Equals', Values: [name] });
  if (key === undefined) return { what: `the API key is missing (${name})`, toDo: 'npx chainbell key set.' };
  const isOfThisKey = ({ type, since }: OpenIncident) => !type.startsWith('key.') || since >= key.setAt;
  const met = incidents.find((one) => apiIncidentTypes.some((type) => type === one.type) && isOfThisKey(one));
  return met === undefined ? null : faultOfIncident(met);
}

export function nodeFault(
  chain: Chain,
  withNode: ReadonlySet<string> | null,
  incidents: readonly OpenIncident[],
): Fault | null {
  const toDo = `npx chainbell rpc set ${typedName(chain)}.`;
  if (withNode !== null && !withNode.has(chain.id))
    return { what: `${chain.name} is read from its node, but no node is set`, toDo };
  const met = incidents.find((one) => one.type === 'activity.unavailable' && one.chain === chain.name);
  return met === undefined ? null : faultOfIncident(met);
}

function faultOfIncident({ type, whatToDo }: OpenIncident): Fault {
  const { began } = incidentTexts[type];
  return { what: `${began.charAt(0).toLowerCase()}${began.slice(1)}`.replace(/^aPI/, 'API'), toDo: whatToDo };
}

export async function chainsWithNode(deployment: Deployment): Promise<ReadonlySet<string>> {
  const { RPC_PARAMETERS: path } = await deployment.dispatchSettings();
  const found = await parameters(deployment, { Key: 'Path', Option: 'OneLevel', Values: [path] });
  return new Set(found.flatMap(({ name }) => chainOf(name.slice(path.length + 1))?.id ?? []));
}

/** Names, and epoch milliseconds at which they were set. */
async function parameters({ aws }: Deployment, filter: ParameterStringFilter) {
  const client = await aws.ssm();
  const pages = await Array.fromAsync(paginateDescribeParameters({ client }, { ParameterFilters: [filter] }));
  return pages.flatMap(({ Parameters = [] }) =>
    Parameters.map(({ Name: name = '', LastModifiedDate: date }) => ({ name, setAt: date?.getTime() ?? 0 })),
  );
}
