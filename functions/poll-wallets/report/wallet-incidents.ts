import { isDeepStrictEqual } from 'node:util';
import type { EpochMilliseconds } from '../../chain/units.ts';
import {
  incidentStep,
  type WalletIncidentField,
  walletIncident,
  walletIncidentFields,
} from '../../incidents/incident.ts';
import { incidentBegan, incidentEnded } from '../../incidents/operations-message.ts';
import { createBatcher, namedPerCause } from '../../incidents/publish-operations.ts';
import { type Cursor, VersionConflict } from '../../state/cursor.ts';
import { readCursor, saveOver } from '../../state/state-table.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { nameOf, type WatchedCursor } from '../poll-each.ts';

type Seen = Parameters<typeof incidentStep<{ readonly reason: string }>>[1];

/** By kind of incident. Null ends an incident of that kind; a kind that is left out stays as it is. */
export type WalletTroubles = Partial<Record<WalletIncidentField, Seen>>;

type WalletReport = WatchedCursor & { readonly troubles: WalletTroubles };
type IncidentDependencies = Pick<PollDependencies, 'states' | 'clock' | 'publishOperations' | 'log'>;

/**
 * Updates wallets' incidents in one save a wallet, or without one if nothing changed. A failure of one wallet is logged, and does
 * not reach the others. Saves come last: the next polls report again after a crash, or if SNS refuses the message of many.
 * @throws the refusal of that message
 */
export async function recordWalletIncidents(
  reports: readonly WalletReport[],
  deps: IncidentDependencies,
): Promise<void> {
  const batcher = createBatcher(deps.publishOperations);
  const now = deps.clock.now();
  const shared = sharedCauses(reports, now);
  const failed = "error: a wallet's incidents could not be reported";
  const logged = <Result>(report: WalletReport, work: Promise<Result>) =>
    work.catch((error: unknown) => deps.log.error(failed, { ...nameOf(report), error: String(error) }));
  const publish = async (report: WalletReport) => {
    const next = await logged(report, publishSteps(report, { shared, now }, { ...deps, batcher }));
    return next ? [{ report, next }] : [];
  };
  const published = await Promise.all(reports.map(publish));
  await batcher.flush();
  await Promise.all(published.flat().map(({ report, next }) => logged(report, save(report, next, deps))));
}

/** Causes that begin or end now for more wallets than `namedPerCause`: one message reports all of them. */
function sharedCauses(reports: readonly WalletReport[], now: EpochMilliseconds): ReadonlySet<string> {
  const causes = reports.flatMap(({ watch, cursor, troubles }) =>
    walletIncidentFields.flatMap((field) => {
      const [before, seen] = [cursor[field], troubles[field]];
      if (seen === undefined) return [];
      const { next, publish } = incidentStep(before, seen, now);
      const record = next ?? before;
      return record === null || publish === null ? [] : [causeOf(watch, field, publish, record)];
    }),
  );
  const byCause = Map.groupBy(causes, (cause) => cause).entries();
  return new Set(byCause.flatMap(([cause, alike]) => (alike.length > namedPerCause ? [cause] : [])));
}

/**
 * What to do about a backlog names the chain. The time too, which is one for all of a batch: a message that ends many would not end,
 * for a pager, those that began by a message each.
 */
function causeOf(
  { chain }: WatchedCursor['watch'],
  field: WalletIncidentField,
  publish: 'began' | 'ended',
  { reason, since }: { readonly reason: string; readonly since: EpochMilliseconds },
): string {
  return JSON.stringify([field, publish, field === 'behind' ? chain.name : null, reason, since]);
}

/** Publishes which incidents begin and end. @returns the cursor with the incidents as they are then */
async function publishSteps(
  { watch, cursor, troubles }: WalletReport,
  { shared, now }: { readonly shared: ReadonlySet<string>; readonly now: EpochMilliseconds },
  deps: IncidentDependencies & { readonly batcher: ReturnType<typeof createBatcher> },
): Promise<Cursor> {
  const named = { wallet: watch.wallet, chain: watch.chain.name, label: watch.label };
  const next = { ...cursor };
  for (const field of walletIncidentFields) {
    const [before, seen] = [cursor[field], troubles[field]];
    if (seen === undefined) continue;
    const step = incidentStep(before, seen, now);
    next[field] = step.next;
    const record = step.next ?? before;
    if (record === null || step.publish === null) continue;
    // A slow poll overlaps the next one, and the next one's worker may have published the message already.
    const stored = (await readCursor(watch, deps))[field];
    if ((before !== null && stored === null) || (step.publish === 'began' && stored?.published)) {
      next[field] = stored;
      continue;
    }
    const incident = walletIncident(field, named, record);
    const message =
      step.publish === 'began'
        ? incidentBegan(incident, now, record.since)
        : incidentEnded(incident, record.since, now);
    if (shared.has(causeOf(watch, field, step.publish, record)))
      deps.batcher.share({ ...message, cause: record.reason });
    else await deps.batcher.publish(message);
  }
  return next;
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
