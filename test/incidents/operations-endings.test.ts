import { describe, expect, it } from 'vitest';
import type { Incident } from '../../functions/incidents/incident.ts';
import { incidentTexts } from '../../functions/incidents/incident-texts.ts';
import {
  incidentBegan,
  incidentEnded,
  type OperationsMessage,
  runbookLink,
} from '../../functions/incidents/operations-message.ts';
import { operationsEmail, operationsSms } from '../../functions/incidents/operations-text.ts';
import { createBatcher } from '../../functions/incidents/publish-operations.ts';
import { operationsOrigin } from '../support/operations-origin.ts';

const failing: Incident = {
  type: 'wallet.failing',
  wallet: '0x12',
  chain: 'eth',
  reason: 'The API answered 400.',
  whatToDo: 'Wait for it.',
};
const linesOf = (message: OperationsMessage) => operationsEmail(message, operationsOrigin).split('\n');
const afterwards = 'Unless its row was deleted, its late alerts come now; none is lost.';

describe('the mail of what is over', () => {
  it('has no command that a shell would read as a file: <wallet> is one', () => {
    const types = Object.keys(incidentTexts) as Incident['type'][];
    const left = types.map((type) => incidentEnded({ ...failing, type, destination: 'team' }, 0, 1).whatToDo);
    expect(left.filter((text) => /[<>]/.test(text))).toEqual([]);
  });

  it('says how long it lasted, what is caught up, and what it was', () => {
    expect(linesOf(incidentEnded(failing, 0, 900_000)).slice(0, 8)).toEqual([
      'A wallet can be polled again: 0x12 on eth.',
      `The trouble lasted 15 minutes. ${afterwards}`,
      '',
      'What to do: Nothing.',
      'Runbook: https://chainbell.example/docs/runbook.md#walletfailing',
      '',
      'It was: The API answered 400.',
      'Wallet: 0x12',
    ]);
  });

  it.each([
    [0, '1 second'],
    [119_000, '119 seconds'],
    [120_000, '2 minutes'],
    [7_200_000, '2 hours'],
    [86_400_000 * 3, '3 days'],
  ])('gives %i ms as %s', (length, text) => {
    expect(incidentEnded(failing, 0, length).reason).toBe(
      `A wallet can be polled again, after ${text}. It was: The API answered 400.`,
    );
  });

  it('says first what ended it if that is not the usual', () => {
    expect(linesOf(incidentEnded(failing, 0, 900_000, 'The row was deleted'))[1]).toBe(
      `The row was deleted. The trouble lasted 15 minutes. ${afterwards}`,
    );
  });

  it('says how long it lasted on a phone too', () => {
    expect(operationsSms(incidentEnded(failing, 0, 900_000))).toMatch(/\. The trouble lasted 15 minutes\.$/);
  });

  it('has the time instead of the length if several are over at once, and the SMS has neither', async () => {
    const published: OperationsMessage[] = [];
    const batcher = createBatcher(async (message) => void published.push(message));
    for (let n = 0; n < 13; n += 1) await batcher.publish(incidentEnded(failing, 0, 900_000));
    await batcher.flush();
    const [summary] = published.slice(10);
    expect(summary && linesOf(summary).slice(0, 2)).toEqual([
      'A wallet can be polled again: 3 more.',
      `At 1970-01-01 00:15 UTC. ${afterwards}`,
    ]);
    expect(summary && operationsSms(summary)).toBe('Chainbell: A wallet can be polled again: 3 more');
  });

  it('has the name of the destination in the command that is left to run', () => {
    const incident: Incident = { ...failing, type: 'destination.failing', wallet: null, chain: null };
    const ended = incidentEnded({ ...incident, destination: 'team' }, 0, 900_000);
    expect(ended.whatToDo).toBe('npx chainbell redrive team sends what it refused, if anything.');
    expect(ended.destination).toBe('team');
  });
});

it('the mail of what begins has the time since when, and what it costs if it costs something', () => {
  expect(linesOf(incidentBegan(failing, 200_000, 20_000))[1]).toBe(
    'Since 1970-01-01 00:00 UTC. Alerts of this wallet are late; those of all others are not.',
  );
  expect(linesOf(incidentBegan({ ...failing, type: 'wallets.watching' }, 200_000))[1]).toBe(
    'Since 1970-01-01 00:03 UTC.',
  );
});

it('a message has a subject and a destination only if its incident has them', () => {
  const sent = Object.keys(JSON.parse(JSON.stringify(incidentBegan(failing, 0))));
  expect(sent.filter((name) => ['about', 'destination'].includes(name))).toEqual([]);
  const named = { ...failing, about: { detail: 'Slack' }, destination: 'team' };
  expect(incidentBegan(named, 0)).toMatchObject({ about: { detail: 'Slack' }, destination: 'team' });
});

it('a part is the same when an incident begins and ends, and says nothing of itself', () => {
  const of = (part: string) => incidentBegan({ ...failing, part }, 0).part;
  expect(incidentEnded({ ...failing, part: 'a phone' }, 0, 1).part).toBe(of('a phone'));
  expect(of('another phone')).not.toBe(of('a phone'));
  expect(of('a phone')).toMatch(/^[0-9a-f]{16}$/);
});

it('an SMS has one full stop between the name and the advice', () => {
  const cut = incidentBegan({ ...failing, about: { label: 'Treasury Ltd. '.repeat(9) } }, 0);
  expect(operationsSms(cut)).toMatch(/Treasury on eth can't be polled\. npx chainbell list says why\.$/);
  const ends = { ...failing, chain: null, about: { label: 'Treasury Ltd.' } };
  expect(operationsSms(incidentBegan(ends, 0))).toBe(
    "Chainbell: Treasury Ltd. can't be polled. npx chainbell list says why.",
  );
});

it.each(Object.values(incidentTexts))('$began: its headlines fit a subject, its advice an SMS', (texts) => {
  for (const line of [texts.began, texts.ended]) expect(line).toMatch(/^[\x20-\x7e]{1,80}(?<!\.)$/);
  expect(texts.inShort).toMatch(/^[\x20-\x7e]{1,38}$/);
});

it('the link of the runbook has its heading as GitHub makes an anchor of it', () => {
  expect(runbookLink('https://x.example/runbook.md', 'Polls late')).toBe(
    'https://x.example/runbook.md#polls-late',
  );
});

it('an SMS has one full stop behind a subject that ends with one', () => {
  const incident: Incident = { ...failing, type: 'row.attribute', about: { detail: 'note.' } };
  expect(operationsSms(incidentBegan(incident, 0))).toContain(' note. The email');
});
