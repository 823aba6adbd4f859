import { describe, expect, it } from 'vitest';
import type { Incident } from '../../functions/incidents/incident.ts';
import { apiIncident } from '../../functions/incidents/incident-kinds.ts';
import { incidentBegan } from '../../functions/incidents/operations-message.ts';
import { messageForms, operationsSubject } from '../../functions/incidents/operations-text.ts';
import { treasury } from '../support/alerts.ts';
import { operationsOrigin } from '../support/operations-origin.ts';

/** The part of an incident's subject after its headline. */
function namedIn(over: Partial<Incident>): string {
  const incident: Incident = {
    type: 'row.attribute',
    wallet: '0x12',
    chain: 'polygon',
    reason: 'It has a fault.',
    whatToDo: 'Mend it.',
    ...over,
  };
  return operationsSubject(incidentBegan(incident, 0)).replace(
    /^Chainbell: An attribute of a row has no effect/,
    '',
  );
}

it.each([
  ['Chainbell', 'Chainbell'],
  ['Prod', 'Chainbell (Prod)'],
  ['chainbell-test', 'Chainbell (test)'],
  ['app-of-a-very-long-name-indeed-Chainbell', 'Chainbell (app-of-a-very-long-na...)'],
])('a lock screen shows which stack has the problem: %s', (name, begins) => {
  const message = incidentBegan(apiIncident('key.refused', 'It refused the key.'), 0);
  const { subject, sms } = messageForms(message, { ...operationsOrigin, stack: { name, region: 'x' } });
  expect([subject, sms]).toEqual(Array(2).fill(`${begins}: The API refuses the key`));
  const long = { ...message, about: { detail: 'x'.repeat(200) } };
  expect(
    messageForms(long, { ...operationsOrigin, stack: { name, region: 'x' } }).subject.length,
  ).toBeLessThan(101);
});

describe('the subject of a row without a label', () => {
  it.each([
    ['a short text whole', 'ABCDEFGHIJKLMNOPQRSTUVWX', 'ABCDEFGHIJKLMNOPQRSTUVWX'],
    ['both ends of a longer text', 'ABCDEFGHIJKLMNOPQRSTUVWXY', 'ABCDEFGH...TUVWXY'],
    ['an address as alerts shorten it', treasury, '0xd8dA...6045'],
    ['no link at either end', 'pay.to the treasury at claim.xyz', 'pay(.)to t...im(.)xyz'],
    [
      'digits that begin like an address, cut in the middle',
      '0xd8da6bf26964af9d7e or so',
      '0xd8da6b...or so',
    ],
    ['no mail address that the cut would make', 'the keeper of the north@@b.cd', 'the keep...(@)b(.)cd'],
    [
      'a text whole whose first letters have no ASCII',
      'жжжжжжжж of the treasury!',
      '???????? of the treasury!',
    ],
    ['a text whole whose last letters have none', '!of the treasury жжжжжжжж', '!of the treasury ????????'],
  ])('names %s', (_what, wallet, named) => {
    expect(namedIn({ wallet })).toBe(`: ${named} on polygon`);
  });

  it.each([
    ['nothing of it is ASCII', 'ж'.repeat(30)],
    ['nothing of it is visible', '\u200b'],
  ])('names the chain alone if %s', (_why, wallet) => {
    expect(namedIn({ wallet })).toBe(': polygon');
  });
});

describe('the subject of a row with a label', () => {
  const about = (letters: number, detail: string) => ({ about: { label: 'T'.repeat(letters), detail } });

  it('has the full label, the chain and the attribute if they fit in 100 characters', () => {
    expect(namedIn(about(24, 'minimumAmount'))).toBe(`: ${'T'.repeat(24)} on polygon, minimumAmount`);
    expect(namedIn(about(29, 'minAmont'))).toBe(`: ${'T'.repeat(29)} on polygon, minAmont`);
  });

  it('first cuts the label to 24 characters, then drops the chain', () => {
    expect(namedIn(about(60, 'minAmont'))).toBe(`: ${'T'.repeat(28)}... on polygon, minAmont`);
    expect(namedIn(about(60, 'minimumAmount'))).toBe(`: ${'T'.repeat(23)}... on polygon, minimumAmount`);
    expect(namedIn(about(60, 'minimumAmountsOf'))).toBe(`: ${'T'.repeat(31)}..., minimumAmountsOf`);
  });

  it('keeps the digits of a label together, and not those of a mistyped wallet', () => {
    expect(namedIn({ about: { label: 'Safe 1767322800' } })).toBe(': Safe 1767322800 on polygon');
    expect(namedIn({ wallet: '1767322800' })).toBe(': 1767_3228_00 on polygon');
  });

  it('drops the attribute if it leaves the label too little room', () => {
    expect(namedIn(about(60, 'anAttributeOfThirtyTwoCharacters'))).toBe(`: ${'T'.repeat(49)}...`);
  });

  it('leaves out parts without a visible character', () => {
    const unseen = { chain: '\u200b', about: { label: '\u200b', detail: '\u200b' } };
    expect(namedIn(unseen)).toBe(': 0x12');
  });
});

describe('the subject of an incident without a row', () => {
  it('names a chain, a detail or nothing', () => {
    expect(namedIn({ wallet: null, chain: 'bsc testnet' })).toBe(': bsc testnet');
    expect(namedIn({ wallet: null, about: { detail: 'Slack' } })).toBe(': Slack');
    expect(namedIn({ wallet: null, chain: null })).toBe('');
  });
});
