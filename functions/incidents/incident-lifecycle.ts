export interface IncidentRecord {
  /** Epoch milliseconds of when it was first seen. */
  readonly since: number;
  readonly published: boolean;
}

export interface SeenIncident<What> {
  readonly incident: What;
  /** Milliseconds unpublished: a blip is not worth a message at night. */
  readonly grace: number;
}

/** An endless grace: on record, never published. */
export const onRecordOnly = Number.POSITIVE_INFINITY;

export interface IncidentStep<What> {
  /** To be recorded, the same object if nothing changed; null: nothing is on record. */
  readonly next: (What & IncidentRecord) | null;
  readonly publish: 'began' | 'ended' | null;
}

/**
 * An incident begins, has its grace, is published in its latest words, and ends; its end is published if its beginning was. The
 * caller keeps the record, and decides which of several workers takes the step.
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
