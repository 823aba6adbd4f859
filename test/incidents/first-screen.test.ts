import { describe, expect, it } from 'vitest';
import { incidentTexts } from '../../functions/incidents/incident-texts.ts';
import { repositoryRunbook } from '../../functions/incidents/operations-message.ts';
import { operationsEmail, operationsSubject } from '../../functions/incidents/operations-text.ts';
import { commandsIn, documentedCommands } from '../support/docs/documented-commands.ts';
import { runbookAnchors } from '../support/docs/runbook-anchors.ts';
import { operationsExamples } from '../support/every-incident.ts';
import { firstScreen, fullAddresses } from '../support/first-screen.ts';
import { operationsOrigin } from '../support/operations-origin.ts';

const anchors = runbookAnchors();

it('every type has an example', () => {
  expect(new Set(operationsExamples.map(([, { type }]) => type))).toEqual(
    new Set(Object.keys(incidentTexts)),
  );
});

describe.each(operationsExamples)('the operations message: %s', (_name, message) => {
  const { type, state, whatToDo } = message;
  const { meanwhile, afterwards } = incidentTexts[type];
  const email = operationsEmail(message, operationsOrigin);

  it("says on a phone's first screen what is wrong, what is lost, what to do and where to read more", () => {
    const screen = firstScreen(email);
    // A subject has less room for a long name.
    const begins = operationsSubject(message).replace('Chainbell: ', '').slice(0, 24);
    expect(screen.slice(0, begins.length)).toBe(begins);
    expect(screen).toContain(state === 'began' ? meanwhile : afterwards);
    expect(screen).toContain(`\nWhat to do: ${whatToDo}\n`);
    expect(screen).toMatch(/\nRunbook: https:\/\/\S+#\w+/);
  });

  it('links its own heading of the runbook, by https', () => {
    const [, base, anchor] = /\nRunbook: (https:\/\/\S+)#(\w+)\n/.exec(email) ?? [];
    expect(base).toBe(repositoryRunbook);
    expect(anchor).toBe(type.replaceAll('.', ''));
    expect(anchors).toContain(anchor);
  });

  it("names only commands that exist, and none of AWS's", () => {
    expect(documentedCommands).toEqual(expect.arrayContaining(commandsIn(whatToDo)));
    expect(whatToDo).not.toMatch(/\baws /);
  });

  // Two rows of one wallet differ only in letter case.
  it('has each address once in its spelling, and the reason for the mail last', () => {
    const addresses = fullAddresses(email);
    expect(addresses).toEqual([...new Set(addresses)]);
    expect(email.trimEnd().split('\n').at(-1)).toMatch(/^You get this as a subscriber of .* ends that\.$/);
  });

  it.each([1, 20, 64, 200])('fits a subject, for a label of %i letters', (length) => {
    const named = { ...message, wallet: '0x12', about: { ...message.about, label: 'T'.repeat(length) } };
    expect(operationsSubject(named)).toMatch(/^[\x20-\x7e]{1,100}$/);
  });
});
