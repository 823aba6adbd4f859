import type { Incident, OpenIncident } from '../incidents/incident.ts';
import { apiIncident, type IncidentLog } from '../incidents/incident-log.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';

/** Reports that the day has no calls left; the next day's first answer ends the incident. */
export async function recordSpentQuota(
  open: readonly OpenIncident[],
  { incidents, callsPerDay }: Pick<DispatchDependencies, 'incidents' | 'callsPerDay'>,
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
      'npx chainbell estimate says what plan the wallets take. Raise it and callsPerDay, watch fewer wallets, or poll less often (every).',
  };
}

/** Reports when wallets begin or cease to ask for more than twice the plan's calls. @param asked calls a day */
export async function recordStretch(
  asked: number,
  callsPerDay: number | null,
  open: readonly OpenIncident[],
  incidents: IncidentLog,
): Promise<void> {
  if (callsPerDay !== null && asked > callsPerDay * stretchAllowed)
    await incidents.begin([stretchIncident(asked, callsPerDay)], open);
  else await incidents.end(open.filter(({ type }) => type === 'polling.stretched'));
}
