import type { IncidentType } from './operations-message.ts';

/** What a person reads of one kind of incident: plain ASCII, short enough for a subject. */
export interface IncidentTexts {
  readonly began: string;
  readonly ended: string;
  /** What it costs its reader while it lasts; null where nothing is wrong. */
  readonly meanwhile: string | null;
}

const noneIsPolled = 'No wallet is polled: all alerts are late, none is lost.';

export const incidentTexts: Readonly<Record<IncidentType, IncidentTexts>> = {
  'row.unreadable': {
    began: "A row of the Watchlist can't be understood",
    ended: 'A row of the Watchlist is mended or deleted',
    meanwhile: 'This row is not polled, all others are.',
  },
  'row.attribute': {
    began: 'An attribute of a row may be misspelt',
    ended: 'An attribute of a row is renamed or gone',
    meanwhile: 'The row is polled as if the attribute were not there.',
  },
  'row.duplicate': {
    began: 'Two rows watch the same wallet',
    ended: 'One row alone watches this wallet',
    meanwhile: 'The wallet is polled once, as one of the rows says.',
  },
  'key.missing': { began: 'The API key is missing', ended: 'The API key is there', meanwhile: noneIsPolled },
  'key.refused': {
    began: 'The API refuses the key',
    ended: 'The API takes the key again',
    meanwhile: noneIsPolled,
  },
  'plan.exhausted': {
    began: "The API plan's calls are used up",
    ended: 'The API plan has calls again',
    meanwhile: noneIsPolled,
  },
  'api.unavailable': {
    began: 'The API is unavailable',
    ended: 'The API answers again',
    meanwhile: noneIsPolled,
  },
  'wallet.failing': {
    began: "A wallet can't be polled",
    ended: 'A wallet can be polled again',
    meanwhile: 'Alerts of this wallet are late; those of all others are not.',
  },
  'wallets.watching': {
    began: 'Many wallets are watched now',
    ended: 'Many wallets are watched now',
    meanwhile: null,
  },
  'polling.stretched': {
    began: 'Wallets are polled less than half as often as asked',
    ended: 'The plan has at least half the calls again that the wallets ask for',
    meanwhile: 'Alerts come later than asked, none is lost.',
  },
  backlog: {
    began: 'Transfers of a wallet are told late',
    ended: 'Transfers of a wallet are told in time again',
    meanwhile: 'The oldest are told first, until the newest are reached; none is lost.',
  },
  'activity.unavailable': {
    began: "A chain's node gives no activity",
    ended: "A chain's node gives activity again",
    meanwhile: 'Wallets of this chain are polled as if there were no node: more calls, no alert is late.',
  },
  'activity.missed': {
    began: "A chain's node left transfers out of its logs",
    ended: "A chain's node is relied on again",
    meanwhile: 'Wallets of this chain are polled as if there were no node: more calls, no alert is late.',
  },
  'destination.failing': {
    began: 'A destination does not take alerts',
    ended: 'A destination takes alerts again',
    meanwhile: 'Its alerts wait or lie in its dead-letter queue; all other subscribers get theirs.',
  },
  'subscription.pending': {
    began: 'Somebody gets nothing yet: not confirmed',
    ended: 'A subscription is confirmed, or deleted',
    meanwhile: 'This address gets nothing; all other subscribers get theirs.',
  },
  'subscription.lost': {
    began: 'Somebody gets nothing any more: unsubscribed',
    ended: 'A dropped subscription is back, or left at that',
    meanwhile: 'This address gets nothing; all other subscribers get theirs.',
  },
  'sms.spent': {
    began: "SMS are about to stop: the month's limit is nearly spent",
    ended: 'SMS have room again, or nobody gets any',
    meanwhile: 'Phones get theirs until the limit is spent; all other subscribers get theirs anyway.',
  },
  'alerts.unheard': {
    began: 'Nobody gets any alert: no subscription is confirmed',
    ended: 'Somebody gets alerts again, or no wallet is watched',
    meanwhile: 'Alerts are kept in the History table for historyDays and reach nobody.',
  },
};
