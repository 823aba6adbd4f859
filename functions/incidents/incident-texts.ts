/** The texts about one type of incident, in plain ASCII. */
interface IncidentTexts {
  /** Both fit a subject. */
  readonly began: string;
  /** `began` with a row, wallet or chain in place of <name>; without it the name follows `began`. */
  readonly named?: string;
  readonly ended: string;
  /** The reader's loss while the incident lasts. */
  readonly meanwhile: string | null;
  /** The alerts that come once the incident is over, and those that don't. */
  readonly afterwards: string;
  /** The task that remains after the incident, with the destination's name in place of <name>. */
  readonly leftToDo?: string;
}

const noneIsPolled = {
  meanwhile: 'Wallets that need the API are not polled: their alerts are late, none is lost.',
  afterwards: 'Unless another problem keeps polls back, delayed alerts come now, oldest first; none is lost.',
};
const polledWithoutNode = {
  meanwhile:
    'Alerts that only the node shows wait for it; all others arrive, by more API calls. None is lost.',
  afterwards: 'If alerts were late, they come now, oldest first; none is lost.',
};
const addressGetsNothing = {
  meanwhile: 'This address gets nothing; all other subscribers get theirs.',
  afterwards: 'SNS sends it none of what it missed; the History table has all alerts.',
};

const texts = {
  'row.unreadable': {
    began: 'NOT being watched',
    named: '<name> is NOT being watched',
    ended: 'A row of the Watchlist is mended or deleted',
    meanwhile: 'This row is not polled, all others are.',
    afterwards:
      'If it is mended and was polled before, it goes on where it stopped: its late alerts come now.',
  },
  'row.attribute': {
    began: 'An attribute of a row has no effect',
    ended: 'An attribute of a row is mended or gone',
    meanwhile: 'Whatever else the row asks for is reported.',
    afterwards: 'The row is polled as it stands now.',
  },
  'row.duplicate': {
    began: 'Two rows watch the same wallet',
    ended: 'One row alone watches this wallet',
    meanwhile: 'The wallet is polled once, as one of the rows says.',
    afterwards: 'The settings of the remaining row apply.',
  },
  'key.missing': { began: 'The API key is missing', ended: 'The API key is there', ...noneIsPolled },
  'key.refused': { began: 'The API refuses the key', ended: 'The API takes the key again', ...noneIsPolled },
  'plan.exhausted': {
    began: "The API plan's calls are used up",
    ended: 'The API plan has calls again',
    ...noneIsPolled,
  },
  'api.unavailable': { began: 'The API is unavailable', ended: 'The API answers again', ...noneIsPolled },
  'wallet.failing': {
    began: 'Polls of a wallet have a problem',
    named: 'Polls of <name> have a problem',
    ended: 'Polls of a wallet have no problem any more',
    meanwhile:
      'Unless the reason says otherwise, alerts of this wallet are late; those of all others are not.',
    afterwards: 'Unless its row was deleted or paused, its late alerts come now; none is lost.',
  },
  'wallets.watching': {
    began: 'Many wallets are watched now',
    ended: 'Many wallets are watched now',
    meanwhile: null,
    afterwards: 'Nothing is wrong.',
  },
  'polling.stretched': {
    began: 'Wallets are polled less than half as often as asked',
    ended: 'Wallets are again polled at least half as often as asked',
    meanwhile: 'Alerts come later than asked, none is lost.',
    afterwards: 'Alerts come sooner again; none was lost.',
  },
  backlog: {
    began: 'Alerts of a wallet are late',
    named: 'Alerts of <name> are late',
    ended: 'Alerts of a wallet are in time again',
    meanwhile: 'Payments in genuine or trusted tokens come first, then the oldest; none is lost.',
    afterwards: 'Unless its row was deleted or paused, all its alerts have come by now.',
  },
  'activity.unavailable': {
    began: "A chain's node is down",
    named: 'The node of <name> is down',
    ended: "A chain's node is up again",
    ...polledWithoutNode,
  },
  'activity.missed': {
    began: "A chain's node left transfers out of its logs",
    named: 'The node of <name> left transfers out of its logs',
    ended: "A chain's node is relied on again",
    ...polledWithoutNode,
  },
  'destination.failing': {
    began: 'A destination does not take alerts',
    ended: 'A destination takes alerts again',
    meanwhile: 'Its alerts wait or lie in its dead-letter queue; all other subscribers get theirs.',
    afterwards: 'What waited is delivered now; what it refused lies in its dead-letter queue.',
    leftToDo: 'npx chainbell redrive <name> sends what it refused, if anything.',
  },
  'subscription.pending': {
    began: 'A subscription waits for its confirmation',
    ended: 'A subscription is confirmed, or deleted',
    ...addressGetsNothing,
  },
  'subscription.lost': {
    began: 'A subscription is gone',
    ended: 'A dropped subscription is back, or was given up',
    ...addressGetsNothing,
  },
  'sms.spent': {
    began: "SMS are about to stop: the month's limit is nearly spent",
    ended: 'SMS have room again, or nobody gets any',
    meanwhile: 'Phones get theirs until the limit is spent; all other subscribers get theirs anyway.',
    afterwards: 'SMS that were dropped are not sent again; the History table has all alerts.',
  },
  'token.contradicted': {
    began: 'The API contradicts the list of genuine tokens',
    ended: 'The API agrees with the list of genuine tokens',
    meanwhile: "Nothing is lost: alerts show the list's name, symbol and decimals.",
    afterwards: 'Alerts show what they showed before.',
  },
  'alerts.unheard': {
    began: 'Nobody gets any alert: no subscription is confirmed',
    ended: 'Somebody gets alerts again, or no wallet is watched',
    meanwhile: 'Alerts are kept in the History table for historyDays and reach nobody.',
    afterwards: 'SNS does not send again what went out meanwhile; the History table has it.',
    leftToDo: 'npx chainbell history lists what nobody got.',
  },
} satisfies Readonly<Record<string, IncidentTexts>>;

export type IncidentType = keyof typeof texts;
export const incidentTexts: Readonly<Record<IncidentType, IncidentTexts>> = texts;
