import { describe, expect, it } from 'vitest';
import { incidentStep } from '../../functions/incidents/incident.ts';

const grace = 60_000;
const seen = (reason: string, after = grace) => ({ reason, grace: after });
const record = { reason: 'as it was first', since: 1_000, published: false };
const published = { ...record, published: true };
const later = record.since + grace;

describe('an incident', () => {
  it.each([
    ['without a grace is published at once', null, seen('a', 0), { reason: 'a', published: true }, 'began'],
    ['with a grace is on record first', null, seen('a'), { reason: 'a', published: false }, null],
    ['within its grace leaves its record alone', record, seen('b', grace + 1), record, null],
    [
      'is published after its grace, in its latest words',
      record,
      seen('b'),
      { reason: 'b', published: true },
      'began',
    ],
    [
      'does not change its record once published, however long it lasts',
      published,
      seen('b', 0),
      published,
      null,
    ],
    ['may be on record only', record, seen('b', Infinity), record, null],
    ['is published as over if its beginning was published', published, null, null, 'ended'],
    ['within its grace ends without a word', record, null, null, null],
    ['that never was does not end', null, null, null, null],
  ])('%s', (_, before, now, after, publish) => {
    const step = incidentStep(before, now, later);
    expect(step).toEqual({ next: after && { since: before?.since ?? later, ...after }, publish });
    // The caller compares by identity.
    if (after === before) expect(step.next).toBe(before);
  });
});
