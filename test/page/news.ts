import type { Alert } from '../../functions/alert/alert.ts';
import { alertTexts } from '../../functions/alert/publish.ts';
import { messageForms } from '../../functions/incidents/operations-text.ts';
import type { AlertNews, News, OperationsNews } from '../../lib/page/news.ts';
import {
  describedTransfer,
  digestAlert,
  lookalikeOf,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../support/alerts.ts';
import { operationsOrigin } from '../support/operations-origin.ts';

/** An alert as the page gets it when it is published. */
export function newsOf(alert: Alert): AlertNews {
  return { kind: 'alert', alert, json: alert, ...alertTexts(alert) };
}

/** An operations message as the page gets it. */
export function operationsNews(over: Partial<OperationsNews['message']> = {}): OperationsNews {
  const words = { wallet: null, chain: null, reason: 'Why.', whatToDo: 'Do this.' };
  const at = '2026-01-02T03:04:05.000Z';
  const message = { version: 1, type: 'row.unreadable', state: 'began', ...words, at, ...over } as const;
  return { kind: 'operations', message, ...messageForms(message, operationsOrigin) };
}

/** Hostile names by strangers, in every field that has one. */
const hostile = {
  name: `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`,
  symbol: `"><svg/onload=document.title='owned'>`,
};
const hostileTransfer = describedTransfer(
  {
    from: {
      address: `0x${'66'.repeat(20)}` as never,
      label: `</p><a href="javascript:document.title='owned'">x`,
    },
  },
  { ...hostile, verified: false, address: `0x${'77'.repeat(20)}` as never },
);

/** Every kind of entry, the oldest first; some have tokens with hostile names. */
export const everyKind: readonly News[] = [
  newsOf(watchingAlert()),
  newsOf(transferAlert()),
  newsOf(transferAlert({ transfer: { direction: 'out' } })),
  newsOf(transferAlert({ transfer: { direction: 'self' } })),
  newsOf(poisoningAlert()),
  newsOf(transferAlert({ transfer: { direction: 'out' }, lookalike: lookalikeOf() })),
  newsOf(digestAlert({ transfers: Array.from({ length: 12 }, () => describedTransfer()) })),
  newsOf(revertedAlert()),
  newsOf(transferAlert({ transfer: hostileTransfer })),
  { kind: 'hidden', alert: transferAlert({ transfer: hostileTransfer, verdict: lure }) },
  { kind: 'filtered', alert: transferAlert({ transfer: hostileTransfer }) },
  operationsNews({ wallet: '0x12<b>', chain: 'moon', reason: 'wallet: "0x12<b>" is no address.' }),
  { kind: 'remark', at: '2026-01-02T03:04:05.000Z', text: 'No answer <b>.', look: 'bad', api: 'down' },
];
