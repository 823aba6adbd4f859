import { expect, it } from 'vitest';
import type { Severity } from '../../functions/alert/alert.ts';
import {
  approvalAlert,
  balanceAlert,
  controlAlert,
  describedTransfer,
  digestAlert,
  exchange,
  gold,
  lookalikeOf,
  lure,
  poisoningAlert,
  revertedAlert,
  toExchange,
  toImitation,
  transferAlert,
  unreadableAlert,
  watchingAlert,
} from '../support/alerts.ts';

const sent = { transfer: toExchange };
const fooled = { transfer: toImitation, lookalike: lookalikeOf() };

const toContact = transferAlert({ ...sent, counterparty: 'contact' });
const [nothing, paid] = [describedTransfer({ ...toExchange, value: 0n }), describedTransfer(toExchange)];

it.each<readonly [string, Severity, { readonly severity: Severity }]>([
  ['money sent to an imitation', 'critical', transferAlert(fooled)],
  ['the same, in a token reported as spam', 'critical', transferAlert({ ...fooled, verdict: lure })],
  ['somebody new can move the money', 'critical', controlAlert()],
  ['a delegation was removed', 'critical', controlAlert({ before: exchange, after: null })],
  ['an approval without a limit', 'critical', approvalAlert()],
  ['the same of a spender approved before', 'warning', approvalAlert({}, { isSpenderKnown: true })],
  ['an approval of an amount', 'warning', approvalAlert({ value: '1', unlimited: false })],
  ['money sent to somebody new', 'warning', transferAlert(sent)],
  ['an unverified token, sent to an imitation', 'warning', transferAlert({ ...fooled, token: gold })],
  ['an imitation came', 'warning', poisoningAlert()],
  ['a transfer was taken back', 'warning', revertedAlert()],
  ['a balance below its floor', 'warning', balanceAlert()],
  ['an entry that could not be read', 'warning', unreadableAlert()],
  ['money sent to somebody paid before', 'info', transferAlert({ ...sent, counterparty: 'known' })],
  ['money sent to a contact', 'info', toContact],
  ['money sent to a wallet of the same owner', 'info', transferAlert({ ...sent, counterparty: 'own' })],
  ['a transfer of nothing', 'info', transferAlert({ transfer: { ...toExchange, value: 0n } })],
  [
    'spam that claims that the wallet sent it',
    'info',
    transferAlert({ ...sent, token: gold, verdict: lure }),
  ],
  ['an approval that a stranger may have made up', 'info', approvalAlert({}, { verdict: lure })],
  ['money received', 'info', transferAlert()],
  ['an approval taken back', 'info', approvalAlert({ isGranted: false })],
  ['a balance restored', 'info', balanceAlert({ fell: 'low' })],
  ['a wallet is watched', 'info', watchingAlert()],
  ['a digest of what came in', 'info', digestAlert({ transfers: [describedTransfer()] })],
  ['a digest with something sent to somebody new', 'warning', digestAlert({ transfers: [nothing, paid] })],
])('%s: %s', (_what, severity, alert) => {
  expect(alert.severity).toBe(severity);
});
