import { expect, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { toSnsMessage } from '../../functions/alert/publish.ts';
import { alertNews, withoutLinks } from '../../lib/local/published.ts';
import { alertForms } from '../../lib/page/forms.ts';
import {
  approvalAlert,
  balanceAlert,
  controlAlert,
  digestAlert,
  lookalikeOf,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../support/alerts.ts';

/** The alert in every form, as the topic's queue gets it. */
function shown(alert: Alert, madeUp: boolean): string {
  const made = madeUp ? withoutLinks(alert) : alert;
  const { Subject, Message } = toSnsMessage(made);
  return JSON.stringify(alertForms(alertNews(JSON.stringify({ Subject, Message }), madeUp)));
}

it.each<Alert>([
  watchingAlert(),
  transferAlert(),
  transferAlert({ transfer: { direction: 'out' }, lookalike: lookalikeOf() }),
  poisoningAlert(),
  digestAlert(),
  revertedAlert(),
  approvalAlert(),
  balanceAlert(),
  controlAlert(),
])('links no made-up $type to an explorer, in no form', (alert) => {
  expect(shown(alert, true)).not.toContain('etherscan');
  expect(shown(alert, false)).toContain('https://etherscan.io/');
});
