import { createSsmApiKey } from '../../functions/api/api-key.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { destinationIncident } from '../../functions/deliver-alerts/delivery/incident-reports.ts';
import { rowIncidents } from '../../functions/dispatch-polls/rows/row-incidents.ts';
import {
  droppedIncident,
  pendingIncident,
  unheardIncident,
} from '../../functions/dispatch-polls/subscriptions/check-subscriptions.ts';
import { smsIncident } from '../../functions/dispatch-polls/subscriptions/sms-spend.ts';
import { maskedEndpoint } from '../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { activityIncident, stretchIncident } from '../../functions/dispatch-polls/tick-incidents.ts';
import { importSummary } from '../../functions/incidents/announcements.ts';
import type { Incident } from '../../functions/incidents/incident.ts';
import { apiIncident, walletIncident } from '../../functions/incidents/incident-kinds.ts';
import type { IncidentType } from '../../functions/incidents/incident-texts.ts';
import {
  incidentBegan,
  incidentEnded,
  type OperationsMessage,
} from '../../functions/incidents/operations-message.ts';
import { contradictionsIn } from '../../functions/poll-wallets/report/contradictions.ts';
import { keptForOthers } from '../../functions/rate/tick-limiter.ts';
import { withKeys } from '../../functions/transfer/transfer-key.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { describedTransfer, treasury } from './alerts.ts';

const began = Date.parse('2026-01-02T03:04:05.000Z');
const row = { wallet: treasury, chain: 'eth', label: 'Treasury' };
const wallet = { wallet: treasury, chain: findChain('eth'), label: 'Treasury' };
const { howToSet } = createSsmApiKey({ send: async () => ({}) } as never, '/chainbell/api-key');
const email = { id: '1', protocol: 'email', shown: maskedEndpoint('email', 'anna@example.org') };

/** The incidents of these rows, as the functions report them. */
const ofRows = (...rows: WatchlistRow[]): Incident[] => [...rowIncidents(readWatchlist(rows))];

/** Incidents in the functions' words, by type. A new type needs an example. A bulk import has only a summary. */
const incidents: Readonly<Record<Exclude<IncidentType, 'wallets.watching'>, readonly Incident[]>> = {
  'row.unreadable': [
    ...ofRows({ ...row, minAmount: 'lots' }),
    ...ofRows({ ...row, wallet: `${treasury.slice(0, -1)}O`, label: undefined }),
  ],
  'row.attribute': ofRows({ ...row, minAmont: '10' }),
  'row.duplicate': [
    ...ofRows(row, { ...row, wallet: treasury.toUpperCase().replace('0X', '0x') }),
    ...ofRows(row, { ...row, chain: '0x1', label: undefined }),
  ],
  'key.missing': [
    apiIncident('key.missing', 'There is no API key in the SSM parameter /chainbell/api-key.', howToSet),
  ],
  'key.refused': [
    apiIncident(
      'key.refused',
      'The API answered 401, "Token is invalid format": it refuses the API key. Store a valid one.',
      howToSet,
    ),
  ],
  'plan.exhausted': [
    apiIncident(
      'plan.exhausted',
      'The 800 calls of today (setting callsPerDay) are used up; polling goes on at midnight UTC.',
    ),
  ],
  'api.unavailable': [apiIncident('api.unavailable', "The API answered 503: it can't serve now.")],
  'wallet.failing': [
    walletIncident('failing', wallet, {
      reason: 'The API answered 400, "chain is not supported": it will not serve this request.',
    }),
  ],
  backlog: [
    walletIncident('behind', wallet, {
      reason: 'It has more new transfers than its polls can read in time.',
    }),
    walletIncident('behind', { ...wallet, label: null }, { reason: keptForOthers }),
  ],
  'polling.stretched': [stretchIncident(14_400, 800)],
  'activity.unavailable': [
    activityIncident('polygon', 'activity.unavailable', 'The node did not answer within ten seconds.'),
  ],
  'activity.missed': [
    activityIncident(
      'bsc testnet',
      'activity.missed',
      'Two tokens moved in blocks whose logs the node had shown without them.',
    ),
  ],
  'destination.failing': [
    destinationIncident(
      'team',
      'It answered 404, "no_service". It is switched off until its parameter has another value.',
    ),
  ],
  'subscription.pending': [pendingIncident('alerts', email)],
  'subscription.lost': [droppedIncident('operations', email)],
  'sms.spent': [smsIncident({ dollars: 0.83, limit: 1 })],
  'alerts.unheard': [unheardIncident(3)],
  'token.contradicted': contradictionsIn(
    withKeys([describedTransfer({}, { decimals: 18, symbol: 'FREE' })]),
    { id: '0x1', name: 'eth' },
  ),
};

const length = 15 * 60_000;

/** Every operations message by name: each incident as it begins and as it ends. */
export const operationsExamples: readonly (readonly [string, OperationsMessage])[] = [
  ...Object.values(incidents)
    .flat()
    .flatMap((incident) => [
      incidentBegan(incident, began),
      incidentEnded(incident, { since: began }, began + length),
    ]),
  importSummary(250, began),
].map((message) => [`${message.type} ${message.state}`, message]);
