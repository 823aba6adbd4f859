import { isDeepStrictEqual } from 'node:util';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { incidentStep, type SeenIncident } from '../../incidents/incident.ts';
import { type WalletIncidentField, walletIncident } from '../../incidents/incident-kinds.ts';
import { incidentBegan, incidentEnded } from '../../incidents/operations-message.ts';
import { createBatcher, isJoint } from '../../incidents/publish-operations.ts';
import { type Cursor, VersionConflict, walletIncidentFields } from '../../state/cursor.ts';
import { readCursor, saveOver } from '../../state/state-table.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { nameOf, type WatchedCursor } from '../poll-each.ts';

/** By kind of incident. Null ends an incident of that kind; a kind that is left out stays as it is. */
export type WalletTroubles = Partial<Record<WalletIncidentField, SeenIncident | null>>;

type WalletReport = WatchedCursor & { readonly troubles: WalletTroubles };
type IncidentDependencies = Pick<PollDependencies, 'states' | 'clock' | 'publishOperations' | 'log'>;

/**
 * Updates wallets' incidents, one save a changed wallet. A wallet's failure is only logged. Saves come last: after a crash, or if SNS
 * refuses the message of many wallets, the next polls report again. @throws that refusal
 */
export async function recordWalletIncidents(
  reports: readonly WalletReport[],
  deps: IncidentDependencies,
): Promise<void> {
  const batcher = createBatcher(deps.publishOperations);
  const now = deps.clock.now();
  const changed = reports.map((report) => ({ report, steps: stepsOf(report, now) }));
  const published = changed.flatMap(({ steps }) => steps.filter(({ publish }) => publish !== null));
  const byCause = Map.groupBy(published, ({ cause }) => cause);
  const isShared = ({ cause, publish, before }: Step) => isJoint(publish, before?.joint, byCause.get(cause));
  const failed = "error: a wallet's incidents could not be reported";
  const logged = <Result>(report: WalletReport, work: Promise<Result>) =>
    work.catch((error: unknown) => deps.log.error(failed, { ...nameOf(report), error: String(error) }));
  const results = await Promise.all(
    changed.map(async ({ report, steps }) => {
      const next = await logged(report, publishSteps(report, steps, isShared, { ...deps, batcher }, now));
      return next ? [{ report, next }] : [];
    }),
  );
  await batcher.flush();
  await Promise.all(results.flat().map(({ report, next }) => logged(report, save(report, next, deps))));
}

type Step = ReturnType<typeof stepsOf>[number];

/** The next state of each kind of incident that the poll can judge. `publish`: its message; null: none is due. */
function stepsOf({ watch, cursor, troubles }: WalletReport, now: EpochMilliseconds) {
  return walletIncidentFields.flatMap((field) => {
    const [before, seen] = [cursor[field], troubles[field]];
    if (seen === undefined) return [];
    const { next, publish } = incidentStep(before, seen, now);
    const record = next ?? before;
    // The advice on a backlog names the chain.
    const group = field === 'behind' ? `${watch.chain.name}: ${record?.reason}` : (record?.reason ?? '');
    const cause = JSON.stringify([field, publish, group, record?.joint]);
    return [{ field, before, next, record, publish: record && publish, group, cause }];
  });
}

/** Publishes which incidents begin and end. @returns the cursor with the incidents as they are then */
async function publishSteps(
  { watch, cursor }: WalletReport,
  steps: readonly Step[],
  isShared: (step: Step) => boolean,
  deps: IncidentDependencies & { readonly batcher: ReturnType<typeof createBatcher> },
  now: EpochMilliseconds,
): Promise<Cursor> {
  const after = { ...cursor };
  for (const step of steps) {
    const { field, before, next, record, publish, group } = step;
    after[field] = next;
    if (record === null || publish === null) continue;
    // A slow poll overlaps the next one, and the next one's worker may have published the message already.
    const stored = (await readCursor(watch, deps))[field];
    if ((before !== null && stored === null) || (publish === 'began' && stored?.published)) {
      after[field] = stored;
      continue;
    }
    const incident = walletIncident(field, watch, record);
    const message =
      publish === 'began' ? incidentBegan(incident, now, record.since) : incidentEnded(incident, record, now);
    const joint = isShared(step)
      ? deps.batcher.share(group, record.reason, message)
      : await deps.batcher.publish(message);
    if (next !== null && joint !== undefined) after[field] = { ...next, joint };
  }
  return after;
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
    deps.log.warn(failed, nameOf({ watch }));
  }
}
