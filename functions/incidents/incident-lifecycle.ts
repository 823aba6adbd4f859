/** What is remembered of every incident, wherever its record is kept. */
export interface IncidentRecord {
  /** Epoch milliseconds of when it was first seen. */
  readonly since: number;
  /** Its beginning was published. */
  readonly published: boolean;
}

/** An incident that is there now. */
export interface SeenIncident<What> {
  readonly incident: What;
  /** Milliseconds that it may last unpublished: a blip is not worth a message at night. */
  readonly grace: number;
}

/** A grace without an end: from when it began is on record, and nobody hears of it. */
export const onRecordOnly = Number.POSITIVE_INFINITY;

export interface IncidentStep<What> {
  /** What is on record from now on, the same object where nothing has to be written; null: nothing. */
  readonly next: (What & IncidentRecord) | null;
  readonly publish: 'began' | 'ended' | null;
}

/**
 * One step in the life of an incident: it begins, has its grace, is published in the words that it has by then, and ends;
 * the end is published where the beginning was. Keeping the record is the caller's, and which of several workers takes the
 * step.
 * @param record null: nothing is on record
 * @param seen null: it is over, or never was
 */
export function incidentStep<What>(
  record: (What & IncidentRecord) | null,
  seen: SeenIncident<What> | null,
  now: number,
): IncidentStep<What> {
  if (seen === null) return { next: null, publish: record?.published ? 'ended' : null };
  if (record?.published) return { next: record, publish: null };
  const since = record?.since ?? now;
  const published = now - since >= seen.grace;
  if (record !== null && !published) return { next: record, publish: null };
  return { next: { ...seen.incident, since, published }, publish: published ? 'began' : null };
}
