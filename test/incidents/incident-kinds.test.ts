import { setImmediate as later } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { incidentKey, type OpenIncident } from '../../functions/incidents/incident.ts';
import {
  type ApiIncidentType,
  apiIncident,
  apiIncidentTypes,
  recordApiIncident,
} from '../../functions/incidents/incident-kinds.ts';

const openOf = (type: ApiIncidentType): OpenIncident => {
  const incident = apiIncident(type, 'now');
  return { ...incident, key: incidentKey(incident), since: 0, published: true, claimedAt: 0 };
};
const all = apiIncidentTypes.map(openOf);

let begun: string[];
let over: string[];
beforeEach(() => {
  begun = [];
  over = [];
});
/** The writes take time: Lambda does nothing more for a function that does not wait for them. */
const write = (types: string[]) => async (some: readonly { type: string }[]) => {
  await later();
  types.push(...some.map(({ type }) => type));
};
const incidents = {
  begin: (some: readonly { type: string }[]) => write(begun)(some),
  end: (some: readonly { type: string }[]) => write(over)(some),
};
const record = (met: ApiIncidentType | null, answered: boolean) =>
  recordApiIncident(
    met === null ? null : apiIncident(met, 'now'),
    { answered: new Set(answered ? ['0x1'] : []), takesKey: met === 'plan.exhausted' },
    all,
    { incidents },
  );

describe("a worker's view of the API", () => {
  it.each<[string, ApiIncidentType | null, boolean, ApiIncidentType[]]>([
    ['an answer: all recorded incidents end', null, true, [...apiIncidentTypes]],
    ['no answer and no trouble: the record stays as it is', null, false, []],
    ['a missing key: another kind of refusal is over', 'key.missing', false, ['key.refused']],
    ['a refused key: it is there', 'key.refused', false, ['key.missing']],
    ['a used-up plan: the key is taken', 'plan.exhausted', false, ['key.missing', 'key.refused']],
    ['an outage: nothing else is known', 'api.unavailable', false, []],
    [
      'a trouble beside an answer: all others are over',
      'plan.exhausted',
      true,
      ['key.missing', 'key.refused', 'api.unavailable'],
    ],
  ])('was %s', async (_, met, answered, ended) => {
    await record(met, answered);
    expect({ begun, over }).toEqual({ begun: met === null ? [] : [met], over: ended });
  });

  it('was an unreadable key, and a missing one is on record: the record ends, and the next poll begins the other', async () => {
    const met = apiIncident('key.missing', "can't be read");
    await recordApiIncident(met, { answered: new Set(), takesKey: false }, all, { incidents });
    expect(over).toEqual(['key.missing', 'key.refused']);
  });
});
