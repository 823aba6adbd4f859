import { describe, expect, inject, it } from 'vitest';
import { createSsmApiKey } from '../../functions/api/api-key.ts';
import { classifyReply } from '../../functions/api/classify-reply.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { rowIncidents } from '../../functions/dispatch-polls/rows/row-incidents.ts';
import {
  droppedIncident,
  pendingIncident,
} from '../../functions/dispatch-polls/subscriptions/check-subscriptions.ts';
import { maskedEndpoint } from '../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import type { Incident } from '../../functions/incidents/incident.ts';
import { apiIncident, apiIncidentTypes, walletIncident } from '../../functions/incidents/incident-kinds.ts';
import {
  incidentBegan,
  incidentEnded,
  type OperationsMessage,
  repositoryRunbook,
  runbookLink,
} from '../../functions/incidents/operations-message.ts';
import { operationsEmail, operationsSubject } from '../../functions/incidents/operations-text.ts';
import { walletIncidentFields } from '../../functions/state/cursor.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { hostileText, hostileTexts } from '../alert/hostile-text.ts';
import { invisibleIn, linksIn } from '../alert/links-in.ts';
import { treasury } from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';
import { operationsOrigin } from '../support/operations-origin.ts';

const good = { wallet: treasury, chain: 'eth' };

/** The messages made from the bodies of the API's refusals. */
const refusals = (message: string, statuses: readonly number[]) =>
  statuses.map((status) => {
    const body = JSON.stringify({ message });
    const reply = { status, body, retryAfter: '12', location: 'https://claim.xyz/x' };
    return classifyReply(reply, 'the key', howToSet, 0)?.message ?? '';
  });

const incidentsOf = (...rows: WatchlistRow[]) => [...rowIncidents(readWatchlist(rows))];
const ssm = { send: async () => ({}) } as never;
const { howToSet } = createSsmApiKey(ssm, '/team.prod/api-key');

/** Every kind of incident from the functions, for a row with `typed` and an API that answers `said`. */
function everyIncident(typed: string, said: string, statuses = [301, 503]): Incident[] {
  const values = ['label', 'direction', 'minAmount', 'tokens', 'every', 'fromBlock', 'paused', 'spam'].map(
    (name) => ({
      ...good,
      label: typed,
      [name]: name === 'label' ? ['no', 'text'] : typed,
    }),
  );
  return [
    ...values.flatMap((row) => incidentsOf(row)),
    ...incidentsOf({ wallet: typed, chain: typed }, { ...good, chain: typed }, { ...good, minAmont: typed }),
    ...incidentsOf(good, { wallet: treasury.toUpperCase().replace('0X', '0x'), chain: 'ETH', label: typed }),
    ...refusals(said, statuses).flatMap((reason) => [
      ...apiIncidentTypes.map((type) => apiIncident(type, reason, howToSet)),
      ...walletIncidentFields.map((field) =>
        walletIncident(field, { ...good, chain: findChain('eth'), label: typed }, { reason }),
      ),
    ]),
  ];
}

/** Incidents of a subscription with this typed address. */
const ofSubscriptions = (typed: string): Incident[] =>
  ['email', 'sms', 'https'].flatMap((protocol) => {
    const endpoints = [typed, `a@${typed}`, `${typed}@example.org`, `https://${typed}`];
    const shown = endpoints.map((endpoint) => maskedEndpoint(protocol, endpoint));
    return shown.flatMap((one) => {
      const subscription = { id: '1', protocol, shown: one };
      return [pendingIncident('alerts', subscription), droppedIncident('operations', subscription)];
    });
  });

const emailOf = (message: OperationsMessage) => operationsEmail(message, operationsOrigin);
const messagesOf = (incident: Incident) => [
  incidentBegan(incident, 0),
  incidentEnded(incident, { since: 0 }, 1_000),
];
const textsOf = (message: OperationsMessage) => [
  operationsSubject(message),
  // Without our own link.
  emailOf(message).replace(`\nRunbook: ${runbookLink(repositoryRunbook, message.type)}\n`, '\n'),
];

describe("Chainbell's own sentences", () => {
  it("are unchanged in the mail, with numbers and full stops; so are the API's if they have no link", () => {
    const said = 'Your plan allows 40,000.5 units. Please upgrade your plan.';
    for (const incident of everyIncident('lots', said, [301, 400, 401, 402, 403, 404, 429, 500])) {
      const email = emailOf(incidentBegan(incident, 0));
      if (!incident.reason.includes('claim.xyz')) expect(email).toContain(`\nReason: ${incident.reason}\n`);
      expect(email).toContain(`\nWhat to do: ${incident.whatToDo}\n`);
    }
  });
});

describe('the wallet of a row', () => {
  it('has its own line, unless the reason or the command has it', () => {
    const emailsOf = (row: WatchlistRow) => incidentsOf(row).map((one) => emailOf(incidentBegan(one, 0)));
    const short = walletIncident(
      'failing',
      { wallet: 'a', chain: findChain('eth') },
      { reason: 'It has a fault.' },
    );
    expect(emailOf(incidentBegan(short, 0))).toContain('\nWallet: a\n');
    for (const row of [
      { wallet: '0x12', chain: 'eth' },
      { ...good, every: 'often' },
    ])
      expect(emailsOf(row).join()).not.toContain('\nWallet: ');
  });
});

it('ten bad rows are ten subjects', () => {
  const rows = Array.from({ length: 10 }, (_, n) => ({
    wallet: `0x${String(n).repeat(40)}`,
    chain: 'eth',
    ...(n % 2 === 0 ? { label: `Payroll ${n}` } : {}),
    ...(n % 3 === 0 ? { every: 'often' } : { minAmount: 'lots' }),
  }));
  const messages = incidentsOf(...rows).map((incident) => incidentBegan(incident, 0));
  expect(new Set(messages.map(operationsSubject)).size).toBe(10);
});

/** Searching for links takes quadratic time. */
const longest = inject('thorough') ? 300 : 64;
const texts = hostileTexts.filter((_, n) => inject('thorough') || n % 3 === 0);

describe("others' texts", () => {
  it.each(texts)('make no link, line or sign in any message: %#', (hostile) => {
    const text = hostile.slice(0, longest);
    for (const incident of everyIncident(text, text))
      for (const message of messagesOf(incident)) expectSafe(message);
  });

  it('make no link from a mail address that is cut at its @', () => {
    for (const incident of everyIncident('USDC From: 0xdead Bcc: x@y.zz\u0b5c', ''))
      for (const message of messagesOf(incident)) expectSafe(message);
  });

  it('make no link, line or sign with any text', () =>
    forAll(
      [hostileText, hostileText],
      (typed, said) => {
        for (const incident of everyIncident(typed.slice(0, longest), said.slice(0, longest)))
          for (const message of messagesOf(incident)) expectSafe(message);
      },
      { numRuns: inject('thorough') ? 10 : 3 },
    ));

  it.each(texts)('make none as the address of a subscription: %#', (hostile) => {
    for (const incident of ofSubscriptions(hostile.slice(0, longest)))
      for (const message of messagesOf(incident)) expectSafe(message);
  });

  it('do not begin like one of our lines', () => {
    const [incident] = incidentsOf({ ...good, minAmount: '1 What to do: send it to 0x12' });
    expect(emailOf(incidentBegan(incident ?? fail(), 0))).toContain('"1 What to do(:) send');
  });
});

function expectSafe(message: OperationsMessage): void {
  const [subject = '', email = ''] = textsOf(message);
  expect(subject).toMatch(/^Chainbell: [\x20-\x7e]{1,89}$/);
  expect([...linksIn(subject), ...linksIn(email), ...invisibleIn(email.replaceAll('\n', ''))]).toEqual([]);
  const lines = email.trimEnd().split('\n').slice(2, -1);
  expect(lines.filter((line) => !/^$|^[A-Z][A-Za-z ]*: \S/.test(line))).toEqual([]);
}

function fail(): never {
  throw new Error('there is no such message');
}
