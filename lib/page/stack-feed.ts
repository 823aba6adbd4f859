import type { OpenIncident } from '../../functions/incidents/incident.ts';
import { incidentBegan, incidentEnded } from '../../functions/incidents/incident-message.ts';
import { createIncidentTable } from '../../functions/incidents/incident-table.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import {
  operationsEmail,
  operationsSms,
  operationsSubject,
} from '../../functions/incidents/operations-text.ts';
import { repositoryRunbook } from '../../functions/incidents/runbook-link.ts';
import { plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import type { Clock } from '../../functions/runtime/clock.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import { newestEntries } from '../cli/history/entries.ts';
import type { OpenStack } from '../cli/stack/chainbell-stack.ts';
import { allRows } from '../cli/watchlist/all-rows.ts';
import { newsOf, type WatchedEntry } from './earlier-entries.ts';
import type { News, OperationsNews } from './news.ts';

/** A look costs a query a wallet: of more wallets `chainbell history` shows each. */
export const mostWallets = 200;
/** Of a wallet, at the first look and at later ones; late-indexed transfers stand below newer ones. */
const atFirst = 50;
const later = 20;

/** What of a deployed stack was not shown before: alerts that History keeps, and problems that operations hear of. */
export interface StackFeed {
  /** Oldest first. */
  next(): Promise<readonly News[]>;
}

/** Reads the tables of a stack, again at each look. */
export function createStackFeed(open: OpenStack, clock: Pick<Clock, 'now'>): StackFeed {
  const seen = new Set<string>();
  let problems: ReadonlyMap<string, OpenIncident> = new Map();
  let most = atFirst;

  async function entries(): Promise<WatchedEntry[]> {
    const dynamodb = plainDocumentClient(await open.aws.dynamodb());
    const found: WatchedEntry[] = [];
    for (const { watch } of readWatchlist(await allRows(open)).watched.slice(0, mostWallets)) {
      let count = 0;
      for await (const entry of newestEntries(dynamodb, open.stack.tables.history, watch, [
        'told',
        'hidden',
        'unwanted',
      ])) {
        if (!seen.has(entry.alert.id)) found.push({ ...entry, watch });
        seen.add(entry.alert.id);
        count += 1;
        if (count === most) break;
      }
    }
    most = later;
    // Where times are the same the order of the chain stays, which comes newest first.
    return found.reverse().sort((a, b) => Date.parse(a.alert.detectedAt) - Date.parse(b.alert.detectedAt));
  }

  async function operations(): Promise<OperationsNews[]> {
    const table = createIncidentTable(
      plainDocumentClient(await open.aws.dynamodb()),
      open.stack.tables.state,
    );
    const published = (await table.list()).filter((incident) => incident.published);
    const before = problems;
    problems = new Map(published.map((incident) => [incident.key, incident]));
    const began = published.filter(({ key }) => !before.has(key));
    const ended = before.values().filter(({ key }) => !problems.has(key));
    return [
      ...began.map((one) => operationsNews(incidentBegan(one, one.since), open)),
      ...ended.map((one) => operationsNews(incidentEnded(one, one.since, clock.now()), open)),
    ];
  }

  return {
    next: async () => [...(await entries()).map(newsOf), ...(await operations())],
  };
}

function operationsNews(message: OperationsMessage, { stack }: OpenStack): OperationsNews {
  const { about: _about, since: _since, past: _past, ...json } = message;
  const [, , , region = ''] = stack.opsTopicArn.split(':');
  const origin = { runbookUrl: repositoryRunbook, stack: { name: stack.name, region } };
  return {
    kind: 'operations',
    message: json,
    json,
    subject: operationsSubject(message),
    email: operationsEmail(message, origin),
    sms: operationsSms(message),
  };
}
