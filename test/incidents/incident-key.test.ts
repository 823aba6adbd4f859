import { expect, it } from 'vitest';
import {
  findIncidents,
  type Incident,
  incidentItemOf,
  incidentKey,
  incidentStateKey,
} from '../../functions/incidents/incident.ts';

const shared: Incident = {
  type: 'activity.missed',
  wallet: null,
  chain: null,
  reason: 'It has a fault.',
  whatToDo: 'Mend it.',
};

it("an incident's key is its type, chain and part, or a hash of wallet and reason", () => {
  expect(incidentKey({ ...shared, type: 'key.missing' })).toBe('key.missing');
  expect(incidentKey({ ...shared, chain: 'polygon' })).toBe('activity.missed#polygon');
  expect(incidentKey({ ...shared, part: 'alerts/a' })).toBe('activity.missed#alerts/a');
  expect(incidentKey({ ...shared, chain: 'polygon', part: 'a' })).toBe('activity.missed#polygon#a');
  expect(incidentKey({ ...shared, type: 'row.unreadable', wallet: '0x12', chain: 'eth' })).toBe(
    'row.unreadable#b39b00e53ff30e237da097bcfee54e23',
  );
});

it("incidents are found among wallets' items, and a broken one hides no other", () => {
  const key = incidentKey(shared);
  const item = incidentItemOf({ ...shared, key, since: 5, claimedAt: 0, published: true });
  const broken = { ...item, ...incidentStateKey('backlog'), incident: 'gone' };
  const found = findIncidents([{ wallet: '0x12', chain: '0x1' }, broken, item]);
  expect(found).toEqual([{ ...shared, key, since: 5, claimedAt: 0, published: true }]);
  expect(incidentStateKey(key)).toEqual({ wallet: '#incidents', chain: 'activity.missed' });
});
