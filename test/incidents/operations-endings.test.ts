import { describe, expect, it } from 'vitest';
import type { Incident } from '../../functions/incidents/incident.ts';
import { incidentTexts } from '../../functions/incidents/incident-texts.ts';
import {
  incidentBegan,
  incidentEnded,
  type OperationsMessage,
  runbookLink,
} from '../../functions/incidents/operations-message.ts';
import { operationsEmail } from '../../functions/incidents/operations-text.ts';
import { publishAll } from '../../functions/incidents/publish-operations.ts';
import { operationsOrigin } from '../support/operations-origin.ts';

const failing: Incident = {
  type: 'wallet.failing',
  wallet: '0x12',
  chain: 'eth',
  reason: 'The API answered 400.',
  whatToDo: 'Wait for it.',
};
const linesOf = (message: OperationsMessage) => operationsEmail(message, operationsOrigin).split('\n');
const afterwards = 'Unless its row was deleted or paused, its late alerts come now; none is lost.';

describe('the mail about the end of a problem', () => {
  it('has no command with <wallet>, which a shell would read as a file', () => {
    const types = Object.keys(incidentTexts) as Incident['type'][];
    const left = types.map(
      (type) => incidentEnded({ ...failing, type, destination: 'team' }, { since: 0 }, 1).whatToDo,
    );
    expect(left.filter((text) => /[<>]/.test(text))).toEqual([]);
  });

  it.each([
    [0, '1 second'],
    [119_000, '119 seconds'],
    [120_000, '2 minutes'],
    [7_200_000, '2 hours'],
    [86_400_000 * 3, '3 days'],
  ])('gives %i ms as %s', (length, text) => {
    expect(incidentEnded(failing, { since: 0 }, length).reason).toBe(
      `Polls of a wallet have no problem any more, after ${text}. It was: The API answered 400.`,
    );
  });

  it('begins with the reason if the end is unusual', () => {
    expect(linesOf(incidentEnded(failing, { since: 0 }, 900_000, 'The row was deleted'))[1]).toBe(
      `The row was deleted. The trouble lasted 15 minutes. ${afterwards}`,
    );
  });

  it('has the time instead of the duration if several end at once', async () => {
    const published: OperationsMessage[] = [];
    const ended = Array.from({ length: 43 }, () => ({
      message: incidentEnded(failing, { since: 0 }, 900_000),
    }));
    await Promise.all(publishAll(ended, async (message) => void published.push(message)).values());
    const [summary] = published.slice(40);
    expect(summary && linesOf(summary).slice(0, 2)).toEqual([
      'Polls of a wallet have no problem any more: 3 more.',
      `At 1970-01-01 00:15 UTC. ${afterwards}`,
    ]);
  });
});

it('the mail about the beginning of a problem says since when', () => {
  expect(linesOf(incidentBegan(failing, 200_000, 20_000))[1]).toMatch(/^Since 1970-01-01 00:00 UTC\. /);
});

it('a part is the same when an incident begins and ends, and reveals nothing', () => {
  const of = (part: string) => incidentBegan({ ...failing, part }, 0).part;
  expect(incidentEnded({ ...failing, part: 'a phone' }, { since: 0 }, 1).part).toBe(of('a phone'));
  expect(of('another phone')).not.toBe(of('a phone'));
  expect(of('a phone')).toMatch(/^[0-9a-f]{16}$/);
});

it("the link of the runbook has GitHub's anchor for the heading", () => {
  expect(runbookLink('https://x.example/runbook.md', 'Polls late')).toBe(
    'https://x.example/runbook.md#polls-late',
  );
});

it.each(Object.values(incidentTexts))('$began: its headlines fit a subject', (texts) => {
  for (const line of [texts.began, texts.ended]) expect(line).toMatch(/^[\x20-\x7e]{1,80}(?<!\.)$/);
});
