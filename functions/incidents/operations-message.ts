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

export interface OperationsOrigin {
  /** https, without an anchor. */
  readonly runbookUrl: string;
  /** Whoever runs several stacks must know which one it is. */
  readonly stack: { readonly name: string; readonly region: string };
}

export function operationsOriginOf(settings: {
  readonly RUNBOOK_URL: string;
  readonly STACK_NAME: string;
  readonly OPS_TOPIC_ARN: string;
}): OperationsOrigin {
  const [, , , region = ''] = settings.OPS_TOPIC_ARN.split(':');
  return { runbookUrl: settings.RUNBOOK_URL, stack: { name: settings.STACK_NAME, region } };
}

/** The stack's name, and the options that commands need if the shell's defaults are another stack's. */
export function stackFact({ stack: { name, region } }: OperationsOrigin): string {
  return `${name} in ${region} (commands, in your checkout: --stack ${name} --region ${region})`;
}

/** Linked by the local run, and if the checkout's repository is not known. Nobody can own this name. */
export const repositoryRunbook = 'https://chainbell.example/docs/runbook.md';

/** @param runbookUrl https, without an anchor @param heading of docs/runbook.md: an alarm's name or an operations type */
export function runbookLink(runbookUrl: string, heading: string): string {
  return `${runbookUrl}#${anchorOf(heading)}`;
}

/** GitHub's anchor: `polls-late` of `polls late`, `keymissing` of `key.missing`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
