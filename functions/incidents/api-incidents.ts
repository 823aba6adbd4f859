import type { Incident, OpenIncident } from './incident.ts';
import type { IncidentLog } from './incident-log.ts';
import type { IncidentType } from './operations-message.ts';

/** The incidents that all wallets share. Each has its own type, which is its key on record. */
export const apiIncidentTypes = ['key.missing', 'key.refused', 'plan.exhausted', 'api.unavailable'] as const;
export type ApiIncidentType = (typeof apiIncidentTypes)[number];

const advice: Readonly<Record<ApiIncidentType, string>> = {
  'key.missing': 'Set the key, and polling starts at the next tick:',
  'key.refused': "Take a valid key from the API provider's console, and set it:",
  'plan.exhausted':
    "Nothing, if it can wait for the plan's next day: polling goes on by itself. Else raise the plan, or poll less often (every) and set callsPerDay; npx chainbell estimate says what the wallets take.",
  'api.unavailable':
    'npx chainbell doctor says what the API answers now. Polling goes on from the stored blocks as soon as the API answers.',
};

/**
 * An incident of the API as a whole, with the reason in words.
 * @param how what the owner does about it in particular, such as the command that sets a key
 */
export function apiIncident(type: ApiIncidentType, reason: string, how: string | null = null): Incident {
  const whatToDo = how === null ? advice[type] : `${advice[type]} ${how}`;
  return { type, wallet: null, chain: null, reason, whatToDo };
}

/**
 * Brings the record in line with what this worker saw: the incident it met, if any, begins or goes on; after an answer
 * of the API all others are over. A worker that saw neither leaves the record alone.
 */
export async function recordApiIncident(
  met: Incident | null,
  answered: boolean,
  open: readonly OpenIncident[],
  { incidents }: { readonly incidents: IncidentLog },
): Promise<void> {
  if (met !== null) await incidents.begin([met], open);
  const over = open.filter(({ type }) => type !== met?.type && (answered || replaces(met?.type, type)));
  await incidents.end(over);
}

/** A key that is refused is not missing any more, and the other way round. */
function replaces(met: IncidentType | undefined, before: IncidentType): boolean {
  const ofKey = (type: IncidentType | undefined) => type === 'key.missing' || type === 'key.refused';
  return (ofKey(met) && ofKey(before)) || (met === 'plan.exhausted' && ofKey(before));
}
