import type { Incident } from './incident.ts';
import { incidentTexts } from './incident-texts.ts';
import type { OperationsMessage } from './operations-message.ts';

/** @param now epoch milliseconds */
export function incidentBegan(
  { type, wallet, chain, reason, whatToDo, ...named }: Incident,
  now: number,
): OperationsMessage {
  const at = new Date(now).toISOString();
  return { version: 1, type, state: 'began', wallet, chain, reason, whatToDo, at, ...namesOf(named) };
}

/**
 * Says what is well again before what it was: the old reason alone would read as an order.
 * @param since epoch milliseconds of its beginning
 * @param why what ended it, where that is not the usual
 */
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
    whatToDo: 'Nothing.',
    at: new Date(now).toISOString(),
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

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A length of time in the largest unit that it holds twice: "14 minutes". */
function lasted(milliseconds: number): string {
  const [unit, length] = units.find(([, length]) => milliseconds >= 2 * length) ?? ['second', 1_000];
  const count = Math.max(1, Math.round(milliseconds / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
