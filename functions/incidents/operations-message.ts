import { hash } from 'node:crypto';
import type { EpochMilliseconds } from '../chain/units.ts';
import { lasted } from '../text/phrases.ts';
import type { Incident, IncidentRecord } from './incident.ts';
import { incidentTexts } from './incident-texts.ts';

/** Published when an incident begins and when it ends. The JSON has no `about`, `since`, `past` and `joint`. */
export interface OperationsMessage extends Incident {
  readonly version: 1;
  readonly state: 'began' | 'ended';
  readonly at: string;
  /** When the incident was first seen; absent if the message is about several incidents. */
  readonly since?: EpochMilliseconds | undefined;
  /** The parts of an ended incident's reason. */
  readonly past?: { readonly why: string; readonly was: string } | undefined;
  /** Of an ended incident: see storedIncident in state/cursor.ts. */
  readonly joint?: string | undefined;
}

/** @param since when it was first seen */
export function incidentBegan(
  incident: Incident,
  now: EpochMilliseconds,
  since: EpochMilliseconds = now,
): OperationsMessage {
  return { ...messageOf(incident, now), state: 'began', since };
}

/** The reason begins with the good news, because the old reason alone would read as an order. @param why the cause of the end */
export function incidentEnded(
  incident: Incident,
  { since, joint }: Pick<IncidentRecord, 'since' | 'joint'>,
  now: EpochMilliseconds,
  why: string = incidentTexts[incident.type].ended,
): OperationsMessage {
  const { type, reason, destination = '' } = incident;
  return {
    ...messageOf(incident, now),
    state: 'ended',
    reason: `${why}, after ${lasted(now - since)}. It was: ${reason}`,
    whatToDo: incidentTexts[type].leftToDo?.replace('<name>', destination) ?? 'Nothing.',
    since,
    past: { why, was: reason },
    ...(joint && { joint, part: joint }),
  };
}

/** The digest of `part` is the same when the incident begins and ends. */
function messageOf(
  { type, wallet, chain, reason, whatToDo, destination, part, about }: Incident,
  now: EpochMilliseconds,
) {
  const at = new Date(now).toISOString();
  const digest = part && hash('sha256', JSON.stringify([wallet, chain, part])).slice(0, 16);
  return { version: 1, type, wallet, chain, reason, whatToDo, at, destination, part: digest, about } as const;
}

export type OperationsOrigin = Readonly<ReturnType<typeof operationsOriginOf>>;

/** @param settings.RUNBOOK_URL https, without an anchor */
export function operationsOriginOf(settings: {
  readonly RUNBOOK_URL: string;
  readonly STACK_NAME: string;
  readonly OPS_TOPIC_ARN: string;
}) {
  const [, , , region = ''] = settings.OPS_TOPIC_ARN.split(':');
  return { runbookUrl: settings.RUNBOOK_URL, stack: { name: settings.STACK_NAME, region } };
}

/** The stack's name, and the options with which commands find it: the shell's defaults may lead to another stack. */
export function stackFact({ stack: { name, region } }: OperationsOrigin): string {
  return `${name} in ${region} (commands, in your checkout: --stack ${name} --region ${region})`;
}

/** Linked by the local run, and if the checkout's repository is unknown. Nobody can register this host name. */
export const repositoryRunbook = 'https://chainbell.example/docs/runbook.md';

/**
 * With GitHub's anchor: `polls-late` of `polls late`, `keymissing` of `key.missing`.
 * @param runbookUrl https, without an anchor @param heading of docs/runbook.md: an alarm's name or an operations type
 */
export function runbookLink(runbookUrl: string, heading: string): string {
  const anchor = heading.toLowerCase().replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, '');
  return `${runbookUrl}#${anchor.replaceAll(' ', '-')}`;
}
