import { type Incident, incidentKey, type OpenIncident } from '../incidents/incident.ts';
import type { IncidentSubject } from '../incidents/operations-message.ts';
import { misspeltAttributes } from '../wallet/misspelt-attributes.ts';
import type { Watchlist } from '../wallet/read-watchlist.ts';
import { cut } from '../wallet/row-values.ts';
import { attributesOf, type WatchlistRow } from '../wallet/watchlist-row.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';

/** Far beyond what a person mends one by one; the rest is told when these are mended. */
const maxOnRecord = 500;

const rowTypes = new Set(['row.unreadable', 'row.duplicate', 'row.attribute']);

/** The incidents that rows have: each is told once to operations, and again when it is mended. */
export function rowIncidents({ watched, unreadable, duplicates }: Watchlist): Incident[] {
  return [
    ...unreadable.map(({ row, error }) => ({
      type: 'row.unreadable' as const,
      wallet: row.wallet,
      chain: row.chain,
      reason: error.message,
      whatToDo: `Correct "${error.attribute}" in this row of the Watchlist table. The row is not polled until then.`,
      about: aboutRow(row, error.attribute),
    })),
    ...duplicates.map(({ row, standsIn }) => ({
      type: 'row.duplicate' as const,
      wallet: row.wallet,
      chain: row.chain,
      reason: `Another row watches this wallet too: "${standsIn.wallet}", "${standsIn.chain}". Only the settings of that one count.`,
      whatToDo: 'Delete one of the two rows.',
      about: aboutRow(row),
    })),
    ...watched.flatMap(({ row }) =>
      misspeltAttributes(row).map(({ name, meant }) => ({
        type: 'row.attribute' as const,
        wallet: row.wallet,
        chain: row.chain,
        reason: `"${cut(name)}" is no attribute that Chainbell reads; "${meant}" was probably meant. The row is polled without it.`,
        whatToDo: `Rename it to "${meant}" in this row of the Watchlist table. If it is a note of your own, give it another name.`,
        about: aboutRow(row, cut(name)),
      })),
    ),
  ];
}

function aboutRow(row: WatchlistRow, detail?: string): IncidentSubject {
  const label = attributesOf(row).get('label');
  return { ...(typeof label === 'string' ? { label: label.slice(0, 200) } : {}), detail };
}

/** Brings the record in line with the rows of this tick. */
export async function recordRowIncidents(
  watchlist: Watchlist,
  open: readonly OpenIncident[],
  { incidents, log }: Pick<DispatchDependencies, 'incidents' | 'log'>,
): Promise<void> {
  const current = new Map(rowIncidents(watchlist).map((incident) => [incidentKey(incident), incident]));
  const onRecord = open.filter(({ type }) => rowTypes.has(type));
  const known = new Set(onRecord.map(({ key }) => key));
  const fresh = [...current].filter(([key]) => !known.has(key)).map(([, incident]) => incident);
  const room = Math.max(0, maxOnRecord - known.size);
  for (const { reason, wallet, chain } of fresh.slice(0, room)) log.warn(reason, { wallet, chain });
  if (fresh.length > room)
    log.warn('more rows have incidents than are published at a time', { unpublished: fresh.length - room });
  // The end first: of a row that is mended in one attribute and broken in another, the last word is what is wrong.
  await incidents.end(onRecord.filter(({ key }) => !current.has(key)));
  // Those on record go along: one that a crash kept from being told is told now.
  const kept = onRecord.filter(({ key }) => current.has(key));
  await incidents.begin([...kept, ...fresh.slice(0, room)], open);
}
