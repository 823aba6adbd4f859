import { describe, expect, it } from 'vitest';
import { incidentStep, onRecordOnly } from '../../functions/incidents/incident.ts';

const grace = 60_000;
const seen = (reason: string, after = grace) => ({ incident: { reason }, grace: after });
const record = { reason: 'as it was first', since: 1_000, published: false };

describe('an incident', () => {
  it('is published at once if it begins without a grace', () => {
    expect(incidentStep(null, seen('a', 0), 1_000)).toEqual({
      next: { reason: 'a', since: 1_000, published: true },
      publish: 'began',
    });
  });

  it('is on record first if it begins with a grace', () => {
    const next = { reason: 'a', since: 1_000, published: false };
    expect(incidentStep(null, seen('a'), 1_000)).toEqual({ next, publish: null });
  });

  it('leaves its record alone, the very object, until its grace is over', () => {
    const step = incidentStep(record, seen('in other words'), record.since + grace - 1);
    expect(step.publish).toBeNull();
    expect(step.next).toBe(record);
  });

  it('is published when its grace is over, in its latest words and with the time when it began', () => {
    expect(incidentStep(record, seen('in other words'), record.since + grace)).toEqual({
      next: { reason: 'in other words', since: record.since, published: true },
      publish: 'began',
    });
  });

  it('leaves its record alone once published, however long it lasts', () => {
    const published = { ...record, published: true };
    const step = incidentStep(published, seen('in other words', 0), record.since + 10 * grace);
    expect(step.publish).toBeNull();
    expect(step.next).toBe(published);
  });

  it.each([
    ['is published as over where its beginning was', { ...record, published: true }, 'ended'],
    ['within its grace ends without a word', record, null],
    ['that never was does not end', null, null],
  ])('%s', (_, before, publish) => {
    expect(incidentStep(before, null, record.since + 10 * grace)).toEqual({ next: null, publish });
  });

  it('may be on record only, and is published when it is worth it, since when it began', () => {
    const noted = incidentStep(null, seen('a', onRecordOnly), 1_000);
    const later = incidentStep(noted.next, seen('a', onRecordOnly), Number.MAX_SAFE_INTEGER);
    expect([noted.publish, later.publish]).toEqual([null, null]);
    expect(incidentStep(later.next, seen('b', 0), 9_000)).toMatchObject({
      next: { since: 1_000 },
      publish: 'began',
    });
  });
});
