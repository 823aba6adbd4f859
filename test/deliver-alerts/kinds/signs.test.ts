import { expect, it } from 'vitest';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { operationsChat } from '../../../functions/deliver-alerts/kinds/operations-chat.ts';
import { readSection } from '../../support/docs/docs-section.ts';
import { alertExamples, summaryExamples } from '../../support/every-alert.ts';
import { operationsOrigin } from '../../support/operations-origin.ts';

/** Each sign in docs/destinations.md, and its row's text. */
const documented = new Map(
  Array.from(
    readSection('destinations', 'signs').matchAll(/^\| (\p{So}) \| (.+) \|$/gmu),
    ([, sign, says]) => [sign, says],
  ),
);
const signOf = ({ headline }: { headline: string }) => headline.split(' ')[0];
const alarm = (NewStateValue: string) =>
  operationsChat(JSON.stringify({ AlarmName: 'polls late', NewStateValue }), null, operationsOrigin);

it('docs/destinations.md explains every sign that a message begins with, and no other', () => {
  const alerts = [...alertExamples, ...summaryExamples].map(([, alert]) => signOf(alertMessage(alert)));
  const used = new Set([...alerts, signOf(alarm('ALARM')), signOf(alarm('OK'))]);
  expect([...documented.keys()].sort()).toEqual([...used].sort());
});

it.each(alertExamples)('docs/destinations.md names the severity beside the sign of: %s', (_name, alert) => {
  const meaning = documented.get(signOf(alertMessage(alert)));
  if (alert.severity === 'critical') expect(meaning).toMatch(/`critical`|can move less/);
  if (alert.severity === 'warning') expect(meaning).toMatch(/`warning`|cancelled/);
  if (alert.severity === 'info') expect(meaning).not.toMatch(/`(critical|warning)`/);
});
