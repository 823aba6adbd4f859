import { isDeepStrictEqual } from 'node:util';
import { incidentStep, type SeenIncident } from '../../incidents/incident.ts';
import { type WalletIncidentField, walletIncident } from '../../incidents/incident-kinds.ts';
import { incidentBegan, incidentEnded } from '../../incidents/operations-message.ts';
import { type Announcement, publishAll } from '../../incidents/publish-operations.ts';
import { type Cursor, VersionConflict, walletIncidentFields } from '../../state/cursor.ts';
import { readCursor, saveOver } from '../../state/state-table.ts';
import type { PollDependencies } from '../dependencies.ts';
import { logDetails, type WatchedCursor } from '../poll-each.ts';

/** By kind of incident. Null ends an incident of that kind; a kind that is left out stays as it is. */
export type SeenIncidents = Partial<Record<WalletIncidentField, SeenIncident | null>>;

type WalletReport = WatchedCursor & { readonly seenIncidents: SeenIncidents };
type IncidentDependencies = Pick<PollDependencies, 'states' | 'clock' | 'publishOperations' | 'log'>;

/**
 * Updates wallets' incidents, one save a changed wallet. A wallet's failure is only logged. Saves come last: after a crash, or if SNS
 * refuses a message, the next polls report again.
 */
export async function recordWalletIncidents(
  reports: readonly WalletReport[],
  deps: IncidentDependencies,
): Promise<void> {
  const eachLogged = (work: (report: WalletReport) => Promise<void>) =>
    Promise.all(
      reports.map(async (report) => {
        const failed = "error: a wallet's incidents could not be reported";
        const details = (error: unknown) => ({ ...logDetails(report), error: String(error) });
        await work(report).catch((error: unknown) => deps.log.error(failed, details(error)));
      }),
    );
  const steps = new Map<WalletReport, readonly Step[]>();
  await eachLogged(async (report) => void steps.set(report, await stepsOf(report, deps)));
  const announced = [...steps.values()].flat().flatMap((step) => step.announced ?? []);
  const joints = publishAll(announced, deps.publishOperations);
  await eachLogged(async (report) => {
    const after = { ...report.cursor };
    const take = async ({ field, next, announced: message }: Step) => {
      const joint = message && (await joints.get(message));
      after[field] = next && joint !== undefined ? { ...next, joint } : next;
    };
    const taken = await Promise.allSettled((steps.get(report) ?? []).map(take));
    await save(report, after, deps);
    for (const one of taken) if (one.status === 'rejected') throw one.reason;
  });
}

interface Step {
  readonly field: WalletIncidentField;
  readonly next: Cursor[WalletIncidentField];
  /** Its message; absent: none is due. */
  readonly announced?: Announcement;
}

/** The next state of each kind of incident that the poll can judge. */
async function stepsOf(
  { watch, cursor, seenIncidents }: WalletReport,
  deps: IncidentDependencies,
): Promise<Step[]> {
  const now = deps.clock.now();
  const steps: Step[] = [];
  for (const field of walletIncidentFields) {
    const [before, seen] = [cursor[field], seenIncidents[field]];
    if (seen === undefined) continue;
    const { next, publish } = incidentStep(before, seen, now);
    const record = next ?? before;
    // A slow poll overlaps the next one, and the next one's worker may have published the message already.
    const stored = publish && (await readCursor(watch, deps))[field];
    if (record === null || publish === null) steps.push({ field, next });
    else if ((before !== null && stored === null) || (publish === 'began' && stored?.published))
      steps.push({ field, next: stored });
    else {
      const { reason, since } = record;
      const incident = walletIncident(field, watch, record);
      const message =
        publish === 'began' ? incidentBegan(incident, now, since) : incidentEnded(incident, record, now);
      steps.push({ field, next, announced: { message, cause: reason } });
    }
  }
  return steps;
}

/** Another worker's record of the same incident wins, unless this worker published its own. */
async function save({ watch, cursor: before }: WatchedCursor, next: Cursor, deps: IncidentDependencies) {
  const onTop = (stored: Cursor): Cursor | null => {
    const after = { ...stored };
    for (const field of walletIncidentFields) {
      const isPublished = next[field]?.published && !before[field]?.published && !stored[field]?.published;
      if (isPublished || isDeepStrictEqual(stored[field], before[field])) after[field] = next[field];
    }
    return isDeepStrictEqual(after, stored) ? null : after;
  };
  try {
    await saveOver(watch, before, onTop, deps);
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    const failed = "a wallet's incident could not be noted: other workers saved the wallet first";
    deps.log.warn(failed, logDetails({ watch }));
  }
}
