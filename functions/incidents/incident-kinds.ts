import { type Chain, typedName } from '../chain/chains.ts';
import { concernsAny, type Incident, type OpenIncident } from './incident.ts';
import type { IncidentLog } from './incident-log.ts';
import type { IncidentType } from './incident-texts.ts';

const advice = {
  'key.missing': 'Set the key, and polling starts at the next tick:',
  'key.refused': "Take a valid key from the API provider's console, and set it:",
  'plan.exhausted':
    "Nothing, if it can wait for the plan's next day: polling goes on by itself. Else raise the plan, or poll less often (every) and set callsPerDay; npx chainbell export | npx chainbell estimate --file - (with --every, if that setting is not 1m) says what the wallets take.",
  'api.unavailable':
    'npx chainbell doctor says what the API answers now. Polling goes on from the stored blocks as soon as the API answers.',
} as const;

export type ApiIncidentType = keyof typeof advice;

/** Incidents of the API or its key: at most one of each type at a time, for all wallets together. */
export const apiIncidentTypes = Object.keys(advice) as readonly ApiIncidentType[];

/** @param how appended to the advice, such as the command that sets a key */
export function apiIncident(type: ApiIncidentType, reason: string, how: string | null = null): Incident {
  const whatToDo = how === null ? advice[type] : `${advice[type]} ${how}`;
  return { type, wallet: null, chain: null, reason, whatToDo };
}

/**
 * Begins the incident that this worker met, unless it is on record. After an answer of the API all other API incidents end.
 * @param answered ids of the chains for which the API answered @param takesKey a refusal showed that the API takes the key
 */
export async function recordApiIncident(
  met: Incident | null,
  { answered, takesKey }: { readonly answered: ReadonlySet<string>; readonly takesKey: boolean },
  open: readonly OpenIncident[],
  { incidents }: { readonly incidents: Pick<IncidentLog, 'begin' | 'end'> },
): Promise<void> {
  if (met !== null) await incidents.begin([met], open);
  const ofKey = (type?: IncidentType) => type === 'key.missing' || type === 'key.refused';
  // Incidents of the key exclude each other.
  const keyIsKnown = ofKey(met?.type) || takesKey;
  const isOver = (one: Incident) =>
    one.type !== met?.type && (concernsAny(one, answered) || (keyIsKnown && ofKey(one.type)));
  // Another reason, such as a key that is there now but unreadable: the old incident ends, and the next poll begins the new one.
  const isOther = ({ type, reason }: OpenIncident) =>
    type === 'key.missing' && met?.type === type && met.reason !== reason;
  await incidents.end(open.filter((one) => isOver(one) || isOther(one)));
}

const kinds = {
  failing: {
    type: 'wallet.failing',
    whatToDo:
      'Nothing, unless the reason names something to mend: polls are tried again by themselves. npx chainbell list shows how each wallet is doing.',
  },
  behind: {
    type: 'backlog',
    whatToDo:
      'Nothing, if it ends within the hour or the chain is read from its node. Otherwise a node URL for the chain (setting rpcParameters: npx chainbell rpc set <chain>) or a larger plan (callsPerDay, callsPerSecond) ends it.',
  },
} as const;

export type WalletIncidentField = keyof typeof kinds;

export function walletIncident(
  field: WalletIncidentField,
  of: { wallet: string; chain: Pick<Chain, 'name' | 'besideApi'>; label?: string | null },
  { reason }: { reason: string },
): Incident {
  const { wallet, chain, label } = of;
  const behind = `Polls of "${wallet}" on ${chain.name} have not reached the newest block for five minutes or more. ${reason}`;
  const { type, whatToDo } = kinds[field];
  return {
    type,
    wallet,
    chain: chain.name,
    ...(chain.besideApi && { part: 'node' }),
    whatToDo: whatToDo.replace('<chain>', typedName(chain)),
    reason: field === 'behind' ? behind : reason,
    about: label ? { label } : {},
  };
}
