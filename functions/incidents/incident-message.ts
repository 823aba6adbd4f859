import { lasted } from '../text/lasted.ts';
import type { Incident } from './incident.ts';
import { incidentTexts } from './incident-texts.ts';
import type { OperationsMessage } from './operations-message.ts';

/** @param since epoch milliseconds of when it was first seen */
export function incidentBegan(
  { type, wallet, chain, reason, whatToDo, ...named }: Incident,
  now: number,
  since: number = now,
): OperationsMessage {
  const at = new Date(now).toISOString();
  return { version: 1, type, state: 'began', wallet, chain, reason, whatToDo, at, since, ...namesOf(named) };
}

/** What is well again comes before the old reason, which alone would read as an order. @param why what ended it, if unusual */
export function incidentEnded(
  { type, wallet, chain, reason, ...named }: Incident,
  since: number,
  now: number,
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
  about,
}: Pick<Incident, 'destination' | 'about'>): Pick<OperationsMessage, 'destination' | 'about'> {
  return {
    ...(destination === undefined ? {} : { destination }),
    ...(about === undefined ? {} : { about }),
  };
}
