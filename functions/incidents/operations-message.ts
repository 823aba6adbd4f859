import { hash } from 'node:crypto';
import type { EpochMilliseconds } from '../chain/units.ts';
import { lasted } from '../text/lasted.ts';
import type { Incident, IncidentSubject, IncidentType } from './incident.ts';
import { incidentTexts } from './incident-texts.ts';

/** Published once when an incident begins and once when it ends. */
export interface OperationsMessage {
  readonly version: 1;
  readonly type: IncidentType;
  readonly state: 'began' | 'ended';
  /** As typed in the row; null: not of one row or wallet. */
  readonly wallet: string | null;
  readonly chain: string | null;
  /** May quote strangers: a row's value, the API's answer. */
  readonly reason: string;
  /** Our own words only: shown as they stand, commands included. */
  readonly whatToDo: string;
  readonly at: string;
  /** Not in the JSON; absent if the message is about several incidents. */
  readonly since?: EpochMilliseconds | undefined;
  /** Parts of an ended one's reason, not in the JSON. */
  readonly past?: { readonly why: string; readonly was: string } | undefined;
  /** Of `destination.failing` only. */
  readonly destination?: string | undefined;
  /** Keeps apart incidents that are alike in all of the above, as of two subscriptions; the same when one begins and ends. */
  readonly part?: string | undefined;
  /** For subject and SMS, not in the JSON. */
  readonly about?: IncidentSubject | undefined;
}

/** @param since when it was first seen */
export function incidentBegan(
  { type, wallet, chain, reason, whatToDo, ...named }: Incident,
  now: EpochMilliseconds,
  since: EpochMilliseconds = now,
): OperationsMessage {
  const at = new Date(now).toISOString();
  return { version: 1, type, state: 'began', wallet, chain, reason, whatToDo, at, since, ...namesOf(named) };
}

/** What is well again comes before the old reason, which alone would read as an order. @param why what ended it, if unusual */
export function incidentEnded(
  { type, wallet, chain, reason, ...named }: Incident,
  since: EpochMilliseconds,
  now: EpochMilliseconds,
  why: string = incidentTexts[type].ended,
): OperationsMessage {
  return {
    version: 1,
    type,
    state: 'ended',
    wallet,
    chain,
    reason: `${why}, after ${lasted(now - since)}. It was: ${reason}`,
    whatToDo: incidentTexts[type].leftToDo?.replace('<name>', named.destination ?? '') ?? 'Nothing.',
    at: new Date(now).toISOString(),
    since,
    past: { why, was: reason },
    ...namesOf(named),
  };
}

function namesOf({
  destination,
  part,
  about,
}: Pick<Incident, 'destination' | 'part' | 'about'>): Pick<
  OperationsMessage,
  'destination' | 'part' | 'about'
> {
  return {
    ...(destination === undefined ? {} : { destination }),
    ...(part === undefined ? {} : { part: hash('sha256', part).slice(0, 16) }),
    ...(about === undefined ? {} : { about }),
  };
}
