import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ApiIncidentType,
  apiIncident,
  apiIncidentTypes,
  recordApiIncident,
} from '../../functions/incidents/api-incidents.ts';
import { incidentKey, type OpenIncident } from '../../functions/incidents/incident.ts';

const openOf = (type: ApiIncidentType): OpenIncident => {
  const incident = apiIncident(type, 'since then');
  return { ...incident, key: incidentKey(incident), since: 0, published: true, claimedAt: 0 };
};
const all = (['key.missing', 'key.refused', 'plan.exhausted', 'api.unavailable'] as const).map(openOf);

let begun: string[];
let over: string[];
beforeEach(() => {
  begun = [];
  over = [];
});
const incidents = {
  list: async () => [],
  begin: async (some: readonly { type: string }[]) => void begun.push(...some.map(({ type }) => type)),
  end: async (some: readonly { type: string }[]) => void over.push(...some.map(({ type }) => type)),
};
const record = (met: ApiIncidentType | null, answered: boolean) =>
  recordApiIncident(met === null ? null : apiIncident(met, 'now'), answered, all, { incidents });

describe('what a worker saw of the API', () => {
  it('was an answer: all recorded incidents end', async () => {
    await record(null, true);
    expect({ begun, over }).toEqual({ begun: [], over: all.map(({ type }) => type) });
  });

  it('was no answer and no trouble: the record stays as it is', async () => {
    await record(null, false);
    expect({ begun, over }).toEqual({ begun: [], over: [] });
  });

  it.each<[ApiIncidentType, string[]]>([
    ['key.missing', ['key.refused']],
    ['key.refused', ['key.missing']],
    ['plan.exhausted', ['key.missing', 'key.refused']],
    ['api.unavailable', []],
  ])('was %s: it begins or goes on, and what it shows to be over is over', async (met, ended) => {
    await record(met, false);
    expect({ begun, over }).toEqual({ begun: [met], over: ended });
  });

  it('was a trouble beside an answer: all others are over', async () => {
    await record('plan.exhausted', true);
    expect({ begun, over }).toEqual({
      begun: ['plan.exhausted'],
      over: ['key.missing', 'key.refused', 'api.unavailable'],
    });
  });
});

it('an incident of the API says what to do, and the command that does it if there is one', () => {
  expect(apiIncident('key.missing', 'There is no key.', 'npx chainbell key set')).toEqual({
    type: 'key.missing',
    wallet: null,
    chain: null,
    reason: 'There is no key.',
    whatToDo: expect.stringMatching(/^Set the key, .*: npx chainbell key set$/),
  });
  for (const type of apiIncidentTypes) expect(apiIncident(type, 'now').whatToDo).toMatch(/[.:]$/);
});
