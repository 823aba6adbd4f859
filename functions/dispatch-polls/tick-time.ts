/** A date with or without a time of day, as ISO 8601 has them; without a zone it is UTC. */
const isoTime = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** The time that a person or EventBridge gave for a tick; null where it is none. */
export function parseTickTime(text: string): Date | null {
  const [, date, time = '00:00', zone = 'Z'] = isoTime.exec(text.trim().toUpperCase()) ?? [];
  if (date === undefined) return null;
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  const parsed = new Date(`${date}T${time.replace(',', '.')}${offset}`);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
