import { describe, expect, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { readStoredAlert } from '../../functions/alert/outgoing-alert.ts';
import { lure, poisoningAlert, revertedAlert, transferAlert } from '../support/alerts.ts';
import { alertExamples } from '../support/every-alert.ts';

describe('an alert out of a table', () => {
  it.each<readonly [string, Alert]>([
    ...alertExamples,
    ['spam that its row shows', transferAlert({ verdict: lure, watch: { spam: 'show' } })],
    ['reverted spam that its row shows', revertedAlert({ verdict: lure, watch: { spam: 'show' } })],
  ])('is read as it was written: %s', (_name, alert) => {
    expect(readStoredAlert(JSON.parse(JSON.stringify(alert)))).toEqual(alert);
  });

  it.each([
    ['a transfer', transferAlert(), true, { lookalike: null, marked: true }],
    ['spam whose row shows it', transferAlert({ verdict: lure }), false, { lookalike: null, marked: false }],
    ['what is no spam', transferAlert(), false, { lookalike: null, marked: true }],
    ['a transfer taken back', revertedAlert({ verdict: lure }), true, { lookalike: null, marked: true }],
  ])('gets what an older version did not write: %s', (_what, alert, marked, filledIn) => {
    const { lookalike: _lookalike, marked: _marked, ...before } = alert;
    expect(readStoredAlert(before, marked)).toEqual({ ...before, ...filledIn });
  });

  it('gets what an older version did not write: a warning', () => {
    const { marked: _marked, others: _others, ...before } = poisoningAlert();
    expect(readStoredAlert(before)).toEqual(poisoningAlert());
  });

  it('is refused where it is no alert', () => {
    expect(() => readStoredAlert({ ...transferAlert(), id: undefined })).toThrow();
    expect(() => readStoredAlert(null)).toThrow();
  });
});
